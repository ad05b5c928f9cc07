"""Staffing: agents that a number of calls needs, and what a number of agents reaches."""

from math import isfinite
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import BeforeValidator, Field

from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.conventions.problems import Problem, wrong_field
from operations.operation import Permission
from routing.runtime import service_level
from simulation.theory import (
    LIMITS,
    AgentsNeeded,
    Demand,
    Goals,
    TheoryError,
    agents_needed,
    agents_scheduled,
    demand_of,
    predict,
)

router = Router(tags=["planning"])


def _within(figure: str, description: str) -> Any:
    """A number within the limits of the theory."""
    limits = LIMITS[figure]
    return Field(ge=limits.least, le=limits.most, allow_inf_nan=False, description=description)


def _finite(value: object) -> object:
    return value if not isinstance(value, float) or isfinite(value) else None


class DemandIn(Schema):
    """Calls, agents' time, and goals; shares from 0 to 1. With `agents`, what this number reaches."""

    calls: Annotated[float, _within("calls", "calls in an interval")]
    interval_seconds: Annotated[float, _within("interval_seconds", "length of the interval")] = 1800
    aht_seconds: Annotated[float, _within("aht_seconds", "mean of ring, talk and wrap-up")]
    patience_seconds: Annotated[
        float | None, _within("patience_seconds", "mean time until a caller hangs up (default: never)")
    ] = None
    service_level: Annotated[
        float | None, _within("service_level", "goal: share answered within `within_seconds`")
    ] = None
    within_seconds: Annotated[float, _within("within_seconds", "time of the service level")] = 20
    max_asa_seconds: Annotated[float | None, _within("max_asa_seconds", "goal: longest mean wait")] = None
    max_abandoned: Annotated[float | None, _within("max_abandoned", "goal: largest share that hangs up")] = (
        None
    )
    max_occupancy: Annotated[float | None, _within("max_occupancy", "goal: largest share of time busy")] = (
        None
    )
    shrinkage: Annotated[float, _within("shrinkage", "share of scheduled time away from work")] = 0
    agents: Annotated[
        int | None,
        _within("agents", "what this number of agents reaches, instead of the fewest for the goals"),
    ] = None

    @property
    def demand(self) -> Demand:
        """Raises TheoryRangeError."""
        return demand_of(
            calls=self.calls,
            interval_seconds=self.interval_seconds,
            aht_seconds=self.aht_seconds,
            patience_seconds=self.patience_seconds,
        )

    @property
    def goals(self) -> Goals:
        """Raises TheoryRangeError, GoalError."""
        return Goals(
            service_level=self.service_level,
            within_seconds=self.within_seconds,
            max_asa_seconds=self.max_asa_seconds,
            max_abandoned=self.max_abandoned,
            max_occupancy=self.max_occupancy,
            level=service_level(),
        )


Seconds = Annotated[float | None, BeforeValidator(_finite)]


class FiguresOut(Schema):
    """Long-run figures; shares from 0 to 1. `asa_seconds` and `queue_depth` are null where the queue grows
    without limit.
    """

    model: str
    agents: int
    within_seconds: float
    wait_probability: float
    service_level: float
    asa_seconds: Seconds
    abandoned: float
    occupancy: float
    queue_depth: Seconds


class StaffingOut(Schema):
    """Agents at work, the number to schedule for them, and the figures they reach."""

    agents: int
    scheduled_agents: int
    figures: FiguresOut


@router.get("/staffing", auth=Allowed(Scope.READ, Permission.PLAN), response=StaffingOut)
def staffing(request: HttpRequest, asked: Query[DemandIn]) -> AgentsNeeded:
    """Returns the fewest agents that reach all goals, by Erlang C, or Erlang A where callers hang up."""
    try:
        return _reached(asked) if asked.agents else _needed(asked)
    except TheoryError as error:
        raise _problem(error) from None


def _needed(asked: DemandIn) -> AgentsNeeded:
    return agents_needed(asked.demand, asked.goals, shrinkage=asked.shrinkage)


def _reached(asked: DemandIn) -> AgentsNeeded:
    agents = asked.agents or 0
    figures = predict(asked.demand, agents=agents, within_seconds=asked.within_seconds, level=service_level())
    return AgentsNeeded(figures, agents_scheduled(agents, shrinkage=asked.shrinkage))


def _problem(error: TheoryError) -> Problem:
    field, _, takes = str(error).partition(": ")
    return wrong_field(field, takes)
