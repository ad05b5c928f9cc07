"""Template filters of the history: figures that may be missing."""

from django import template

from dashboard.formats.numbers import seconds, share, written_duration
from dashboard.templatetags.moments import NOTHING

register = template.Library()


@register.filter
def share_or_none(part: float | None) -> str:
    """A share, or a dash without one."""
    return NOTHING if part is None else share(part)


@register.filter
def seconds_or_none(lasted: float | None) -> str:
    """Seconds, or a dash without any."""
    return NOTHING if lasted is None else seconds(lasted)


@register.filter
def rating_or_none(mean: float | None) -> str:
    """A mean rating with one decimal, or a dash without one."""
    return NOTHING if mean is None else f"{mean:.1f}"


@register.filter
def as_duration(lasted: float | None) -> str:
    """Seconds as a duration, or a dash without any."""
    return NOTHING if lasted is None else written_duration(lasted)
