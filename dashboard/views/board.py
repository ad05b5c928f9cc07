"""The overview and the wall: the shell and what its script has to know. What moves comes by the stream."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from dashboard.access import CHOOSE, CONTROL_LOAD, SUPERVISE, VIEW_BOARD, permitted
from dashboard.build import build_id
from dashboard.forms import MORE_WRAP_UP_SECONDS, PAUSE_REASONS, RELEASE_REASONS, USUAL_LOAD
from live.rows import to_iso
from routing.runtime import now
from routing.services.checks import MAX_REASON_LENGTH
from simulation.limits import LIMITS

TITLE = "Overview"


@require_safe
@never_cache
@permitted(VIEW_BOARD)
def board(request: HttpRequest) -> HttpResponse:
    """The live board; with `?kiosk=1` for the wall."""
    kiosk = request.GET.get("kiosk") == "1"
    return render(request, "dashboard/board.html", {"kiosk": kiosk, "config": _config(request, kiosk=kiosk)})


@require_safe
@never_cache
def build(_request: HttpRequest) -> HttpResponse:
    """`{"build"}`: of which build the site is now. Anybody may ask: an open page whose session ended, too."""
    return JsonResponse({"build": build_id()})


def _config(request: HttpRequest, *, kiosk: bool) -> dict[str, Any]:
    return {
        "title": TITLE,
        "stream": "/ws/board/",
        "now": to_iso(now()),
        "build": build_id(),
        "kiosk": kiosk,
        "canChoose": request.user.has_perm(CHOOSE),
        "canSupervise": request.user.has_perm(SUPERVISE),
        "canControlLoad": request.user.has_perm(CONTROL_LOAD),
        "csrfToken": get_token(request),
        "reasons": PAUSE_REASONS,
        "releaseReasons": RELEASE_REASONS,
        "moreWrapUpSeconds": MORE_WRAP_UP_SECONDS,
        "reasonLimit": MAX_REASON_LENGTH,
        "load": {
            name: {"least": LIMITS[name].least, "most": LIMITS[name].most, "usual": usual}
            for name, usual in USUAL_LOAD.items()
        },
    }
