"""Overview and wall: shell and script configuration; figures come by the stream."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from dashboard.access.permissions import VIEW_BOARD, shown_to
from dashboard.forms import USUAL_LOAD
from dashboard.operations.stream_config import stream_config
from dashboard.pages.build import build_id
from routing import runtime
from simulation.load.load_plan import LIMITS


@shown_to(VIEW_BOARD)
def board(request: HttpRequest) -> HttpResponse:
    """The live board; with `?kiosk=1` for the wall."""
    kiosk = request.GET.get("kiosk") == "1"
    return render(
        request, "dashboard/overview/page.html", {"kiosk": kiosk, "config": _config(request, kiosk=kiosk)}
    )


@require_safe
@never_cache
def build(_request: HttpRequest) -> HttpResponse:
    """`{"build"}`: the current build of the site. Public, for open pages whose session has ended too."""
    return JsonResponse({"build": build_id()})


def _config(request: HttpRequest, *, kiosk: bool) -> dict[str, Any]:
    return {
        **stream_config(request, title="Overview"),
        "build": build_id(),
        "kiosk": kiosk,
        "maxMissedOffers": runtime.router().policies.agents.max_missed_offers,
        "load": {
            name: {"least": LIMITS[name].least, "most": LIMITS[name].most, "usual": usual}
            for name, usual in USUAL_LOAD.items()
        },
    }
