"""Demand on a group of agents: call rate, handle time, patience, relaxation time. Pure."""

from dataclasses import dataclass, replace
from math import inf, sqrt

from simulation.theory.question_limits import check_range


@dataclass(frozen=True)
class Demand:
    """Random arrivals, a mean handle time, and a mean patience; None means endless patience.

    The handle time is all the time a call keeps an agent from others: ring, talk and wrap-up. Raises
    TheoryRangeError if a figure is outside its limits.
    """

    calls_per_second: float
    aht_seconds: float
    patience_seconds: float | None = None

    def __post_init__(self) -> None:
        check_range("calls_per_second", self.calls_per_second)
        check_range("aht_seconds", self.aht_seconds)
        if self.patience_seconds is not None:
            check_range("patience_seconds", self.patience_seconds)
        check_range("load_erlangs", self.load)

    @property
    def load(self) -> float:
        """The offered load in erlangs: the number of agents that the calls keep busy if none is lost."""
        return self.calls_per_second * self.aht_seconds

    def changed(self, *, volume: float = 0.0, aht: float = 0.0) -> "Demand":
        """The same with more (0.1 is 10 %) or less (-0.1) volume or handle time.

        Raises TheoryRangeError.
        """
        check_range("volume_change", volume)
        check_range("aht_change", aht)
        return replace(
            self,
            calls_per_second=self.calls_per_second * (1 + volume),
            aht_seconds=self.aht_seconds * (1 + aht),
        )


def demand_of(
    *, calls: float, interval_seconds: float, aht_seconds: float, patience_seconds: float | None = None
) -> Demand:
    """The demand of the calls in an interval. Raises TheoryRangeError."""
    check_range("calls", calls)
    check_range("interval_seconds", interval_seconds)
    return Demand(calls / interval_seconds, aht_seconds, patience_seconds)


def relaxation_seconds(demand: Demand, agents: int) -> float:
    """The time in which the effect of the initial state falls to 1/e; infinite if it never does.

    Without hang-ups AHT / (c(1 - √r)²) with c agents busy a share r of their time, from the spectrum of M/M/c
    (P. M. Morse, "Queues, Inventories and Maintenance", 1958; S. Karlin and J. McGregor, "Many server
    queueing processes with Poisson input and exponential service times", 1958), and at least AHT, in which
    the present calls end. With hang-ups, each caller leaves at a rate of at least 1 / max(AHT, patience),
    which bounds it.
    """
    aht = demand.aht_seconds
    busy = demand.load / agents
    patient = max(aht, aht / (agents * (1 - sqrt(busy)) ** 2)) if busy < 1 else inf
    if demand.patience_seconds is None:
        return patient
    return min(patient, max(aht, demand.patience_seconds))
