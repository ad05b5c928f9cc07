"""The calls: those that live, and those that ended of late."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from dashboard.access import VIEW_BOARD, permitted
from dashboard.call_list import CHOICES, HOURS, MOST_WAITING, Wanted, find_calls
from dashboard.live_pages import LivePage
from routing.runtime import router

PAGE = LivePage("dashboard/calls.html", "dashboard/calls_part.html", every_seconds=2)
MOST_TEXT = 80


@require_safe
@never_cache
@permitted(VIEW_BOARD)
def calls(request: HttpRequest) -> HttpResponse:
    """Living calls and ended ones; `status`, `queue`, `q` and `until` in the address narrow them.

    503 while DynamoDB is away.
    """
    # Who reads of a moment in the past has no use for news.
    watched = [] if _wanted(request).until else [["calls"]]
    return PAGE.whole(request, lambda: _found(request), watched=watched)


@require_safe
@never_cache
@permitted(VIEW_BOARD)
def calls_state(request: HttpRequest) -> HttpResponse:
    """The list's part as JSON."""
    return PAGE.state(request, lambda: _found(request))


def _found(request: HttpRequest) -> dict[str, Any]:
    wanted = _wanted(request)
    return {
        "wanted": wanted,
        "choices": [(name, word) for name, (word, _) in CHOICES.items()],
        "queues": [str(key) for key in router().skills.call_queues],
        "found": find_calls(router(), wanted),
        "most_waiting": MOST_WAITING,
        "hours": HOURS,
    }


def _wanted(request: HttpRequest) -> Wanted:
    """What the address asks for; what it asks for in vain is left out."""
    status, queue = request.GET.get("status", ""), request.GET.get("queue", "")
    return Wanted(
        status=status if status in CHOICES else "",
        queue=queue if queue in map(str, router().skills.call_queues) else "",
        text=request.GET.get("q", "").strip()[:MOST_TEXT],
        until=_moment(request.GET.get("until", "")),
    )


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else None
