"""Owns the plan of one run: everything that was decided when it started and stays as it is. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from simulation.callers import Wish
from simulation.durations import Durations


@dataclass(frozen=True)
class Plan:
    """A run: its id, its seed, calls per second, what callers want, how long things take, and its start."""

    run_id: str
    seed: int
    rate: float
    wishes: tuple[Wish, ...]
    durations: Durations
    started_at: datetime

    def call_id(self, number: int) -> str:
        """The id of the call that arrival `number` brings; sent twice, it is one call."""
        return f"{self.run_id}-{number:06d}"

    def number_of(self, call_id: str | None) -> int | None:
        """The arrival that brought a call, or None if the call is not of this run."""
        run_id, _, number = (call_id or "").rpartition("-")
        return int(number) if run_id == self.run_id and number.isdecimal() else None

    def seconds_at(self, moment: datetime) -> float:
        """How long the run has been going on at a moment."""
        return (moment - self.started_at) / timedelta(seconds=1)
