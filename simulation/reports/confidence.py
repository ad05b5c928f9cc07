"""Owns means over replications and how sure they are: Student's t. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import atan, cos, pi, sin, sqrt
from statistics import fmean, stdev

CONFIDENCE = 0.99
_STEPS = 80


@dataclass(frozen=True)
class Interval:
    """A mean of `count` replications, and the bounds that hold the true mean with 99 % confidence.

    The bounds are None where one replication says nothing about how far they scatter.
    """

    mean: float
    low: float | None
    high: float | None
    count: int

    def holds(self, value: float) -> bool | None:
        """Whether a value lies within the bounds; None where these cannot tell.

        Replications that all show the same scatter only too rarely to be seen: bounds without width refute
        nothing.
        """
        if self.low is None or self.high is None:
            return None
        return self.low <= value <= self.high or (None if self.low == self.high else False)


def interval_of(values: Sequence[float]) -> Interval | None:
    """The mean of independent values with its confidence interval; None of no values."""
    if not values:
        return None
    mean = fmean(values)
    if len(values) == 1:
        return Interval(mean, None, None, 1)
    half = student_t(CONFIDENCE, len(values) - 1) * stdev(values, mean) / sqrt(len(values))
    return Interval(mean, mean - half, mean + half, len(values))


@lru_cache
def student_t(confidence: float, freedom: int) -> float:
    """The t that |T| exceeds with probability 1 - confidence, for so many degrees of freedom."""
    low, high = 0.0, 1.0
    while _within(high, freedom) < confidence:
        low, high = high, high * 2
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < confidence else (low, middle)
    return high


def _within(t: float, freedom: int) -> float:
    """P(|T| < t): M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions", 26.7.3 and 26.7.4."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for k in range(2 + odd, freedom - 1, 2):
        term *= cos(angle) ** 2 * (k - 1) / k
        total += term
    total *= sin(angle)
    return 2 / pi * (angle + total) if odd else total
