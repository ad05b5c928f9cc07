"""Plan of a run, as the people in it need it: who comes when, how long things take, ids of calls. Pure."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from simulation.arrivals import Arrival, Mark
from simulation.durations import Durations
from simulation.people.callers import Caller, Names


class Played(Protocol):
    """What steps need to know of a run, be it a load or a scenario."""

    @property
    def run_id(self) -> str:
        """The id of the run, and the source of its calls."""
        ...

    @property
    def durations(self) -> Durations:
        """How long things take, in seconds of the clock."""
        ...

    def call_id(self, number: int) -> str:
        """The id of the call that an arrival brings."""
        ...

    def number_of(self, call_id: str | None) -> int | None:
        """The arrival that brought a call, or None if the call is not of this run."""
        ...

    def seconds_at(self, moment: datetime) -> float:
        """How long the run has been going on at a moment, in the seconds that its arrivals count in."""
        ...

    def left_out(self, after: Mark, *, seconds: float, limit: int) -> Mark:
        """The place behind those who should have come before `seconds` and are too late to be sent in."""
        ...

    def due(self, after: Mark, *, until_seconds: float, limit: int) -> list[Arrival]:
        """The arrivals behind a place that should have come by then, at most so many."""
        ...

    def caller(self, number: int, names: Names) -> Caller:
        """The caller that an arrival brings."""
        ...


@dataclass(frozen=True)
class Named:
    """A run with its id, after which its calls are named."""

    run_id: str

    def call_id(self, number: int) -> str:
        """The id of the call that arrival `number` brings; sent twice, it is one call."""
        return f"{self.run_id}-{number:06d}"

    def number_of(self, call_id: str | None) -> int | None:
        """The arrival that brought a call, or None if the call is not of this run."""
        run_id, _, number = (call_id or "").rpartition("-")
        return int(number) if run_id == self.run_id and number.isdecimal() else None
