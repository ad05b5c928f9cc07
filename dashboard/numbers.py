"""Owns how numbers that may grow long, shares and seconds are written. Pure."""

from math import isfinite

A_TENTH = 0.09995  # what is written as 10.0 %


def grouped(number: int) -> str:
    """1234567 as "1,234,567"."""
    return f"{number:,}"


def share(part: float) -> str:
    """0.08337 as "8.34 %", 0.8884 as "88.8 %"."""
    digits = 2 if 0 < part < A_TENTH else 1
    return f"{100 * part:.{digits}f} %"


def points(part: float) -> str:
    """A difference of shares: 0.0834 as "8.34 points"."""
    return share(part).replace("%", "points")


def seconds(lasted: float) -> str:
    """7.84 as "7.8 s"; what has no end as "no end"."""
    return f"{lasted:,.1f} s" if isfinite(lasted) else "no end"


def figure(number: float) -> str:
    """A number that need not be whole: 1234.5 as "1,234.5", 10.0 as "10"."""
    return f"{number:,.2f}".rstrip("0").rstrip(".")
