"""Limits of a prediction's input. Pure.

They keep one prediction below about a second: its cost grows with agents and with the longest queue.
"""

from simulation.ranges import Limits
from simulation.theory.exceptions import TheoryRangeError

LIMITS = {
    "calls": Limits(0, 1_000_000, "calls in an interval"),
    "intervals": Limits(1, 1_000, "intervals"),
    "interval_seconds": Limits(60, 86_400, "seconds"),
    "calls_per_second": Limits(0, 100, "calls per second"),
    "aht_seconds": Limits(0.1, 7_200, "seconds"),
    "patience_seconds": Limits(0.1, 3_600, "seconds"),
    "load_erlangs": Limits(0, 10_000, "erlangs (calls per second · AHT)"),
    "agents": Limits(1, 200_000, "agents"),
    "within_seconds": Limits(0, 3_600, "seconds"),
    "service_level": Limits(0.01, 0.999, "%"),
    "max_asa_seconds": Limits(0.1, 3_600, "seconds"),
    "max_abandoned": Limits(0.001, 0.99, "%"),
    "max_occupancy": Limits(0.1, 1, "%"),
    "shrinkage": Limits(0, 0.9, "%"),
    "volume_change": Limits(-1, 9, "%"),
    "aht_change": Limits(-0.9, 9, "%"),
}


def check_range(field: str, value: float) -> None:
    """Raises TheoryRangeError if a figure is outside its limits, or no number at all."""
    limits = LIMITS[field]
    if value not in limits:
        raise TheoryRangeError(field, value, limits)
