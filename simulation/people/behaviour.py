"""Behaviour of simulated people: their next actions, from agents and calls. Pure.

It depends on the calls of one run and their agents only. Due times follow from the times in the table and the
arrival's durations, so any process can continue where another one died. A process that acted late knows when
it should have, and counts from there: a late answer does not make the talk end late.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import isfinite

from routing.model.agents import Agent, AgentStatus, person_id
from routing.model.calls import Call, CallStatus
from routing.model.queues import CallEntry
from simulation.chats.dialogues import Line
from simulation.durations import Durations
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

Action = Accept | Complete | EndWrapUp | Abandon | Line
Timer = tuple[datetime, Action | RingOut]

BEFORE_AN_ANSWER = frozenset({CallStatus.QUEUED, CallStatus.OFFERED})
AGENT_WITH = {
    CallStatus.OFFERED: AgentStatus.OFFERED,
    CallStatus.IN_PROGRESS: AgentStatus.ATTENDING_CALL,
    CallStatus.COMPLETED: AgentStatus.WRAP_UP,
}


@dataclass(frozen=True)
class Scene:
    """All agents and waiting calls, as read from the table."""

    agents: tuple[Agent, ...] = ()
    waiting: tuple[CallEntry, ...] = ()


def is_with(agent: Agent, call: Call) -> bool:
    """Whether an agent has this call, in the status that belongs to that of the call."""
    if call.channel and call.status is CallStatus.IN_PROGRESS:
        return call.call_id in agent.held
    return agent.call_id == call.call_id and agent.status is AGENT_WITH.get(call.status)


def planned(
    plan: Played,
    call: Call,
    agent: Agent | None = None,
    *,
    by_hand: Collection[str] = (),
    begun: datetime | None = None,
) -> tuple[Timer, ...]:
    """The next actions of one call's people, as long as nobody else acts.

    An agent that is not known has the call. `by_hand` are the ids of agents played by a person. `begun` is
    when the call's status should have begun, if that is earlier than it did.
    """
    number = plan.number_of(call.call_id)
    if number is None:
        return ()
    timers: list[Timer] = []
    if is_played(call, by_hand) and (agent is None or is_with(agent, call)):
        timers += _of_agent(plan, call, number, begun or call.status_since)
    if call.status in BEFORE_AN_ANSWER and call.waiting_since is not None:
        timers += _hang_up(plan, call, number, call.waiting_since)
    if call.status is CallStatus.OFFERED and call.until is not None:
        timers.append((call.until, RingOut(call.call_id)))
    return tuple(timers)


def is_played(call: Call, by_hand: Collection[str]) -> bool:
    """Whether the call has an agent, and no person plays it."""
    return bool(call.agent_id) and person_id(call.agent_id or "") not in by_hand


def closing_actions(plan: Played, scene: Scene, *, limit: int) -> list[Action]:
    """The actions that end this run's calls at once, at most `limit`: hang up, end talk and wrap-up."""
    leaving: list[Action] = [Abandon(entry.call_id) for entry, _ in _waiting(plan, scene)]
    return [*(_closing(agent, call_id) for agent, call_id, _ in _busy(plan, scene)), *leaving][:limit]


def is_over(plan: Played, scene: Scene) -> bool:
    """True if no call of this run is waiting, ringing, in progress or in wrap-up."""
    return not any(_busy(plan, scene)) and not any(_waiting(plan, scene))


def _busy(plan: Played, scene: Scene) -> Iterator[tuple[Agent, str, int]]:
    """The agents who have calls of this run, the id of each call, and its arrival number."""
    for agent in scene.agents:
        for call_id in agent.call_ids:
            number = plan.number_of(call_id)
            if number is not None:
                yield agent, call_id, number


def _waiting(plan: Played, scene: Scene) -> Iterator[tuple[CallEntry, int]]:
    for entry in scene.waiting:
        number = plan.number_of(entry.call_id)
        if number is not None:
            yield entry, number


def _of_agent(plan: Played, call: Call, number: int, since: datetime) -> Iterator[Timer]:
    """What the agent of a call does next with it, if anything."""
    durations, call_id, agent_id = plan.durations, call.call_id, call.agent_id or ""
    if call.status is CallStatus.OFFERED:
        delay = durations.answer_delay_of(number, failures=call.failures)
        if isfinite(delay):
            yield since + _seconds(delay), Accept(call_id, agent_id)
    elif call.channel:
        yield from _of_chat(durations, call, number, since)
    elif call.status is CallStatus.IN_PROGRESS:
        yield since + _seconds(durations.talk_of(number)), _talked(plan, call_id, number)
    elif call.status is CallStatus.COMPLETED:
        yield since + _seconds(durations.wrap_up_of(number)), EndWrapUp(agent_id, call_id)


def _of_chat(durations: Durations, call: Call, number: int, since: datetime) -> Iterator[Timer]:
    """The end of a chat in progress whose time does not follow from its messages."""
    seconds = durations.chat_of(number)
    if call.status is CallStatus.IN_PROGRESS and isfinite(seconds):
        yield since + _seconds(seconds), Complete(call.call_id)


def _hang_up(plan: Played, call: Call, number: int, since: datetime) -> Iterator[Timer]:
    patience = plan.durations.patience_of(number)
    if isfinite(patience):
        yield since + _seconds(patience), Abandon(call.call_id)


def _closing(agent: Agent, call_id: str) -> Action:
    if call_id in agent.held:
        return Complete(call_id)
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
