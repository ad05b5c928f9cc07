"""Template tags for moments and durations, in the reader's named time zone.

Each tag takes the page's moment from `now` in the context, and the zone from `reader_zone`.
"""

from datetime import UTC, datetime, timedelta
from math import ceil

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from dashboard.formats.numbers import written_duration
from live.board.rows import to_iso

register = template.Library()

NOTHING = "\N{EN DASH}"
MINUTES = "minutes"


@register.simple_tag(takes_context=True)
def moment(context: template.Context, at: datetime | None, exact: str = "") -> SafeString | str:
    """A moment that a script keeps up to date; exact to "minutes", else to seconds."""
    if at is None:
        return NOTHING
    text = moment_text(context, at, exact)
    kept = format_html('="{}"', exact) if exact else ""
    return format_html('<time class="number" datetime="{}" data-moment{}>{}</time>', to_iso(at), kept, text)


@register.simple_tag(takes_context=True)
def moment_text(context: template.Context, at: datetime, exact: str = "") -> str:
    """The same as text: "12:03:41 CET"; with the day, and the year, if different."""
    zone = context.get("reader_zone") or UTC
    here, today = at.astimezone(zone), context["now"].astimezone(zone).date()
    year = "" if here.year == today.year else f"{here.year} "
    day = "" if here.date() == today else f"{here.day} {here:%b} {year}"
    time = f"{here:%H:%M}" if exact == MINUTES else f"{here:%H:%M:%S}"
    return f"{day}{time} {here:%Z}"


@register.simple_tag(takes_context=True)
def age(context: template.Context, at: datetime | None) -> SafeString | str:
    """Time since a moment, as a running duration."""
    if at is None:
        return NOTHING
    text = written_duration((context["now"] - at).total_seconds())
    return format_html('<time class="number" datetime="{}" data-age>{}</time>', to_iso(at), text)


@register.simple_tag(takes_context=True)
def left(context: template.Context, at: datetime | None) -> SafeString | str:
    """Time until a due moment, as a running duration; past it, the delay."""
    if at is None:
        return NOTHING
    seconds = (at - context["now"]).total_seconds()
    late = seconds < 0
    text = written_duration(-seconds if late else ceil(seconds))
    return format_html(
        '<time class="number{}" datetime="{}" data-left>{}{}</time>',
        " late" if late else "",
        to_iso(at),
        text,
        " late" if late else "",
    )


@register.simple_tag
def duration(lasted: timedelta) -> str:
    return written_duration(lasted.total_seconds())
