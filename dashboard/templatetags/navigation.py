"""Top bar: the menu with the open page marked, the stream it follows."""

from typing import Any

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString

from accounts.seats import seat_of
from dashboard.access.permissions import SUPERVISE, VIEW_BOARD
from dashboard.formats.stream import stream_from
from dashboard.pages.menu import menu_for
from routing.runtime import now

register = template.Library()


@register.inclusion_tag("dashboard/parts/menu.html", takes_context=True)
def menu(context: template.Context) -> dict[str, Any]:
    """The pages that the reader sees, in groups; `current` is the open one, or the one above it.

    A page that can be below several of them says which one in `part_of`.
    """
    request = context["request"]
    here = context.get("part_of") or (request.resolver_match.url_name if request.resolver_match else "")
    groups = menu_for(request.user)
    current = next(
        (page for group in groups for page in group.pages if here in (page.name, *page.below)), None
    )
    return {"groups": groups, "current": current}


@register.simple_tag(takes_context=True)
def notices_as(context: template.Context) -> str:
    """The role in which the reader gets notices to all staff: supervisor, agent, or none."""
    user = context["request"].user
    if user.has_perm(SUPERVISE):
        return "supervisor"
    return "agent" if seat_of(user) else ""


@register.simple_tag(takes_context=True)
def stream(context: template.Context) -> SafeString | str:
    """Stream configuration for the top bar on pages whose own script does not follow it, as JSON."""
    if not context["request"].user.has_perm(VIEW_BOARD):
        return ""
    return json_script(stream_from(now()), "stream-config")
