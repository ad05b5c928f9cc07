"""Page with the table of agents, live or of plain forms."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from dashboard.access.permissions import VIEW_BOARD, permitted
from dashboard.agents.lines import acting_context, agent_line, agents_chosen_for
from dashboard.overview.stream_config import stream_config
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing import selectors
from routing.runtime import now, router


@require_safe
@never_cache
@permitted(VIEW_BOARD)
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
    at, chosen_for = now(), agents_chosen_for(request, known)
    context = {
        "lines": [agent_line(agent, at, can_be_chosen_for=agent.agent_id in chosen_for) for agent in known],
        "trouble": trouble,
        "now": at,
        **acting_context(request),
    }
    return render(request, "dashboard/agents/list.html", context, status=503 if trouble else 200)
