"""Owns what happens to calls: they queue, are accepted, declined, completed, abandoned.

An offer is made by matching (`services.matching`). Every operation may be repeated: where the call is
already so, it answers the call and changes nothing.
"""

from dataclasses import replace

from routing import store
from routing.agents import Agent, AgentStatus
from routing.calls import DEFAULT_PRIORITY, Call, CallStatus, check_call_fields
from routing.change_set import ChangeSet
from routing.events import Event, EventKind
from routing.operation import Nothing, Write, carry_out
from routing.outcomes import Conflict
from routing.queues import ANY, CALL_SIDE
from routing.router import Router
from routing.services.places import call_named, entering, returning, settled

Decision = Write[Call] | Nothing[Call] | Conflict

# Where the agent stands while a call is with it.
AGENT_WITH = {CallStatus.OFFERED: AgentStatus.OFFERED, CallStatus.IN_PROGRESS: AgentStatus.ATTENDING_CALL}
# A call that does not fit its agent time and again is a fault for the audit, not a race.
MAX_READINGS = 8


def call_enqueue(
    router: Router,
    *,
    language: str,
    gender: str = ANY,
    topic: str = "",
    priority: int = DEFAULT_PRIORITY,
    caller: str = "",
    source: str = "",
    call_id: str | None = None,
) -> Call | Conflict:
    """Takes a call in and puts it at the end of its priority in its call queue.

    With a `call_id` it may be sent again: the call that has the id is answered, as it is now. Raises
    UnknownSkillError, InvalidFieldError.
    """
    router.skills.call_queue_for(language, gender, topic)
    check_call_fields(priority=priority, topic=topic, caller=caller, source=source, call_id=call_id or "")
    at = router.clock()
    call = Call(
        call_id=call_id or router.new_id(),
        language=language,
        gender=gender,
        topic=topic,
        priority=priority,
        caller=caller,
        source=source,
        status=CallStatus.CREATED,
        status_since=at,
        created_at=at,
    )
    tickets: list[int] = []

    def decide(changes: ChangeSet) -> Decision:
        present = store.read_call(router.table, call.call_id) if call_id else None
        if present is not None:
            return Nothing(present)
        tickets.extend(store.reserve_tickets(router.table, CALL_SIDE) if not tickets else ())
        written = changes.call(None, call.queued(ticket=tickets[0], at=at))
        return Write(changes, written, (_told(router, changes, EventKind.CALL_QUEUED, written),))

    return carry_out(router, decide)


def call_accept(router: Router, *, call_id: str, agent_id: str) -> Call | Conflict:
    """The agent to whom the call is offered answers it.

    A Conflict if the call is not offered to that agent (any more). Raises UnknownCallError.
    """

    def decide(changes: ChangeSet) -> Decision:
        call, agent = _call_and_agent(router, call_id)
        if call.status is CallStatus.IN_PROGRESS and call.agent_id == agent_id:
            return Nothing(call)
        if agent is None or agent.agent_id != agent_id or call.status is not CallStatus.OFFERED:
            return Conflict(f"call is {call.status}, not offered to this agent", call)
        at = router.clock()
        changes.agent(agent, agent.moved(AgentStatus.ATTENDING_CALL, at=at))
        written = changes.call(call, call.moved(CallStatus.IN_PROGRESS, at=at))
        return Write(changes, written, (_told(router, changes, EventKind.CALL_ACCEPTED, written),))

    return carry_out(router, decide)


def call_decline(router: Router, *, call_id: str, agent_id: str, by: str = "") -> Call | Conflict:
    """The agent to whom the call is offered turns it down.

    The call goes back to its old place, the agent to the end of its queues (or where it chose to be).
    A Conflict if the call is not offered to that agent (any more). Raises UnknownCallError.
    """
    enter = entering(router)

    def decide(changes: ChangeSet) -> Decision:
        call, agent = _call_and_agent(router, call_id)
        if agent is None or agent.agent_id != agent_id or call.status is not CallStatus.OFFERED:
            return Conflict(f"call is {call.status}, not offered to this agent", call)
        changes.agent(agent, settled(agent, router, enter))
        written = changes.call(call, call.moved(CallStatus.QUEUED, at=router.clock()))
        told = _told(router, changes, EventKind.CALL_DECLINED, written, agent_id)
        return Write(changes, written, (replace(told, by=by),))

    return carry_out(router, decide)


def call_complete(router: Router, *, call_id: str) -> Call | Conflict:
    """Ends a call in progress; its agent goes to wrap-up.

    A Conflict if the call is not in progress. Raises UnknownCallError.
    """

    def decide(changes: ChangeSet) -> Decision:
        (call, agent), at = _call_and_agent(router, call_id), router.clock()
        if call.status is CallStatus.COMPLETED:
            return Nothing(call)
        if call.status is not CallStatus.IN_PROGRESS:
            return Conflict(f"call is {call.status}, not in progress", call)
        if agent is not None:
            changes.agent(agent, agent.moved(AgentStatus.WRAP_UP, at=at))
        written = changes.call(call, call.moved(CallStatus.COMPLETED, at=at))
        return Write(changes, written, (_told(router, changes, EventKind.CALL_COMPLETED, written),))

    return carry_out(router, decide)


def call_abandon(router: Router, *, call_id: str) -> Call | Conflict:
    """The caller hangs up before an answer: the call leaves its queue or stops ringing.

    An agent it rang for goes back to the place it had (or where it chose to be). A Conflict if the call
    is in progress or was completed. Raises UnknownCallError.
    """
    enter = returning(router)

    def decide(changes: ChangeSet) -> Decision:
        call, agent = _call_and_agent(router, call_id)
        if call.status is CallStatus.ABANDONED:
            return Nothing(call)
        if call.status not in (CallStatus.CREATED, CallStatus.QUEUED, CallStatus.OFFERED):
            return Conflict(f"call is {call.status} already", call)
        agent_id = agent.agent_id if agent else None
        if agent is not None:
            changes.agent(agent, settled(agent, router, enter))
        written = changes.call(call, call.moved(CallStatus.ABANDONED, at=router.clock()))
        return Write(changes, written, (_told(router, changes, EventKind.CALL_ABANDONED, written, agent_id),))

    return carry_out(router, decide)


def _call_and_agent(router: Router, call_id: str) -> tuple[Call, Agent | None]:
    """The call, and the agent it rings for or talks to, as both say. Raises UnknownCallError.

    Two readings are not of one moment: where the two do not fit, one of them changed in between, and both
    are read again.
    """
    for _ in range(MAX_READINGS):
        call = call_named(router, call_id)
        wanted = AGENT_WITH.get(call.status)
        if wanted is None or call.agent_id is None:
            break
        agent = store.read_agent(router.table, call.agent_id)
        if agent is not None and agent.call_id == call_id and agent.status is wanted:
            return call, agent
    return call, None


def _told(
    router: Router, changes: ChangeSet, kind: EventKind, call: Call, agent_id: str | None = None
) -> Event:
    queues = tuple(map(str, changes.queues))
    return Event(kind, router.clock(), agent_id or call.agent_id, call.call_id, queues)
