"""Template tags of statuses: colour, icon and word, as the scripts draw them."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from dashboard.formats.statuses import CALL_LOOKS, Look, agent_look
from routing.model.agents import Agent
from routing.model.calls import CallStatus
from routing.model.words import queue_name

register = template.Library()
register.filter("queue_name", queue_name)


@register.simple_tag
def call_pill(status: CallStatus) -> SafeString:
    return _pill(CALL_LOOKS[status])


@register.simple_tag
def look_pill(look: Look) -> SafeString:
    return _pill(look)


@register.simple_tag
def agent_pill(agent: Agent) -> SafeString:
    return _pill(agent_look(agent))


def _pill(look: Look) -> SafeString:
    word, icon, tone = look
    return format_html('<span class="pill tone-{}">{}{}</span>', tone, icon_named(icon), word)


@register.filter
def agent_tone(agent: Agent) -> str:
    return agent_look(agent).tone


@register.simple_tag(name="icon")
def icon_named(name: str) -> SafeString:
    """One icon of the sprite, always beside a word."""
    return format_html(
        '<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">'
        '<use href="#icon-{}"></use></svg>',
        name,
    )
