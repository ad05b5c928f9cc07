"""Predicted figures for a demand and a number of agents. Pure."""

from dataclasses import dataclass
from enum import StrEnum
from math import exp, inf

from routing.model.service_level import BY_OFFERED, Counted, Denominator, ServiceLevel
from simulation.theory.demand import Demand
from simulation.theory.erlang import erlang_c
from simulation.theory.erlang_a import erlang_a
from simulation.theory.question_limits import check_range


class Model(StrEnum):
    """The model of a prediction; both assume one group of agents who each serve every call."""

    ERLANG_A = "Erlang A"
    ERLANG_C = "Erlang C"


@dataclass(frozen=True)
class Figures:
    """Long-run figures; shares from 0 to 1.

    `service_level`: answered within `within_seconds` ÷ the denominator asked for; `level_share`: that
    denominator ÷ offered. `asa_seconds`: mean wait of the answered. `abandoned`: hung up ÷ offered.
    `occupancy`: busy ÷ (busy + idle). `queue_depth`: mean calls waiting. If the queue grows without limit,
    ASA and depth are infinite.
    """

    model: Model
    agents: int
    within_seconds: float
    wait_probability: float
    service_level: float
    level_share: float
    asa_seconds: float
    abandoned: float
    occupancy: float
    queue_depth: float


def predict(
    demand: Demand, *, agents: int, within_seconds: float, level: ServiceLevel = BY_OFFERED
) -> Figures:
    """The figures for a number of agents: Erlang A if callers hang up, otherwise Erlang C.

    Under Erlang C every call is answered, so each denominator is all offered calls. Without calls `agents`
    may be 0. Raises TheoryRangeError.
    """
    check_range("within_seconds", within_seconds)
    if agents or demand.load:
        check_range("agents", agents)
    if not demand.load:
        return _quiet(demand, agents, within_seconds)
    if demand.patience_seconds is None:
        return _patient(demand, agents, within_seconds)
    return _impatient(demand, demand.patience_seconds, agents, within_seconds, level)


def model_of(demand: Demand) -> Model:
    """The model that suits the demand."""
    return Model.ERLANG_C if demand.patience_seconds is None else Model.ERLANG_A


def _quiet(demand: Demand, agents: int, within_seconds: float) -> Figures:
    return Figures(
        model=model_of(demand),
        agents=agents,
        within_seconds=within_seconds,
        wait_probability=0.0,
        service_level=1.0,
        level_share=1.0,
        asa_seconds=0.0,
        abandoned=0.0,
        occupancy=0.0,
        queue_depth=0.0,
    )


def _patient(demand: Demand, agents: int, within_seconds: float) -> Figures:
    """Waits are exponential, at the rate of n - a agents (Cooper 1981, ch. 3)."""
    waits = erlang_c(demand.load, agents)
    spare = agents - demand.load
    late = waits * exp(-spare * within_seconds / demand.aht_seconds) if spare > 0 else 1.0
    asa = waits * demand.aht_seconds / spare if spare > 0 else inf
    return Figures(
        model=Model.ERLANG_C,
        agents=agents,
        within_seconds=within_seconds,
        wait_probability=waits,
        service_level=1 - late,
        level_share=1.0,
        asa_seconds=asa,
        abandoned=0.0,
        occupancy=min(1.0, demand.load / agents),
        queue_depth=demand.calls_per_second * asa,
    )


def _impatient(
    demand: Demand, patience_seconds: float, agents: int, within_seconds: float, level: ServiceLevel
) -> Figures:
    """Calls hang up at the rate depth ÷ patience, which gives the depth (Mandelbaum and Zeltyn 2007)."""
    expected = erlang_a(
        calls_per_second=demand.calls_per_second,
        aht_seconds=demand.aht_seconds,
        patience_seconds=patience_seconds,
        agents=agents,
        within_seconds=within_seconds,
        short_abandon_seconds=level.short_abandon_seconds if level.of is Denominator.DECIDED else 0.0,
    )
    counted = Counted(
        within_target=expected.within_target,
        answered=1 - expected.abandoned,
        abandoned=expected.abandoned,
        abandoned_soon=expected.abandoned_soon,
    )
    return Figures(
        model=Model.ERLANG_A,
        agents=agents,
        within_seconds=within_seconds,
        wait_probability=expected.wait_probability,
        service_level=min(1.0, level.share(counted) or 0.0),
        level_share=level.whole(counted),
        asa_seconds=expected.asa_seconds,
        abandoned=expected.abandoned,
        occupancy=demand.load * (1 - expected.abandoned) / agents,
        queue_depth=demand.calls_per_second * expected.abandoned * patience_seconds,
    )
