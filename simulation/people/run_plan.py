"""Plan of a run: arrivals, durations, ids of calls. Pure."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from simulation.arrivals import Arrival, Mark
from simulation.durations import Durations
from simulation.people.callers import Caller, Names
from simulation.scenarios import Messages


class Played(Protocol):
    """A run as steps need it, load or scenario."""

    @property
    def run_id(self) -> str:
        """The id of the run, and the source of its calls."""
        ...

    @property
    def durations(self) -> Durations:
        """Durations, in seconds of the clock."""
        ...

    @property
    def messages(self) -> Messages | None:
        """How chats are written, in seconds of the clock; None if they have no messages."""
        ...

    def call_id(self, number: int) -> str:
        """The id of an arrival's call."""
        ...

    def number_of(self, call_id: str | None) -> int | None:
        """The arrival of a call, or None if the call is not of this run."""
        ...

    def seconds_at(self, moment: datetime) -> float:
        """The time since the start of the run, in the seconds of its arrivals."""
        ...

    def moment_of(self, seconds: float) -> datetime:
        """The moment of a second of its arrivals."""
        ...

    def left_out(self, after: Mark, *, seconds: float, limit: int) -> Mark:
        """The position after arrivals due before `seconds` that are too late to be sent."""
        ...

    def due(self, after: Mark, *, until_seconds: float, limit: int) -> list[Arrival]:
        """The arrivals after a position due by then, up to the limit."""
        ...

    def caller(self, number: int, names: Names) -> Caller:
        """The caller of an arrival."""
        ...


@dataclass(frozen=True)
class Named:
    """A run with its id, which its call ids contain."""

    run_id: str

    @property
    def messages(self) -> Messages | None:
        """See Played: none, unless a kind of run has some."""
        return None

    def call_id(self, number: int) -> str:
        """The id of the call of arrival `number`; sent twice, it is one call."""
        return f"{self.run_id}-{number:06d}"

    def number_of(self, call_id: str | None) -> int | None:
        """The arrival of a call, or None if the call is not of this run."""
        run_id, _, number = (call_id or "").rpartition("-")
        number = number.partition(".")[0]  # behind it a chat has the number of a message
        return int(number) if run_id == self.run_id and number.isdecimal() else None
