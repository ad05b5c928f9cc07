"""Top bar: links to the pages, the open one, the state of the board."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.html import json_script
from django.utils.safestring import SafeString

from dashboard.access import SUPERVISE, VIEW_BOARD
from dashboard.pages.live_pages import STREAM
from live.board.rows import to_iso
from routing.runtime import now

register = template.Library()


@dataclass(frozen=True)
class Place:
    """One page in the line: the name of its address, its word, and the names of the pages below it."""

    name: str
    word: str
    below: tuple[str, ...] = ()
    permission: str = ""


PLACES = (
    Place("board", "Overview"),
    Place("agents", "Agents", below=("agent",)),
    Place("queues", "Queues", below=("queue",)),
    Place("calls", "Calls", below=("call", "call-new", "call-create", "call-enqueue")),
    Place("dead-letters", "Failed calls"),
    Place("trail", "Audit trail", permission=SUPERVISE),
    Place("staffing", "Staffing", below=("staffing-upload",), permission=SUPERVISE),
    Place(
        "simulations",
        "Simulations",
        below=("simulation", "simulation-start", "simulation-compare"),
        permission=SUPERVISE,
    ),
    Place("history", "History", permission=SUPERVISE),
    Place("reporting", "Reporting", permission=SUPERVISE),
    Place("desk", "My desk"),
)


@register.inclusion_tag("dashboard/parts/places.html", takes_context=True)
def places(context: template.Context) -> dict[str, Any]:
    """The links to the pages that the reader may open."""
    request = context["request"]
    here = request.resolver_match.url_name if request.resolver_match else ""
    shown = [
        {"name": place.name, "word": place.word, "url": url, "current": here in (place.name, *place.below)}
        for place in PLACES
        if (url := _address(place.name)) and (not place.permission or request.user.has_perm(place.permission))
    ]
    return {"places": shown, "dead_letters": context.get("total") if here == "dead-letters" else None}


@register.simple_tag(takes_context=True)
def stream(context: template.Context) -> SafeString | str:
    """Stream configuration for the top bar on pages whose own script does not follow it, as JSON."""
    if not context["request"].user.has_perm(VIEW_BOARD):
        return ""
    return json_script({"stream": STREAM, "now": to_iso(now())}, "stream-config")


def _address(name: str) -> str:
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""
