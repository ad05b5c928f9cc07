"""Pages of agents: the table, live or of plain forms, and one agent."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from dashboard.access.permissions import CHOOSE, SUPERVISE, VIEW_BOARD, shown_to
from dashboard.agents.agent_detail import agent_page
from dashboard.agents.lines import agent_lines
from dashboard.formats.day_spans import day_span
from dashboard.formats.reader_zone import reader_zone
from dashboard.operations.stream_config import stream_config
from dashboard.pages.live_pages import LivePage
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing import selectors
from routing.runtime import now, router


@shown_to(VIEW_BOARD)
def agents(request: HttpRequest) -> HttpResponse:
    """The live table of agents; with `?plain=1`, for browsers without JavaScript, one of plain forms."""
    if request.GET.get("plain") == "1":
        return _plain(request)
    config = stream_config(request, title="Agents")  # the agents themselves come by the stream
    return render(request, "dashboard/agents/live.html", {"config": config})


def _plain(request: HttpRequest) -> HttpResponse:
    """Every agent with plain forms; 503 while DynamoDB is away."""
    try:
        known, trouble = selectors.agents(router()), ""
    except DynamoError as error:
        known, trouble = [], away(error).text
    at, team = now(), request.GET.get("team", "")
    shown = [one for one in known if team in ("", one.team)]
    context = {
        "lines": agent_lines(request, shown, at, back=request.get_full_path()),
        "trouble": trouble,
        "now": at,
        "can_choose": request.user.has_perm(CHOOSE),
    }
    return render(request, "dashboard/agents/list.html", context, status=503 if trouble else 200)


PAGE = LivePage("dashboard/agents/agent.html", "dashboard/agents/agent_part.html", every_seconds=2)


@shown_to(VIEW_BOARD)
def agent(request: HttpRequest, agent_id: str) -> HttpResponse:
    """An agent with its calls of the day; 404 without one, 503 while DynamoDB is away."""
    return PAGE.whole(request, lambda: _found(request, agent_id), watched=[["agents", agent_id]])


@shown_to(VIEW_BOARD)
def agent_state(request: HttpRequest, agent_id: str) -> HttpResponse:
    """The page's part as JSON; 404 and 503 as the page."""
    return PAGE.state(request, lambda: _found(request, agent_id))


def _found(request: HttpRequest, agent_id: str) -> dict[str, Any]:
    known = selectors.agent(router(), agent_id)
    if known is None:
        raise Http404("There is no such agent.")
    zone, at = reader_zone(request), now()
    since, _ = day_span(at.astimezone(zone).date(), zone)
    may_read = request.user.has_perm(SUPERVISE)
    (line,) = agent_lines(request, [known], at, back=reverse("agent", args=[known.agent_id]))
    return {
        "agent": known,
        "line": line,
        "page": agent_page(router(), known, since, with_history=may_read),
        "can_supervise": may_read,
    }
