"""Template filters for numbers."""

from math import isfinite

from django import template

from dashboard.formats.numbers import figure, grouped, seconds, share

register = template.Library()

for written in (grouped, share, seconds, figure):
    register.filter(written.__name__, written)


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
    return not isfinite(lasted)
