"""Release of a stuck agent from its call, wrap-up or rest."""

from collections.abc import Callable

from routing.model.agents import Agent, AgentStatus
from routing.model.calls import Call, CallStatus, check_reason
from routing.model.copies import replace
from routing.model.events import Event, EventKind
from routing.model.outcomes import Conflict
from routing.router import Router
from routing.services.call_changes import Happened, written
from routing.services.operation import Nothing, Write, carry_out
from routing.services.places import (
    agent_changed,
    agent_named,
    back_in_line,
    call_ticket,
    entering,
    returning,
    settled,
)
from routing.storage import store
from routing.storage.change_set import ChangeSet

# Outcome of a released agent's call, by its status; a chat in progress waits again.
LETS_GO = {
    CallStatus.OFFERED: (CallStatus.QUEUED, EventKind.CALL_RESTORED),
    CallStatus.IN_PROGRESS: (CallStatus.COMPLETED, EventKind.CALL_COMPLETED),
}


def agent_release(
    router: Router, *, agent_id: str, reason: str, by: str = "", expected_version: int | None = None
) -> Agent | Conflict:
    """Frees an agent from its call, wrap-up or rest: it goes to the status of its choice.

    A ringing call goes back to its place, one in progress is completed (`call_hand_back` lets it wait again).
    The chats of a chat row all wait again, at their places: their customers are still there.
    Also works if the call is missing or contradicts the agent. Raises UnknownAgentError, InvalidFieldError.
    """
    check_reason(reason, required=True)
    at_its_place, at_the_end = returning(router), entering(router)

    def decide(changes: ChangeSet) -> Write[Agent] | Nothing[Agent] | Conflict:
        agent = agent_named(router, agent_id)
        if agent.is_free and agent.status is not AgentStatus.AVAILABLE and not agent.held:
            return Nothing(agent)
        if expected_version not in (None, agent.version):
            return Conflict(f"agent is at version {agent.version}, not {expected_version}", agent)
        enter = at_its_place if agent.status is AgentStatus.OFFERED else at_the_end
        told = calls_let_go(router, changes, agent, by=by, reason=reason)
        if isinstance(told, Conflict):
            return told
        free = replace(settled(agent.holding(()), router, enter), changed_by=by, change_reason=reason)
        after = changes.agent(agent, free)
        event = agent_changed(router, changes, agent_id, by, agent.call_id, reason=reason)
        return Write(changes, after, (event, *told))

    return carry_out(router, decide)


def calls_let_go(
    router: Router, changes: ChangeSet, agent: Agent, *, by: str = "", reason: str = ""
) -> tuple[Event, ...] | Conflict:
    """Writes the calls of a released agent, and answers their events."""
    found = [store.read_call(router.table, call_id) for call_id in agent.call_ids]
    told: list[Event] = []
    for call in found:
        if call is not None and call.agent_id == agent.agent_id and call.status in LETS_GO:
            decision = _let_go(router, changes, call, call_ticket(router), by=by, reason=reason)
            if isinstance(decision, Conflict):
                return decision
            told += decision.events
    return tuple(told)


def _let_go(
    router: Router, changes: ChangeSet, call: Call, ticket: Callable[[], int], *, by: str, reason: str
) -> Write[Call] | Conflict:
    if call.channel and call.status is CallStatus.IN_PROGRESS:
        kind, after = EventKind.CALL_HANDED_BACK, back_in_line(call.tried_with_agent(), router, ticket)
    else:
        status, kind = LETS_GO[call.status]
        before = call.tried_with_agent() if status is CallStatus.QUEUED else call
        after = before.moved(status, at=router.clock())
    return written(router, changes, call, after, Happened(kind, call.agent_id or "", by, reason))
