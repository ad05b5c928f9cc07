"""Differences between two reports; paired where both had the same callers. Pure.

Reports are plain objects here, as `report_to` writes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from simulation.reports.confidence import (
    CONFIDENCE,
    Interval,
    deviations_of,
    interval_around,
    student_t,
)
from simulation.reports.replicates import ratio_sums

Kept = Mapping[str, Any]


@dataclass(frozen=True)
class Difference:
    """Difference of a figure, second report minus first, with 99 % bounds."""

    interval: Interval

    @property
    def is_beyond_chance(self) -> bool | None:
        """Whether the bounds exclude 0; None if they cannot tell."""
        held = self.interval.holds(0.0)
        return None if held is None else not held


def can_be_paired(one: Kept, other: Kept) -> bool:
    """Whether both had the same callers: the same seed, as many replications, sums of each."""
    same = all(one[name] == other[name] for name in ("seed", "replications"))
    return same and all(report.get("replicates") for report in (one, other))


def same_service_level(one: Kept, other: Kept) -> bool:
    """Whether the service levels of both have the same target time and denominator."""
    return bool(one["service_level_formula"] == other["service_level_formula"])


def difference_of(one: Kept, other: Kept, figure: str) -> Difference | None:
    """Second minus first; None if one of them has not measured the figure, or has another formula for it.

    Paired, by common random numbers (Law, "Simulation Modeling and Analysis", 5th ed. 2015, ch. 10 and 11):
    the effect of chance on both cancels out. Otherwise unpaired (B. L. Welch, Biometrika 1947).
    """
    is_measured = one["spread"].get(figure) and other["spread"].get(figure)
    if not is_measured or (figure == "service_level" and not same_service_level(one, other)):
        return None
    if can_be_paired(one, other):
        return Difference(_paired(one, other, figure))
    return Difference(_unpaired(one["spread"][figure], other["spread"][figure]))


def _paired(one: Kept, other: Kept, figure: str) -> Interval:
    sums = [ratio_sums(report["replicates"], figure) for report in (one, other)]
    first, second = (sum(parts) / sum(wholes) for parts, wholes in sums)
    pairs = zip(*(deviations_of(*each) for each in sums), strict=True)
    return interval_around(second - first, [after - before for before, after in pairs])


def _unpaired(one: Kept, other: Kept) -> Interval:
    between = other["mean"] - one["mean"]
    count = min(one["count"], other["count"])
    if None in (one["low"], other["low"]):
        return Interval(between, None, None, count)
    variances = [_error(each) ** 2 for each in (one, other)]
    if not any(variances):
        return Interval(between, between, between, count)
    freedom = sum(variances) ** 2 / sum(
        variance**2 / (each["count"] - 1) for variance, each in zip(variances, (one, other), strict=True)
    )
    half = student_t(CONFIDENCE, int(freedom)) * sqrt(sum(variances))
    return Interval(between, between - half, between + half, count)


def _error(kept: Kept) -> float:
    """The standard error behind an interval."""
    half = (kept["high"] - kept["low"]) / 2
    return float(half / student_t(CONFIDENCE, kept["count"] - 1))
