"""Pauses of an agent on one day, for reasons with a daily limit: booked at the end of each. Pure."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta

from routing.model.agents import Agent, AgentStatus, PauseTotal
from routing.model.settings.pause_reasons import PauseReasons

DayOf = Callable[[datetime], date]


def used_seconds(agent: Agent, reason: str, day: date) -> float:
    """The time of ended pauses of a reason on a day."""
    return sum(one.milliseconds for one in _on(agent, day) if one.reason == reason) / 1000


def pause_ended(before: Agent, after: Agent, reasons: PauseReasons, *, at: datetime, day_of: DayOf) -> Agent:
    """The agent after a choice, with the pause that the choice ends in the totals of its day.

    A pause for another reason begins now.
    """
    goes_on = after.chosen_status is AgentStatus.PAUSED
    same = goes_on and after.pause_reason == before.pause_reason
    if before.status is not AgentStatus.PAUSED or same:
        return after
    booked = _booked(before, after, reasons, at=at, day_of=day_of)
    return replace(booked, status_since=at) if goes_on else booked


def _booked(before: Agent, after: Agent, reasons: PauseReasons, *, at: datetime, day_of: DayOf) -> Agent:
    """A pause belongs to the day on which it began; totals of other days than that and today are dropped."""
    reason, began = before.pause_reason, day_of(before.status_since)
    kept = [*_on(before, day_of(at)), *(_on(before, began) if began != day_of(at) else ())]
    if not reasons.daily.get(reason):
        return replace(after, pauses=tuple(kept))
    lasted = max(0, round((at - before.status_since) / timedelta(milliseconds=1)))
    earlier = sum(one.milliseconds for one in kept if (one.reason, one.day) == (reason, began.isoformat()))
    others = [one for one in kept if (one.reason, one.day) != (reason, began.isoformat())]
    return replace(after, pauses=(*others, PauseTotal(reason, began.isoformat(), earlier + lasted)))


def _on(agent: Agent, day: date) -> list[PauseTotal]:
    return [one for one in agent.pauses if one.day == day.isoformat()]
