"""Change of one call: read it with its agent, decide, note, commit, tell."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from routing.exceptions import UnknownCallError
from routing.model.agents import Agent
from routing.model.calls import AGENT_WITH, Call, CallStatus, Note, is_with
from routing.model.copies import replace
from routing.model.events import Event, EventKind
from routing.model.outcomes import Conflict
from routing.router import Router
from routing.services.operation import Nothing, Write, carry_out
from routing.services.places import agent_changed
from routing.storage import store
from routing.storage.change_set import ChangeSet

Decision = Write[Call] | Nothing[Call] | Conflict
Decide = Callable[[ChangeSet, Call, Agent | None], Decision]

# A call that repeatedly contradicts its agent is a fault for the audit, not a race.
MAX_READINGS = 8
# Author of automatic changes.
ROUTING = "routing"


@dataclass(frozen=True)
class Happened:
    """One event of an operation on a call: becomes a line of its history, and an event."""

    kind: EventKind
    agent_id: str = ""
    by: str = ""
    reason: str = ""


def change_call(
    router: Router, call_id: str, decide: Decide, *, expected_version: int | None = None
) -> Call | Conflict:
    """Carries out the decision of `decide` about a call and its agent, ringing or in progress.

    A Conflict if `expected_version` is given and the call is at another, unless nothing is left to do. Raises
    UnknownCallError, OutOfReachError, DynamoError.
    """

    def decided(changes: ChangeSet) -> Decision:
        call, agent = call_and_agent(router, call_id)
        call_check_reach(router, call, agent)
        decision = decide(changes, call, agent)
        if expected_version in (None, call.version) or isinstance(decision, Nothing):
            return decision
        return Conflict(f"call is at version {call.version}, not {expected_version}", call)

    return carry_out(router, decided)


def written(
    router: Router, changes: ChangeSet, before: Call | None, after: Call, *happened: Happened
) -> Write[Call] | Conflict:
    """The decision to write a call; events go into its history and are told.

    The companions of a call in a conversation are written with it; a Conflict if they allow no change.
    """
    at = router.clock()
    happened = tuple(replace(one, by=one.by or router.actor) for one in happened)
    notes = [Note(at, one.kind, one.agent_id, one.by, one.reason) for one in happened]
    for note in notes:
        after = after.noted(note)
    call = changes.call(before, after)
    refusal = _put_beside(router, changes, before, call, notes) if call.chat_id else None
    if refusal is not None:
        return refusal
    return with_events(router, changes, call, happened, at=at)


def with_events(
    router: Router, changes: ChangeSet, call: Call, happened: Sequence[Happened], *, at: datetime
) -> Write[Call]:
    """The decision with a call as it will be written; events are told, without a line of its history."""
    queues, queue = tuple(map(str, changes.queues)), str(router.queue_of(call))
    ticket = (call.status is CallStatus.QUEUED and call.ticket) or 0
    events = tuple(
        Event(
            one.kind,
            at,
            one.agent_id or None,
            call.call_id,
            queues,
            one.by,
            one.reason,
            queue,
            chat_id=call.chat_id,
            ticket=ticket,
        )
        for one in happened
    )
    return Write(changes, call, events)


def _put_beside(
    router: Router, changes: ChangeSet, before: Call | None, after: Call, notes: Sequence[Note]
) -> Conflict | None:
    beside = router.companions.beside(before, after, notes, operation_id=changes.operation_id)
    if isinstance(beside, Conflict):
        return beside
    for key, attributes, when in beside:
        changes.put(key, attributes, when=when)
    return None


def and_agent(decision: Write[Call] | Conflict, router: Router, by: str) -> Write[Call] | Conflict:
    """The decision that also tells of the agent's new status: the agent may be free for another call."""
    if isinstance(decision, Conflict):
        return decision
    call, changes = decision.answer, decision.changes
    moved = [one for one, (before, after) in changes.moves.items() if before is not after]
    told = (agent_changed(router, changes, agent_id, by, call.call_id) for agent_id in moved)
    return replace(decision, events=(*decision.events, *told))


def call_check_reach(router: Router, call: Call, agent: Agent | None = None) -> None:
    """Raises OutOfReachError if the agent with whom a call is, or who had it last, is not within reach."""
    if router.reach.is_limited and call.agent_id:
        router.reach.check(agent or store.read_agent(router.table, call.agent_id), router.teams)


def call_and_agent(router: Router, call_id: str) -> tuple[Call, Agent | None]:
    """The call and its agent, ringing or in progress, in agreement. Raises UnknownCallError.

    The two reads are not of one moment: if they contradict each other, one changed in between, and both are
    read again.
    """
    for _ in range(MAX_READINGS):
        call = call_named(router, call_id)
        if call.status not in AGENT_WITH or call.agent_id is None:
            break
        agent = router.seen.take_agent(call.agent_id) if router.seen else None
        agent = agent or store.read_agent(router.table, call.agent_id)
        if agent is not None and is_with(call, agent):
            return call, agent
    return call, None


def call_named(router: Router, call_id: str) -> Call:
    """The call as it is now, or was seen. Raises UnknownCallError."""
    call = router.seen.take_call(call_id) if router.seen else None
    call = call or store.read_call(router.table, call_id)
    if call is None:
        raise UnknownCallError(call_id)
    return call
