"""Template tags of statuses: colour, icon and word, as the scripts draw them."""

from django import template
from django.utils.html import format_html, format_html_join, json_script
from django.utils.safestring import SafeString

from dashboard.formats.scene_names import scene_title
from dashboard.formats.skill_names import own_names, queue_name, skill_name, skill_names
from dashboard.formats.statuses import CALL_LOOKS, CLOSED_LOOK, Look, agent_look
from routing.model.agents import Agent
from routing.model.calls import CallStatus
from routing.model.hours.schedules import Standing
from routing.runtime import names

register = template.Library()
# As in static/parts/channels/capacity.js.
BAR_WIDTH, FEW_CELLS = 30, 5
register.filter("queue_name", queue_name)
register.filter("scene_title", scene_title)
register.filter("skill_name", skill_name)
register.filter("skill_names", skill_names)


@register.simple_tag(name="skill_names_data")
def names_for_scripts() -> SafeString:
    """The display names that scripts of the page show."""
    return json_script(own_names(names()), "skill-names")


@register.simple_tag
def call_pill(status: CallStatus) -> SafeString:
    return _pill(CALL_LOOKS[status])


@register.simple_tag
def look_pill(look: Look) -> SafeString:
    return _pill(look)


@register.simple_tag
def closed_pill(hours: Standing | None) -> SafeString | str:
    """Nothing for a queue that is open."""
    return _pill(CLOSED_LOOK) if hours and not hours.is_open else ""


@register.simple_tag
def agent_pill(agent: Agent) -> SafeString:
    return _pill(agent_look(agent))


def _pill(look: Look) -> SafeString:
    word, icon, tone = look
    return format_html('<span class="pill tone-{}">{}{}</span>', tone, icon_named(icon), word)


@register.simple_tag
def slot_bar(row: Agent) -> SafeString:
    """Slots of a chat row, one cell each, as the scripts draw them; the numbers stand beside it."""
    cells = max(row.slots, len(row.held), 1)
    pitch = BAR_WIDTH / cells
    width = f"{pitch - (1 if cells > FEW_CELLS else 2):.2f}"
    rects = format_html_join(
        "",
        '<rect class="{}" x="{}" y="0.5" width="{}" height="9" rx="1.5"></rect>',
        ((_cell(at, row), f"{at * pitch + 0.5:.2f}", width) for at in range(cells)),
    )
    return format_html(
        '<svg class="slots tone-{}" width="{}" height="10" viewBox="0 0 {} 10" aria-hidden="true">{}</svg>',
        agent_look(row).tone,
        BAR_WIDTH,
        BAR_WIDTH,
        rects,
    )


def _cell(at: int, row: Agent) -> str:
    if at >= row.slots:
        return "beyond"
    return "held" if at < len(row.held) else "free"


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
