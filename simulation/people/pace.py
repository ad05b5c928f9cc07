"""Pace of a run: how time passes, how often a step begins."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic, sleep

STEP_SECONDS = 0.1
# Even a late worker lets others use the table between two steps.
LEAST_PAUSE_SECONDS = 0.02


@dataclass(frozen=True)
class Pace:
    """Pace of time; tests bring their own."""

    monotonic: Callable[[], float] = monotonic
    sleep: Callable[[float], None] = sleep

    def rest(self, began: float, *, least: float = LEAST_PAUSE_SECONDS) -> float:
        """The seconds until the next step, after one that began then."""
        return max(STEP_SECONDS - (self.monotonic() - began), least)
