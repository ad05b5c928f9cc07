"""Staffing plan: the question, the answer, other numbers of agents, what-if, the day. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import isinf

from dashboard.staffing.intervals import Interval
from simulation.theory import (
    AgentsNeeded,
    Demand,
    Figures,
    Goals,
    WhatIf,
    agents_needed,
    agents_needed_by_interval,
    agents_scheduled,
    demand_of,
    what_if,
)


@dataclass(frozen=True)
class Asked:
    """The question; shares from 0 to 1, times in seconds."""

    calls: float
    demand: Demand
    goals: Goals
    shrinkage: float
    volume: float
    aht_change: float
    interval_seconds: float
    intervals: tuple[Interval, ...]

    @property
    def is_what_if(self) -> bool:
        return bool(self.volume or self.aht_change)

    def demand_of(self, interval: Interval) -> Demand:
        """The demand of one interval of the list. Raises TheoryRangeError."""
        return demand_of(
            calls=interval.calls,
            interval_seconds=self.interval_seconds,
            aht_seconds=interval.aht_seconds or self.demand.aht_seconds,
            patience_seconds=self.demand.patience_seconds,
        )


ROWS_AROUND = 5
SECONDS_PER_HOUR = 3600


@dataclass(frozen=True)
class Row:
    """One number of agents: its figures, the schedule for it, and each goal it misses with its limit."""

    figures: Figures
    scheduled: int
    is_answer: bool
    missed: Mapping[str, float]

    @property
    def is_unstable(self) -> bool:
        """Whether the queue grows without limit."""
        return isinf(self.figures.asa_seconds)


@dataclass(frozen=True)
class DayRow:
    """One interval of the list; `changed` is its need in the what-if, if any."""

    interval: Interval
    load: float
    needed: AgentsNeeded
    changed: AgentsNeeded | None


@dataclass(frozen=True)
class Totals:
    """The list in one line: hours of agents at work and scheduled, the most at once, shares of all calls."""

    calls: float
    agent_hours: float
    scheduled_hours: float
    changed_hours: float | None
    most: DayRow
    service_level: float
    abandoned: float


@dataclass(frozen=True)
class Plan:
    """Everything on the page; `day` is empty without a list."""

    asked: Asked
    answer: AgentsNeeded
    rows: list[Row]
    what_if: WhatIf | None
    day: list[DayRow]
    totals: Totals | None

    @property
    def has_handle_times(self) -> bool:
        return any(row.interval.aht_seconds for row in self.day)

    @property
    def last_unstable(self) -> int | None:
        """Most agents with which the queue grows without limit; None if it never does."""
        demand = self.asked.demand
        return int(demand.load) if demand.patience_seconds is None and demand.load >= 1 else None


def staffing_plan(asked: Asked) -> Plan:
    """Computes the plan. The form has checked every limit, so nothing is refused here."""
    answer = agents_needed(asked.demand, asked.goals, shrinkage=asked.shrinkage)
    day = day_rows(asked)
    return Plan(
        asked=asked,
        answer=answer,
        rows=rows_around(asked, answer),
        what_if=_what_if(asked),
        day=day,
        totals=_totals(asked, day) if day else None,
    )


def rows_around(asked: Asked, answer: AgentsNeeded) -> list[Row]:
    """The numbers of agents around the answer, with their results; none without calls."""
    if not answer.agents:
        return []
    around = range(max(1, answer.agents - ROWS_AROUND), answer.agents + ROWS_AROUND + 1)
    table = [asked.goals.expected(asked.demand, agents) for agents in around]
    return [
        Row(
            figures=figures,
            scheduled=agents_scheduled(figures.agents, shrinkage=asked.shrinkage),
            is_answer=figures.agents == answer.agents,
            missed={name: getattr(asked.goals, name) for name in asked.goals.missed_by(figures)},
        )
        for figures in table
    ]


def day_rows(asked: Asked) -> list[DayRow]:
    if not asked.intervals:
        return []
    needed = _by_interval(asked)
    changed = _by_interval(_changed(asked)) if asked.is_what_if else None
    return [
        DayRow(
            interval=interval,
            load=asked.demand_of(interval).load,
            needed=needed[place],
            changed=changed[place] if changed else None,
        )
        for place, interval in enumerate(asked.intervals)
    ]


def _by_interval(asked: Asked) -> list[AgentsNeeded]:
    demands = [asked.demand_of(interval) for interval in asked.intervals]
    return agents_needed_by_interval(demands, asked.goals, shrinkage=asked.shrinkage)


def _changed(asked: Asked) -> Asked:
    """The same for the volume and handle time of the what-if."""
    longer = 1 + asked.aht_change
    return replace(
        asked,
        demand=asked.demand.changed(volume=asked.volume, aht=asked.aht_change),
        intervals=tuple(
            replace(
                interval,
                calls=interval.calls * (1 + asked.volume),
                aht_seconds=None if interval.aht_seconds is None else interval.aht_seconds * longer,
            )
            for interval in asked.intervals
        ),
    )


def _what_if(asked: Asked) -> WhatIf | None:
    if not asked.is_what_if:
        return None
    return what_if(
        asked.demand,
        asked.goals,
        volume=asked.volume,
        aht=asked.aht_change,
        shrinkage=asked.shrinkage,
    )


def _totals(asked: Asked, day: list[DayRow]) -> Totals:
    hours = asked.interval_seconds / SECONDS_PER_HOUR
    calls = sum(row.interval.calls for row in day)
    changed = [row.changed.agents for row in day if row.changed]
    return Totals(
        calls=calls,
        agent_hours=hours * sum(row.needed.agents for row in day),
        scheduled_hours=hours * sum(row.needed.scheduled_agents for row in day),
        changed_hours=hours * sum(changed) if changed else None,
        most=max(day, key=lambda row: row.needed.agents),
        service_level=_service_level(day),
        abandoned=_summed(day, lambda figures: figures.abandoned) / calls if calls else 0.0,
    )


def _service_level(day: list[DayRow]) -> float:
    """Of all intervals: each counts by the calls that its service level is a share of."""
    whole = _summed(day, lambda figures: figures.level_share)
    part = _summed(day, lambda figures: figures.level_share * figures.service_level)
    return part / whole if whole else 1.0


def _summed(day: list[DayRow], share: Callable[[Figures], float]) -> float:
    """The number of calls that are in this share of each interval's."""
    return sum(row.interval.calls * share(row.needed.figures) for row in day)
