"""Progress of a run in real time, and its line in the terminal. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """Progress of a run: calls sent of those planned, calls per second of real time, errors.

    `target_rate` is that of the plan until now, `remaining_seconds` the real time until the last arrival.
    `conflicts` counts operations that lost a race, `error` is the reason of a wait, empty without one.
    `timed` counts arrivals and actions of people, `late` those that began more than 250 ms too late.
    """

    arrived: int
    total: int
    elapsed_seconds: float
    rate: float
    target_rate: float
    remaining_seconds: float
    refused: int = 0
    errors: int = 0
    conflicts: int = 0
    error: str = ""
    timed: int = 0
    late: int = 0

    @property
    def late_share(self) -> float:
        return self.late / self.timed if self.timed else 0.0

    @property
    def line(self) -> str:
        end = f"ends in {_clock(self.remaining_seconds)}" if self.remaining_seconds else "the last calls end"
        failed = f", {self.refused} refused" if self.refused else ""
        why = f": {self.error}" if self.error else ""
        late = f", {self.late_share:.0%} of actions late" if self.late else ""
        return (
            f"{_clock(self.elapsed_seconds)}  {self.arrived:,}/{self.total:,} calls, "
            f"{self.rate:.1f} of {self.target_rate:.1f} calls/s{failed}, {self.errors} errors{why}"
            f"{late}, {end}"
        )


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"
