"""The live page of agents: the shell and what its script has to know; what moves comes by the stream."""

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render

from dashboard.access import CHOOSE, CONTROL_LOAD, SUPERVISE
from dashboard.forms import MAX_AGENTS_AT_ONCE, MORE_WRAP_UP_SECONDS, PAUSE_REASONS, RELEASE_REASONS
from live.rows import to_iso
from routing.runtime import now
from routing.services.checks import MAX_REASON_LENGTH

STREAM = "/ws/board/"


def agents_live(request: HttpRequest) -> HttpResponse:
    """The page, without agents: those come by the stream."""
    config = {
        "title": "Agents",
        "stream": STREAM,
        "now": to_iso(now()),
        "canChoose": request.user.has_perm(CHOOSE),
        "canSupervise": request.user.has_perm(SUPERVISE),
        "canControlLoad": request.user.has_perm(CONTROL_LOAD),
        "csrfToken": get_token(request),
        "reasons": PAUSE_REASONS,
        "releaseReasons": RELEASE_REASONS,
        "moreWrapUpSeconds": MORE_WRAP_UP_SECONDS,
        "reasonLimit": MAX_REASON_LENGTH,
        "mostAtOnce": MAX_AGENTS_AT_ONCE,
    }
    return render(request, "dashboard/agents_live.html", {"config": config})
