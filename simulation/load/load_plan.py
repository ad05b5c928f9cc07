"""Plan of a load: everything decided at its start. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from simulation.arrivals import Arrival, Mark, arrivals_due, place_at
from simulation.durations import Durations
from simulation.people.callers import Caller, Names, Wish, caller_of
from simulation.people.run_plan import Named


@dataclass(frozen=True)
class Plan(Named):
    """A load: id, seed, calls per second, preferences of callers, durations, start."""

    seed: int
    rate: float
    wishes: tuple[Wish, ...]
    durations: Durations
    started_at: datetime

    def seconds_at(self, moment: datetime) -> float:
        """Seconds since the start of the run."""
        return (moment - self.started_at) / timedelta(seconds=1)

    def left_out(self, after: Mark, *, seconds: float, limit: int) -> Mark:
        """The position after the last arrival before `seconds`: a load skips them."""
        return place_at(seed=self.seed, rate=self.rate, after=after, seconds=seconds, limit=limit)

    def due(self, after: Mark, *, until_seconds: float, limit: int) -> list[Arrival]:
        """See Played."""
        return arrivals_due(
            seed=self.seed, rate=self.rate, after=after, until_seconds=until_seconds, limit=limit
        )

    def caller(self, number: int, names: Names) -> Caller:
        """See Played."""
        return caller_of(seed=self.seed, number=number, wishes=self.wishes, names=names)
