"""Services of offers: peek, offer, decline, no answer."""

from datetime import datetime, timedelta

from routing.exceptions import UnknownAgentError
from routing.matching.heads import busy_with_calls
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import Call, CallStatus
from routing.model.copies import replace
from routing.model.deadlines import due_by
from routing.model.events import EventKind, matched
from routing.model.outcomes import Conflict, Match
from routing.model.queues import CallEntry, QueueKey, turn
from routing.model.words import agent_word, standing
from routing.router import Router
from routing.services.call_changes import ROUTING, Decision, Happened, change_call, written
from routing.services.dead_letters import dead
from routing.services.operation import Nothing, Write, carry_out
from routing.services.places import call_ticket, entering, settled
from routing.storage import store
from routing.storage.change_set import ChangeSet
from routing.storage.entries import agent_entry

NO_ANSWER = "no answer"
DECLINED = "declined"


def call_peek(router: Router, *, agent_id: str, queue: QueueKey | None = None) -> CallEntry | None:
    """The waiting call that `call_offer` would offer to an agent, None if none fits. Changes nothing.

    One read of the agent and one of each call queue's head: of the one named, or of all that fit (two for
    each language and topic of the agent). Raises UnknownAgentError.
    """
    return _best(router, *_agent_and_last_call(router, agent_id), queue)


def call_offer(
    router: Router, *, agent_id: str, queue: QueueKey | None = None, by: str = ""
) -> Match | Conflict | None:
    """Offers a waiting agent the best waiting call that fits it, hidden from all others for the ring time.

    Reads as `call_peek`. None if no call fits. A Conflict if the agent does not wait in the queues.
    Dispatchers serve all agents in order; this serves one agent now. Raises UnknownAgentError.
    """

    def decide(changes: ChangeSet) -> Write[Match | None] | Nothing[Match | None] | Conflict:
        agent, last = _agent_and_last_call(router, agent_id)
        router.reach.check(agent, router.teams)
        waiting = agent_entry(agent)
        if waiting is None:
            return Conflict(f"agent is {agent_word(agent)}, not waiting for calls", agent)
        if busy_with_calls(router, [waiting]):
            return Conflict("agent has a call; chats are not offered during calls", agent)
        entry = _best(router, agent, last, queue)
        if entry is None:
            return Nothing(None)
        match, at = Match(entry, waiting), router.clock()
        until = due_by(router.policies, match, at)
        changes.match(match, at=at, until=until, only_without_call=not router.chats_during_calls)
        return Write(changes, match, tuple(replace(event, by=by) for event in matched([match], at)))

    return carry_out(router, decide)


def _agent_and_last_call(router: Router, agent_id: str) -> tuple[Agent, int | None]:
    agent, last = store.read_agent_and_last_call(router.table, agent_id)
    if agent is None:
        raise UnknownAgentError(agent_id)
    return agent, last


def _best(router: Router, agent: Agent, last: int | None, only: QueueKey | None) -> CallEntry | None:
    """The first of the calls that fit an agent, of one queue or all; those it has tried come last.

    Tickets beyond `last` do not count: such a call could be seen in one queue and an earlier one missed in
    another.
    """
    own = set(agent.queues)
    found = [
        (agent.agent_id in entry.tried, turn(entry, newest_first=queue in router.newest_first), entry)
        for queue, fitting in router.skills.fitting.items()
        if own & set(fitting) and only in (None, queue)
        for entry in _first_for(router, agent.agent_id, queue, last)
    ]
    return min(found, key=lambda one: one[:2])[2] if found else None


def _first_for(router: Router, agent_id: str, queue: QueueKey, last: int | None) -> list[CallEntry]:
    """The first call of one queue for an agent, and before it the first that this agent did not answer."""
    newest_first = queue in router.newest_first
    limit = 1
    while True:
        entries = store.read_call_entries(router.table, queue, limit=limit, newest_first=newest_first)
        seen = [entry for entry in entries if last is None or entry.ticket <= last]
        fit = [entry for entry in seen if entry.preferred_agent in ("", agent_id)]
        untried = [entry for entry in fit if agent_id not in entry.tried]
        if untried or len(entries) < limit:
            return [*fit[:1], *untried[:1]]
        limit *= 4


def call_decline(
    router: Router, *, call_id: str, agent_id: str, by: str = "", expected_version: int | None = None
) -> Call | Conflict:
    """The agent with the offer turns the call down.

    The call goes back to its old place and to this agent last, or to the dead letters after too many
    unanswered offers; the agent rests for a moment, or goes to the status of its choice. A Conflict if the
    call is not, or no longer, offered to that agent. Raises UnknownCallError.
    """

    def decide(changes: ChangeSet, call: Call, agent: Agent | None) -> Decision:
        if agent is None or agent.agent_id != agent_id or call.status is not CallStatus.OFFERED:
            return Conflict(f"{standing(call)}, not offered to this agent", call)
        seconds, at = router.policies.agents.declined_rest_seconds, router.clock()
        changes.agent(agent, _resting(router, agent, seconds, at))
        return _unanswered(router, changes, call, Happened(EventKind.CALL_DECLINED, agent_id, by, DECLINED))

    return change_call(router, call_id, decide, expected_version=expected_version)


def not_answered(router: Router, changes: ChangeSet, call: Call, agent: Agent | None) -> Decision:
    """The decision for an offer past its ring time: as after a decline, and the miss counts.

    An agent who missed too many in a row is paused. An unreadable agent stays as it is.
    """
    if agent is not None:
        _miss(router, changes, agent)
    unanswered = Happened(EventKind.CALL_NOT_ANSWERED, call.agent_id or "", ROUTING, NO_ANSWER)
    return _unanswered(router, changes, call, unanswered)


def _miss(router: Router, changes: ChangeSet, agent: Agent) -> None:
    policy, at = router.policies.agents, router.clock()
    missed = replace(agent, missed_offers=agent.missed_offers + 1)
    if missed.missed_offers >= policy.max_missed_offers and agent.choice is Choice.READY:
        missed = replace(missed.chose(Choice.PAUSED, reason=NO_ANSWER, by=ROUTING), missed_offers=0)
    changes.agent(agent, _resting(router, missed, policy.no_answer_rest_seconds, at))


def _resting(router: Router, agent: Agent, seconds: float, at: datetime) -> Agent:
    """A ready agent at rest for some seconds; any other in the status of its choice."""
    if agent.choice is not Choice.READY or not seconds:
        return settled(agent, router, entering(router))
    return agent.moved(AgentStatus.AVAILABLE, at=at, until=at + timedelta(seconds=seconds))


def _unanswered(router: Router, changes: ChangeSet, call: Call, happened: Happened) -> Decision:
    at, policy = router.clock(), router.policy_of(call)
    failed = call.failed(error=happened.reason, at=at)
    if failed.failures >= policy.max_offers:
        why = f"{failed.failures} unanswered offers, the last: {happened.reason}"
        buried = Happened(EventKind.CALL_DEAD_LETTERED, by=ROUTING, reason=why)
        return written(router, changes, call, dead(failed, error=why, at=at), happened, buried)
    waiting = failed.moved(CallStatus.QUEUED, at=at)
    if policy.restore_to_end or waiting.ticket is None:
        waiting = replace(waiting, ticket=call_ticket(router)())
    return written(router, changes, call, waiting, happened)
