"""Theory against another program: Ciw, with and without patience."""

from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import pytest

from routing.model.service_level import Denominator, ServiceLevel
from simulation.theory import Demand, predict
from tests.thorough import every

BATCHES = 20
CALLS_IN_BATCH = 2_500
# Of 20 batches the mean is off by more than this many standard errors once in a thousand (Student's t).
ERRORS_ALLOWED = 3.9
SHORT = 8.0  # seconds, the short-abandon limit


@dataclass(frozen=True)
class Seen:
    """Results of one batch of simulated calls; `levels` by denominator."""

    waited: float
    abandoned: float
    levels: dict[Denominator, float]
    asa_seconds: float


def batches(demand: Demand, *, agents: int, within: float) -> list[Seen]:
    """Simulates calls in a row after a while that is not looked at, and looks at them in batches."""
    import ciw  # type: ignore[import-untyped]  # noqa: PLC0415 - it loads slowly, and each process of a run would

    hang_up = (
        {"reneging_time_distributions": [ciw.dists.Exponential(1 / demand.patience_seconds)]}
        if demand.patience_seconds
        else {}
    )
    network = ciw.create_network(
        arrival_distributions=[ciw.dists.Exponential(demand.calls_per_second)],
        service_distributions=[ciw.dists.Exponential(1 / demand.aht_seconds)],
        number_of_servers=[agents],
        **hang_up,
    )
    ciw.seed(7)
    simulation = ciw.Simulation(network)
    simulation.simulate_until_max_customers((BATCHES + 2) * CALLS_IN_BATCH, method="Arrive")
    calls = sorted(simulation.get_all_records(), key=lambda call: call.arrival_date)[CALLS_IN_BATCH:]
    return [
        _seen(calls[start : start + CALLS_IN_BATCH], within)
        for start in range(0, BATCHES * CALLS_IN_BATCH, CALLS_IN_BATCH)
    ]


def _seen(calls: list[Any], within: float) -> Seen:
    waits = [call.waiting_time for call in calls if call.record_type == "service"]
    lost = [call.waiting_time for call in calls if call.record_type == "renege"]
    in_time = sum(wait <= within for wait in waits)
    return Seen(
        waited=fmean(call.waiting_time > 0 for call in calls),
        abandoned=1 - len(waits) / len(calls),
        levels={
            Denominator.OFFERED: in_time / len(calls),
            Denominator.ANSWERED: in_time / len(waits),
            Denominator.DECIDED: in_time / (len(waits) + sum(wait >= SHORT for wait in lost)),
        },
        asa_seconds=fmean(waits),
    )


@pytest.mark.parametrize(
    ("load", "patience", "agents", "within"),
    every(2, [(10, None, 14, 20.0), (10, 180, 11, 20.0), (10, 45, 9, 10.0), (30, 600, 32, 20.0)]),
)
def test_ciw_sees_the_same_figures(load: float, patience: float | None, agents: int, within: float) -> None:
    demand = Demand(calls_per_second=load / 180, aht_seconds=180, patience_seconds=patience)
    figures = predict(demand, agents=agents, within_seconds=within)

    def level(of: Denominator) -> float:
        asked = ServiceLevel(of, SHORT)
        return predict(demand, agents=agents, within_seconds=within, level=asked).service_level

    seen = batches(demand, agents=agents, within=within)

    for expected, values in (
        (figures.wait_probability, [batch.waited for batch in seen]),
        (figures.abandoned, [batch.abandoned for batch in seen]),
        *((level(of), [batch.levels[of] for batch in seen]) for of in Denominator),
        (figures.asa_seconds, [batch.asa_seconds for batch in seen]),
    ):
        error = stdev(values) / sqrt(BATCHES)
        assert abs(fmean(values) - expected) <= ERRORS_ALLOWED * error
        assert error <= max(0.08 * expected, 0.005)  # so small that a wrong formula would show
