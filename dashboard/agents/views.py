"""Page with the table of agents, live or of plain forms."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from dashboard.access.permissions import CHOOSE, VIEW_BOARD, shown_to
from dashboard.agents.lines import agent_lines
from dashboard.operations.stream_config import stream_config
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
    at = now()
    context = {
        "lines": agent_lines(request, known, at, back=f"{reverse('agents')}?plain=1"),
        "trouble": trouble,
        "now": at,
        "can_choose": request.user.has_perm(CHOOSE),
    }
    return render(request, "dashboard/agents/list.html", context, status=503 if trouble else 200)
