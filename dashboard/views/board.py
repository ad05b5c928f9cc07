"""The board's page: the shell and what its script has to know. Everything that moves comes by the stream."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from dashboard.access import CHOOSE, CONTROL_LOAD, SUPERVISE, VIEW_BOARD, permitted
from dashboard.forms import MORE_WRAP_UP_SECONDS, PAUSE_REASONS, RELEASE_REASONS, USUAL_LOAD
from live.rows import to_iso
from routing.runtime import now
from routing.services.checks import MAX_REASON_LENGTH
from simulation.limits import LIMITS

TITLE = "Board"
SERVICE_LEVEL_TARGET = 0.8


@require_safe
@never_cache
@permitted(VIEW_BOARD)
def board(request: HttpRequest) -> HttpResponse:
    """The live board; with `?kiosk=1` for the wall."""
    kiosk = request.GET.get("kiosk") == "1"
    return render(request, "dashboard/board.html", {"kiosk": kiosk, "config": _config(request, kiosk=kiosk)})


def _config(request: HttpRequest, *, kiosk: bool) -> dict[str, Any]:
    return {
        "title": TITLE,
        "stream": "/ws/board/",
        "now": to_iso(now()),
        "kiosk": kiosk,
        "canChoose": request.user.has_perm(CHOOSE),
        "canSupervise": request.user.has_perm(SUPERVISE),
        "canControlLoad": request.user.has_perm(CONTROL_LOAD),
        "csrfToken": get_token(request),
        "reasons": PAUSE_REASONS,
        "releaseReasons": RELEASE_REASONS,
        "moreWrapUpSeconds": MORE_WRAP_UP_SECONDS,
        "reasonLimit": MAX_REASON_LENGTH,
        "serviceLevelTarget": SERVICE_LEVEL_TARGET,
        "load": {
            name: {"least": LIMITS[name].least, "most": LIMITS[name].most, "usual": usual}
            for name, usual in USUAL_LOAD.items()
        },
    }
