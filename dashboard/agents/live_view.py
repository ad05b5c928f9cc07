"""Live page of agents: shell and script configuration; rows come by the stream."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from dashboard.forms import MAX_AGENTS_AT_ONCE
from dashboard.overview.stream_config import stream_config


def agents_live(request: HttpRequest) -> HttpResponse:
    """The page without agents: they come by the stream."""
    config = {**stream_config(request, title="Agents"), "mostAtOnce": MAX_AGENTS_AT_ONCE}
    return render(request, "dashboard/agents/live.html", {"config": config})
