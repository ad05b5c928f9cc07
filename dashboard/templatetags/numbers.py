"""Owns how pages write numbers that may grow long."""

from math import isfinite

from django import template

register = template.Library()

A_TENTH = 0.09995  # what is written as 10.0 %


@register.filter
def grouped(number: int) -> str:
    """1234567 as "1,234,567"."""
    return f"{number:,}"


@register.filter
def share(part: float) -> str:
    """0.08337 as "8.34 %", 0.8884 as "88.8 %"."""
    digits = 2 if 0 < part < A_TENTH else 1
    return f"{100 * part:.{digits}f} %"


@register.filter
def seconds(lasted: float) -> str:
    """7.84 as "7.8 s"; what has no end as "no end"."""
    return f"{lasted:,.1f} s" if isfinite(lasted) else "no end"


@register.filter
def figure(number: float) -> str:
    """A number that need not be whole: 1234.5 as "1,234.5", 10.0 as "10"."""
    return f"{number:,.2f}".rstrip("0").rstrip(".")


@register.filter
def per_mille(part: float) -> int:
    """0.1234 as 123."""
    return int(1000 * part)


@register.filter
def signed(part: float) -> str:
    """A change as a share: 0.1 as "+10 %", -0.05 as "-5 %", 0 as "unchanged"."""
    return f"{100 * part:+.4g} %" if part else "unchanged"


@register.filter
def endless(lasted: float) -> bool:
    """Whether it never ends."""
    return not isfinite(lasted)
