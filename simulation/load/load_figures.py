"""Limits and defaults of the load's figures. Pure."""

from dataclasses import dataclass

from simulation.exceptions import LoadRangeError
from simulation.people.behaviour import LONGEST_WRAP_UP_SECONDS
from simulation.ranges import Limits

LIMITS = {
    "rate": Limits(0.1, 50, "calls per second"),
    "agents": Limits(1, 500, "agents"),
    "answer_seconds": Limits(0, 60, "seconds"),
    "talk_seconds": Limits(0.1, 3600, "seconds"),
    "wrap_up_seconds": Limits(0, LONGEST_WRAP_UP_SECONDS, "seconds"),
    "patience_seconds": Limits(0.1, 3600, "seconds"),
    "seed": Limits(0, 2**31 - 1, ""),
}


@dataclass(frozen=True)
class LoadFigures:
    """Figures of a load: calls per second, agents, and mean durations in seconds.

    The durations are short, so that a board moves: at 5 calls/s they keep about 45 agents busy. Raises
    LoadRangeError if a figure is outside its limits.
    """

    rate: float
    agents: int
    answer_seconds: float = 1.0
    talk_seconds: float = 6.0
    wrap_up_seconds: float = 2.0
    patience_seconds: float = 30.0

    def __post_init__(self) -> None:
        for field, value in vars(self).items():
            check_limits(field, value)


def check_limits(field: str, value: float) -> None:
    """Raises LoadRangeError if a figure is outside its limits, or no number at all."""
    limits = LIMITS[field]
    if value not in limits:
        raise LoadRangeError(field, value, limits)
