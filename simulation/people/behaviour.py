"""Behaviour of simulated people: their next actions, from agents and calls. Pure.

It depends on the calls of one run and their agents only. Due times follow from the times in the table and the
arrival's durations, so any process can continue where another one died. A process that acted late knows when
it should have, and counts from there: a late answer does not make the talk end late.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import isfinite

from routing.model.agents import Agent, AgentStatus
from routing.model.calls import Call, CallStatus
from routing.model.queues import CallEntry
from simulation.people.run_plan import Played


@dataclass(frozen=True)
class Accept:
    """The agent answers the call that rings."""

    call_id: str
    agent_id: str


@dataclass(frozen=True)
class Complete:
    """The talk ends; the wrap-up ends after that many seconds, even if no worker is there to end it."""

    call_id: str
    wrap_up_seconds: float = 0


@dataclass(frozen=True)
class EndWrapUp:
    """The agent ends its wrap-up."""

    agent_id: str
    call_id: str


@dataclass(frozen=True)
class Abandon:
    """The caller hangs up before anyone answered."""

    call_id: str


@dataclass(frozen=True)
class RingOut:
    """The offer ends without an answer: routing ends it, and the call waits for the next one."""

    call_id: str


# A run late by less ends wrap-ups itself, after their drawn time.
LATE_SECONDS = 5.0
LONGEST_WRAP_UP_SECONDS = 3_600.0

Action = Accept | Complete | EndWrapUp | Abandon
Timer = tuple[datetime, Action | RingOut]
Begun = Callable[[str, datetime], datetime]
"""When a status of a call and its agent should have begun, by the moment it began."""

AGENT_WITH = {
    CallStatus.OFFERED: AgentStatus.OFFERED,
    CallStatus.IN_PROGRESS: AgentStatus.ATTENDING_CALL,
    CallStatus.COMPLETED: AgentStatus.WRAP_UP,
}


@dataclass(frozen=True)
class _WithCall:
    """An agent with a call: since when in its status, and the unanswered offers of the call before."""

    agent_id: str
    call_id: str
    since: datetime
    failures: int


@dataclass(frozen=True)
class Scene:
    """State read from the table: agents, their calls, and waiting calls.

    `by_hand` are the ids of agents played by a person.
    """

    agents: tuple[Agent, ...] = ()
    ringing: tuple[Call, ...] = ()
    waiting: tuple[CallEntry, ...] = ()
    by_hand: frozenset[str] = frozenset()


def as_it_was(_: str, since: datetime) -> datetime:
    """Begun of those who were never late."""
    return since


def planned(plan: Played, scene: Scene, *, begun: Begun = as_it_was) -> dict[str, tuple[Timer, ...]]:
    """The next actions of this run's people, by call."""
    found: dict[str, dict[Timer, None]] = {}
    for call_id, timer in (*_agent_timers(plan, scene, begun), *_caller_timers(plan, scene)):
        found.setdefault(call_id, {})[timer] = None
    return {call_id: tuple(timers) for call_id, timers in found.items()}


def planned_for(
    plan: Played, call: Call, *, by_hand: Collection[str] = (), begun: datetime | None = None
) -> tuple[Timer, ...]:
    """The next actions of one call's people, as long as nobody else acts; `begun` as in Begun."""
    number = plan.number_of(call.call_id)
    if number is None:
        return ()
    timers: list[Timer] = []
    status = AGENT_WITH.get(call.status)
    writes_up = call.status is not CallStatus.COMPLETED or plan.durations.wrap_up_of(number) > 0
    if status and call.agent_id and call.agent_id not in by_hand and writes_up:
        with_call = _WithCall(call.agent_id, call.call_id, begun or call.status_since, call.failures)
        timers += _next_of_agent(plan, status, with_call)
    if call.status is CallStatus.QUEUED and call.queued_at is not None:
        timers += _hang_up(plan, call.call_id, number, call.queued_at)
    elif call.status is CallStatus.OFFERED:
        timers += _while_it_rings(plan, call, number)
    return tuple(timers)


def closing_actions(plan: Played, scene: Scene, *, limit: int) -> list[Action]:
    """The actions that end this run's calls at once, at most `limit`: hang up, end talk and wrap-up."""
    leaving: list[Action] = [Abandon(entry.call_id) for entry, _ in _waiting(plan, scene)]
    return [*(_closing(agent, call_id) for agent, call_id, _ in _busy(plan, scene)), *leaving][:limit]


def is_over(plan: Played, scene: Scene) -> bool:
    """True if no call of this run is waiting, ringing, in progress or in wrap-up."""
    return not any(_busy(plan, scene)) and not any(_waiting(plan, scene))


def _busy(plan: Played, scene: Scene) -> Iterator[tuple[Agent, str, int]]:
    """The agents who have a call of this run, the call's id, and its arrival number."""
    for agent in scene.agents:
        number = plan.number_of(agent.call_id)
        if number is not None and agent.call_id is not None:
            yield agent, agent.call_id, number


def _waiting(plan: Played, scene: Scene) -> Iterator[tuple[CallEntry, int]]:
    for entry in scene.waiting:
        number = plan.number_of(entry.call_id)
        if number is not None:
            yield entry, number


def _agent_timers(plan: Played, scene: Scene, begun: Begun) -> Iterator[tuple[str, Timer]]:
    failures = {call.call_id: call.failures for call in scene.ringing}
    for agent, call_id, _ in _busy(plan, scene):
        if agent.agent_id not in scene.by_hand:
            since = begun(call_id, agent.status_since)
            with_call = _WithCall(agent.agent_id, call_id, since, failures.get(call_id, 0))
            for timer in _next_of_agent(plan, agent.status, with_call):
                yield call_id, timer


def _next_of_agent(plan: Played, status: AgentStatus, one: _WithCall) -> Iterator[Timer]:
    """What an agent in this status does next with its call, if anything."""
    number = plan.number_of(one.call_id)
    if number is None:
        return
    durations, since, call_id = plan.durations, one.since, one.call_id
    if status is AgentStatus.OFFERED:
        delay = durations.answer_delay_of(number, failures=one.failures)
        if isfinite(delay):
            yield since + _seconds(delay), Accept(call_id, one.agent_id)
    elif status is AgentStatus.ATTENDING_CALL:
        yield since + _seconds(durations.talk_of(number)), _talked(plan, call_id, number)
    elif status is AgentStatus.WRAP_UP:
        yield since + _seconds(durations.wrap_up_of(number)), EndWrapUp(one.agent_id, call_id)


def _caller_timers(plan: Played, scene: Scene) -> Iterator[tuple[str, Timer]]:
    for entry, number in _waiting(plan, scene):
        for timer in _hang_up(plan, entry.call_id, number, entry.queued_at):
            yield entry.call_id, timer
    for call in scene.ringing:
        number_or_none = plan.number_of(call.call_id)
        if number_or_none is not None and call.status is CallStatus.OFFERED:
            for timer in _while_it_rings(plan, call, number_or_none):
                yield call.call_id, timer


def _while_it_rings(plan: Played, call: Call, number: int) -> Iterator[Timer]:
    """What happens to a ringing call unless its agent answers."""
    if call.queued_at is not None:
        yield from _hang_up(plan, call.call_id, number, call.queued_at)
    if call.until is not None:
        yield call.until, RingOut(call.call_id)


def _hang_up(plan: Played, call_id: str, number: int, since: datetime) -> Iterator[Timer]:
    patience = plan.durations.patience_of(number)
    if isfinite(patience):
        yield since + _seconds(patience), Abandon(call_id)


def _closing(agent: Agent, call_id: str) -> Action:
    if agent.status is AgentStatus.OFFERED:
        return Abandon(call_id)
    if agent.status is AgentStatus.ATTENDING_CALL:
        return Complete(call_id)
    return EndWrapUp(agent.agent_id, call_id)


def _talked(plan: Played, call_id: str, number: int) -> Complete:
    wrap_up = plan.durations.wrap_up_of(number)
    spare = wrap_up + LATE_SECONDS if wrap_up else 0
    return Complete(call_id, wrap_up_seconds=min(spare, LONGEST_WRAP_UP_SECONDS))


def _seconds(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)
