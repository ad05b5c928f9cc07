"""Services of calls with an agent or caller: accept, complete, abandon, hand back.

Every operation may be repeated: if the call is in that state already, it answers the call and changes
nothing. With `expected_version`, a late message gets a Conflict instead of hitting the call's next offer.
"""

from datetime import timedelta

from routing.exceptions import InvalidFieldError
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import Call, CallStatus, check_reason
from routing.model.copies import replace
from routing.model.deadlines import talk_until
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.model.policies import LIMITS
from routing.model.words import standing
from routing.router import Router
from routing.services.call_changes import Decision, Happened, and_agent, change_call, written
from routing.services.operation import Nothing, Write
from routing.services.outcome_saving import CHOOSE_FIRST, lacks_outcome
from routing.services.places import (
    Enter,
    back_in_line,
    call_ticket,
    entering,
    returning,
    settled,
    without_call,
)
from routing.storage.change_set import ChangeSet

HANDED_BACK = "call handed back"


def call_accept(
    router: Router, *, call_id: str, agent_id: str, by: str = "", expected_version: int | None = None
) -> Call | Conflict:
    """The agent with the offer answers the call; `by` names the user on a page.

    A chat row goes back to the end of its queues while it has free slots. A Conflict if the call is not, or
    no longer, offered to that agent. Raises UnknownCallError.
    """
    enter = entering(router)

    def decide(changes: ChangeSet, call: Call, agent: Agent | None) -> Decision:
        if call.status is CallStatus.IN_PROGRESS and call.agent_id == agent_id:
            return Nothing(call)
        if agent is None or agent.agent_id != agent_id or call.status is not CallStatus.OFFERED:
            return Conflict(f"{standing(call)}, not offered to this agent", call)
        at = router.clock()
        until = talk_until(call, router.policy_of(call), at)
        free = replace(agent, missed_offers=0)
        if agent.channel:  # a chat row has a slot less
            changes.agent(agent, settled(free.holding((*free.held, call.call_id)), router, enter))
        else:
            changes.agent(agent, free.moved(AgentStatus.ATTENDING_CALL, at=at, until=until))
        talking = call.moved(CallStatus.IN_PROGRESS, at=at, until=until)
        decision = written(router, changes, call, talking, Happened(EventKind.CALL_ACCEPTED, agent_id, by))
        return and_agent(decision, router, by) if agent.channel else decision

    return change_call(router, call_id, decide, expected_version=expected_version)


def call_complete(
    router: Router,
    *,
    call_id: str,
    agent_id: str | None = None,
    wrap_up_seconds: float | None = None,
    by: str = "",
    expected_version: int | None = None,
) -> Call | Conflict:
    """Ends a call in progress; its agent goes to wrap-up, for the time of the queue's policy unless one is
    given.

    A chat has no wrap-up: its slot is free at once. A full chat row goes to the end of its queues, one that
    waits keeps its place. A chat with a robot is ended too. A Conflict if the call is not in progress, or
    with another agent than the one given, or if that agent has to choose an outcome first. Raises
    UnknownCallError, InvalidFieldError.
    """
    least, most = LIMITS["wrap_up_seconds"]
    if wrap_up_seconds is not None and not least <= wrap_up_seconds <= most:
        raise InvalidFieldError("wrap_up_seconds", wrap_up_seconds, f"from {least:g} to {most:g}")
    enter = entering(router)

    def decide(changes: ChangeSet, call: Call, agent: Agent | None) -> Decision:
        if call.status is CallStatus.COMPLETED:
            return Nothing(call)
        policy = router.policy_of(call)
        seconds = policy.wrap_up_seconds if wrap_up_seconds is None else wrap_up_seconds
        if refusal := _not_completed(router, call, agent_id, seconds):
            return refusal
        if call.channel and wrap_up_seconds:
            raise InvalidFieldError("wrap_up_seconds", wrap_up_seconds, "a chat has no wrap-up")
        if call.channel:
            return closed(router, changes, call, agent, enter, by=by)
        at = router.clock()
        if agent is not None and seconds:
            until = at + timedelta(seconds=seconds)
            changes.agent(agent, agent.moved(AgentStatus.WRAP_UP, at=at, until=until))
        elif agent is not None:
            changes.agent(agent, settled(agent.wrote_up(timedelta()), router, enter))
        happened = Happened(EventKind.CALL_COMPLETED, call.agent_id or "", by)
        decision = written(router, changes, call, call.moved(CallStatus.COMPLETED, at=at), happened)
        return decision if agent is None or seconds else and_agent(decision, router, by)

    return change_call(router, call_id, decide, expected_version=expected_version)


def _not_completed(router: Router, call: Call, agent_id: str | None, wrap_up: float) -> Conflict | None:
    """Why a call cannot be completed, None if it can."""
    is_with_robot = call.channel and call.status is CallStatus.CREATED
    if call.status is not CallStatus.IN_PROGRESS and not is_with_robot:
        return Conflict(f"{standing(call)}, not in progress", call)
    if agent_id not in (None, call.agent_id):
        return Conflict(f"{standing(call)} with another agent", call)
    if agent_id and (call.channel or not wrap_up) and lacks_outcome(router, call):
        return Conflict(CHOOSE_FIRST, call, is_rule=True)
    return None


def closed(
    router: Router,
    changes: ChangeSet,
    call: Call,
    agent: Agent | None,
    enter: Enter,
    *,
    by: str,
    reason: str = "",
) -> Write[Call] | Conflict:
    """The decision to end a chat in progress."""
    if agent is not None:
        changes.agent(agent, without_call(agent, call.call_id, router, enter))
    happened = Happened(EventKind.CALL_COMPLETED, call.agent_id or "", by, reason)
    after = call.moved(CallStatus.COMPLETED, at=router.clock())
    return and_agent(written(router, changes, call, after, happened), router, by)


def call_abandon(
    router: Router, *, call_id: str, by: str = "", expected_version: int | None = None
) -> Call | Conflict:
    """The caller hangs up before an answer: the call leaves its queue or stops ringing.

    An agent it rang at goes back to its old place (or to the status of its choice); `by` names the user who
    marked it. A Conflict if the call is in progress or has ended in another way. Raises UnknownCallError.
    """
    enter = returning(router)

    def decide(changes: ChangeSet, call: Call, agent: Agent | None) -> Decision:
        if call.status is CallStatus.ABANDONED:
            return Nothing(call)
        if call.is_ended or call.status is CallStatus.IN_PROGRESS:
            return Conflict(f"{standing(call)} already", call)
        if agent is not None:
            changes.agent(agent, settled(agent, router, enter))
        happened = Happened(EventKind.CALL_ABANDONED, agent.agent_id if agent else "", by)
        ended = call.moved(CallStatus.ABANDONED, at=router.clock())
        return written(router, changes, call, ended, happened)

    return change_call(router, call_id, decide, expected_version=expected_version)


def call_hand_back(
    router: Router,
    *,
    call_id: str,
    reason: str,
    keep_available: bool = False,
    by: str = "",
    expected_version: int | None = None,
) -> Call | Conflict:
    """Takes a call in progress from its agent and puts it back to its old place.

    The agent is paused, unless its choice was paused or offline already. With `keep_available` it is not
    paused, and the call is offered to other agents first.

    A Conflict if the call is not in progress. Raises UnknownCallError, InvalidFieldError.
    """
    check_reason(reason, required=True)
    ticket, enter = call_ticket(router), entering(router)

    def decide(changes: ChangeSet, call: Call, agent: Agent | None) -> Decision:
        if call.status is CallStatus.QUEUED:
            return Nothing(call)
        if call.status is not CallStatus.IN_PROGRESS:
            return Conflict(f"{standing(call)}, not in progress", call)
        if agent is not None:
            choice, rest = agent.choice, agent.pause_reason
            if choice is Choice.READY and not keep_available:
                choice, rest = Choice.PAUSED, HANDED_BACK
            away = agent.chose(choice, reason=rest, by=by, why=reason)
            changes.agent(agent, without_call(away, call_id, router, enter))
        left = call.tried_with_agent() if keep_available and agent is not None else call
        waiting = back_in_line(left, router, ticket)
        happened = Happened(EventKind.CALL_HANDED_BACK, call.agent_id or "", by, reason)
        return written(router, changes, call, waiting, happened)

    return change_call(router, call_id, decide, expected_version=expected_version)
