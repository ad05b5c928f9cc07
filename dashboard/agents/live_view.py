"""Live page of agents: shell and script configuration; rows come by the stream."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from dashboard.overview.stream_config import stream_config
from operations.agents import CHOOSE
from operations.catalogue import for_many
from operations.many import MAX_AGENTS_AT_ONCE
from operations.operation import Permission


def agents_live(request: HttpRequest) -> HttpResponse:
    """The page without agents: they come by the stream."""
    actions = {"bulkActions": bulk_actions(), "mostAtOnce": MAX_AGENTS_AT_ONCE}
    config = {**stream_config(request, title="Agents"), **actions}
    return render(request, "dashboard/agents/live.html", {"config": config})


def bulk_actions() -> list[dict[str, Any]]:
    """Buttons for many agents; `only` are the statuses in which an action means anything, null for all."""
    return [
        {
            "name": name,
            "word": many.word,
            "isChoice": operation is CHOOSE,
            "only": sorted(operation.applies) or None,
            "asks": many.asks,
            "forSupervisors": operation.permission is Permission.SUPERVISE,
            "isDanger": many.is_danger,
        }
        for name, (operation, many) in for_many().items()
    ]
