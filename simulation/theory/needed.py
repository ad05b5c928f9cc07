"""Agents needed: the fewest that reach every goal, how many to schedule, what-if. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

from routing.model.service_level import BY_OFFERED, ServiceLevel
from simulation.theory.demand import Demand
from simulation.theory.exceptions import GoalError
from simulation.theory.figures import Figures, predict
from simulation.theory.question_limits import check_range

# 85 % of 20 agents are 17, though floats give 17.000000000000004.
ROUNDING = 1e-9
USUAL_WITHIN_SECONDS = 20.0
GOALS = ("service_level", "max_asa_seconds", "max_abandoned", "max_occupancy")


@dataclass(frozen=True)
class Goals:
    """Goals of agents; shares from 0 to 1, None for no goal.

    `service_level` of the calls that `level` counts are answered within `within_seconds`. Raises
    TheoryRangeError for a figure outside its limits, GoalError if there is no goal.
    """

    service_level: float | None = None
    within_seconds: float = USUAL_WITHIN_SECONDS
    max_asa_seconds: float | None = None
    max_abandoned: float | None = None
    max_occupancy: float | None = None
    level: ServiceLevel = BY_OFFERED

    def __post_init__(self) -> None:
        check_range("within_seconds", self.within_seconds)
        asked = {name: value for name in GOALS if (value := getattr(self, name)) is not None}
        for name, value in asked.items():
            check_range(name, value)
        if not asked:
            raise GoalError("goals", f"none is given; name at least one of {', '.join(GOALS)}")

    def expected(self, demand: Demand, agents: int) -> Figures:
        """The figures of a number of agents, for these goals. Raises TheoryRangeError."""
        return predict(demand, agents=agents, within_seconds=self.within_seconds, level=self.level)

    def reached_by(self, figures: Figures) -> bool:
        """Whether the figures, which must be as `expected` tells them, reach every goal."""
        return not self.missed_by(figures)

    def missed_by(self, figures: Figures) -> list[str]:
        """The names of the goals that the figures, as `expected` tells them, do not reach."""
        reached = (
            _at_least(figures.service_level, self.service_level),
            _at_most(figures.asa_seconds, self.max_asa_seconds),
            _at_most(figures.abandoned, self.max_abandoned),
            _at_most(figures.occupancy, self.max_occupancy),
        )
        return [goal for goal, is_reached in zip(GOALS, reached, strict=True) if not is_reached]


@dataclass(frozen=True)
class AgentsNeeded:
    """The fewest agents that reach the goals, their figures, and the number to schedule."""

    figures: Figures
    scheduled_agents: int

    @property
    def agents(self) -> int:
        """Agents at work, busy or waiting for a call."""
        return self.figures.agents


def agents_needed(demand: Demand, goals: Goals, *, shrinkage: float = 0.0) -> AgentsNeeded:
    """The fewest agents that reach every goal; `shrinkage` is the share of scheduled time away from work.

    More agents never make a figure worse, so bisection finds them. Raises TheoryRangeError, and GoalError for
    a goal without meaning for this demand.
    """
    check_range("shrinkage", shrinkage)
    if goals.max_abandoned is not None and demand.patience_seconds is None:
        raise GoalError("max_abandoned", "nobody hangs up unless patience_seconds is given")
    figures = _fewest(demand, goals)
    return AgentsNeeded(figures, agents_scheduled(figures.agents, shrinkage=shrinkage))


def agents_scheduled(agents: int, *, shrinkage: float) -> int:
    """The number to schedule for a number of agents at work. Raises TheoryRangeError."""
    check_range("shrinkage", shrinkage)
    return ceil(agents / (1 - shrinkage) - ROUNDING)


def agents_needed_by_interval(
    demands: Sequence[Demand], goals: Goals, *, shrinkage: float = 0.0
) -> list[AgentsNeeded]:
    """The agents needed in each interval of a day, each taken alone. Raises as `agents_needed`.

    Treats each interval as if it lasted (SIPP, stationary independent period by period: L. Green, P. Kolesar
    and J. Soares, "Improving the SIPP approach for staffing service systems that have cyclic demands",
    Operations Research 2001); it is inaccurate if handle times are long for the interval, or volume jumps.
    """
    check_range("intervals", len(demands))
    needed = {demand: agents_needed(demand, goals, shrinkage=shrinkage) for demand in set(demands)}
    return [needed[demand] for demand in demands]


def _fewest(demand: Demand, goals: Goals) -> Figures:
    """Goes up from the load until the goals are reached, then bisects below."""
    if not demand.load:
        return goals.expected(demand, 0)
    too_few = floor(demand.load) if demand.patience_seconds is None else 0
    agents, step = floor(demand.load) + 1, 1
    enough = goals.expected(demand, agents)
    while not goals.reached_by(enough):
        too_few, agents, step = agents, agents + step, step * 2
        enough = goals.expected(demand, agents)
    while enough.agents - too_few > 1:
        middle = goals.expected(demand, (too_few + enough.agents) // 2)
        if goals.reached_by(middle):
            enough = middle
        else:
            too_few = middle.agents
    return enough


def _at_least(value: float, goal: float | None) -> bool:
    return goal is None or value >= goal - ROUNDING


def _at_most(value: float, goal: float | None) -> bool:
    return goal is None or value <= goal * (1 + ROUNDING)


@dataclass(frozen=True)
class WhatIf:
    """A demand beside a changed one.

    `unchanged_agents`: the figures of the base's agents under the changed demand.
    """

    base: AgentsNeeded
    demand: Demand
    changed: AgentsNeeded
    unchanged_agents: Figures

    @property
    def more_agents(self) -> int:
        """Additional agents at work for the change; below 0 if fewer."""
        return self.changed.agents - self.base.agents


def what_if(
    demand: Demand, goals: Goals, *, volume: float = 0.0, aht: float = 0.0, shrinkage: float = 0.0
) -> WhatIf:
    """The effect of more (0.1 is 10 %) or less (-0.1) volume or handle time.

    Raises TheoryRangeError and GoalError, as `Demand.changed` and `agents_needed`.
    """
    base = agents_needed(demand, goals, shrinkage=shrinkage)
    other = demand.changed(volume=volume, aht=aht)
    return WhatIf(
        base=base,
        demand=other,
        changed=agents_needed(other, goals, shrinkage=shrinkage),
        unchanged_agents=goals.expected(other, base.agents),
    )
