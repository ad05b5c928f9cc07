"""Staffing question, validated: demand, goals, what-if. Pure."""

from dataclasses import dataclass

from dashboard.staffing.intervals import Interval
from simulation.theory import Demand, Goals, demand_of


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
