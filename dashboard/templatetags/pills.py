"""Template tags of a call's status: colour, icon and word, as the board's scripts draw them."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from routing.model.calls import CallStatus

register = template.Library()

CALL_PILLS = {
    CallStatus.CREATED: ("New", "dot", "grey"),
    CallStatus.QUEUED: ("Waiting", "clock", "plain"),
    CallStatus.OFFERED: ("Ringing", "bell", "sky"),
    CallStatus.IN_PROGRESS: ("In progress", "phone", "blue"),
    CallStatus.COMPLETED: ("Ended", "check", "grey"),
    CallStatus.ABANDONED: ("Abandoned", "off", "grey"),
    CallStatus.REMOVED: ("Removed", "close", "grey"),
    CallStatus.REJECTED: ("Rejected", "off", "grey"),
    CallStatus.DEAD_LETTERED: ("Failed", "warn", "orange"),
}


@register.simple_tag
def call_pill(status: CallStatus) -> SafeString:
    """A call's status; the page includes `dashboard/parts/sprite.html` for the icons."""
    word, icon, tone = CALL_PILLS[status]
    return format_html('<span class="pill tone-{}">{}{}</span>', tone, icon_named(icon), word)


@register.filter
def queue_name(key: object) -> str:
    """A queue's key as people read it: "W#English#Any" as "English · Any"."""
    return " · ".join(str(key).split("#")[1:])


@register.simple_tag(name="icon")
def icon_named(name: str) -> SafeString:
    """One icon of the sprite, always beside a word."""
    return format_html(
        '<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">'
        '<use href="#icon-{}"></use></svg>',
        name,
    )
