"""Ratios over replications with confidence bounds: ratio estimator, Student's t. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import atan, cos, pi, sin, sqrt
from statistics import fmean, stdev

CONFIDENCE = 0.99
_STEPS = 80


@dataclass(frozen=True)
class Interval:
    """An estimate from `count` replications, and the bounds that hold the true value with 99 % confidence.

    The bounds are None for a single replication.
    """

    mean: float
    low: float | None
    high: float | None
    count: int

    def holds(self, value: float) -> bool | None:
        """Whether a value lies within the bounds; None if these cannot tell.

        Equal replications only mean that differences are rare: bounds without width refute nothing.
        """
        if self.low is None or self.high is None:
            return None
        return self.low <= value <= self.high or (None if self.low == self.high else False)


def ratio_of(
    parts: Sequence[float], wholes: Sequence[float], *, confidence: float = CONFIDENCE
) -> Interval | None:
    """Σ parts ÷ Σ wholes over independent replications, with its bounds; None if the whole is 0.

    The classical ratio estimator (W. G. Cochran, "Sampling Techniques", 3rd ed. 1977, ch. 6; A. M. Law,
    "Simulation Modeling and Analysis", 5th ed. 2015, ch. 9). The mean of the replications' ratios would be
    biased if each has few calls: busy ones have more calls, but no more weight.
    """
    if not sum(wholes):
        return None
    estimate = sum(parts) / sum(wholes)
    return interval_around(estimate, deviations_of(parts, wholes), confidence=confidence)


def deviations_of(parts: Sequence[float], wholes: Sequence[float]) -> list[float]:
    """The deviation of each replication from the ratio, as if it were their mean (delta method).

    (part - ratio · whole) ÷ mean whole; their sum is 0.
    """
    ratio, mean = sum(parts) / sum(wholes), fmean(wholes)
    return [(part - ratio * whole) / mean for part, whole in zip(parts, wholes, strict=True)]


def interval_around(
    estimate: float, deviations: Sequence[float], *, confidence: float = CONFIDENCE
) -> Interval:
    """An estimate whose error is the mean of these deviations, with bounds by Student's t."""
    count = len(deviations)
    if count == 1:
        return Interval(estimate, None, None, 1)
    half = student_t(confidence, count - 1) * error_of(deviations)
    return Interval(estimate, estimate - half, estimate + half, count)


def error_of(deviations: Sequence[float]) -> float:
    """The standard error of the mean of at least two deviations."""
    return stdev(deviations) / sqrt(len(deviations))


@lru_cache
def student_t(confidence: float, freedom: int) -> float:
    """The t that |T| exceeds with probability 1 - confidence, for these degrees of freedom."""
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
