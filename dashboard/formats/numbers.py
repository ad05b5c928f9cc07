"""Numbers as pages write them: grouped digits, shares, seconds, durations. Pure."""

from collections.abc import Callable
from math import isfinite

from routing.model.shares import decimals_of, percent

MOST_DIGITS = 6


def grouped(number: int) -> str:
    """1234567 as "1,234,567"."""
    return f"{number:,}"


Written = Callable[[float, int], str]
"""Format of a number, with extra digits."""


def share(part: float, more: int = 0) -> str:
    """0.08337 as "8.34 %", 0.8884 as "88.8 %"."""
    return percent(part, 1 + more)


def points(part: float, more: int = 0) -> str:
    """A difference of shares: 0.0834 as "8.34 points"."""
    return f"{100 * part:.{decimals_of(part, 1 + more)}f} points"


def seconds(lasted: float, more: int = 0) -> str:
    """7.84 as "7.8 s"; infinity as "no end"."""
    return f"{lasted:,.{1 + more}f} s" if isfinite(lasted) else "no end"


def figure(number: float, more: int = 0) -> str:
    """A number, not necessarily whole: 1234.5 as "1,234.5", 10.0 as "10"."""
    return f"{number:,.{2 + more}f}".rstrip("0").rstrip(".")


def digits_apart(written: Written, value: float, limit: float) -> int:
    """Extra digits that a figure needs so that it does not read as the limit it misses.

    79.97 % marked as below 80 % must not be written as 80.0 %.
    """
    for more in range(MOST_DIGITS):
        if _number(written(value, more)) != _number(written(limit, more)):
            return more
    return MOST_DIGITS


def _number(text: str) -> str:
    """The number in a text without its unit: 0.00 equals 0.0."""
    number, _, _ = text.partition(" ")
    return number.rstrip("0").rstrip(".") if "." in number else number


def written_duration(seconds: float) -> str:
    """Seconds as "0:07", "12:41" or "1:02:11"; never negative, since two clocks may disagree a little."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
