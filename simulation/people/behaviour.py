"""Behaviour of simulated people: actions due now, from agents, calls and the time. Pure.

It depends on the calls of one run and their agents only. Nothing is planned ahead or remembered: due times
follow from the times in the table and the arrival's durations. So any process can continue where another one
died.
"""

from collections.abc import Iterator
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


# A run late by less ends wrap-ups itself, after their drawn time.
LATE_SECONDS = 5.0
LONGEST_WRAP_UP_SECONDS = 3_600.0

Action = Accept | Complete | EndWrapUp | Abandon
Timer = tuple[datetime, Action]


@dataclass(frozen=True)
class Scene:
    """State read from the table: agents, their calls, and waiting calls.

    `by_hand` are the ids of agents played by a person.
    """

    agents: tuple[Agent, ...] = ()
    ringing: tuple[Call, ...] = ()
    waiting: tuple[CallEntry, ...] = ()
    by_hand: frozenset[str] = frozenset()


def due_actions(plan: Played, scene: Scene, *, now: datetime, limit: int) -> list[Action]:
    """The actions of this run's people now: at most `limit`, the most overdue first."""
    timers = [*_agent_timers(plan, scene), *_caller_timers(plan, scene)]
    due = sorted((timer for timer in timers if timer[0] <= now), key=lambda timer: timer[0])
    return [action for _, action in due[:limit]]


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


def _agent_timers(plan: Played, scene: Scene) -> Iterator[Timer]:
    durations = plan.durations
    failures = {call.call_id: call.failures for call in scene.ringing}
    for agent, call_id, number in _busy(plan, scene):
        since = agent.status_since
        if agent.agent_id in scene.by_hand:
            continue
        if agent.status is AgentStatus.OFFERED:
            delay = durations.answer_delay_of(number, failures=failures.get(call_id, 0))
            if isfinite(delay):
                yield since + _seconds(delay), Accept(call_id, agent.agent_id)
        elif agent.status is AgentStatus.ATTENDING_CALL:
            yield since + _seconds(durations.talk_of(number)), _talked(plan, call_id, number)
        elif agent.status is AgentStatus.WRAP_UP:
            yield since + _seconds(durations.wrap_up_of(number)), EndWrapUp(agent.agent_id, call_id)


def _caller_timers(plan: Played, scene: Scene) -> Iterator[Timer]:
    callers = [(entry.call_id, number, entry.queued_at) for entry, number in _waiting(plan, scene)]
    for call in scene.ringing:
        number_or_none, since = plan.number_of(call.call_id), call.queued_at
        if number_or_none is not None and since is not None and call.status is CallStatus.OFFERED:
            callers.append((call.call_id, number_or_none, since))
    for call_id, number, since in callers:
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
