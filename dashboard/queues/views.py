"""Pages of the queues: the list, and one queue with its entries."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from dashboard.access.permissions import SUPERVISE, VIEW_BOARD, permissions_of, shown_to
from dashboard.operations.operation_forms import Seen, forms_for
from dashboard.pages.live_pages import LivePage
from dashboard.queues.list_rows import CHANNELS, combinations, read_asked, shown
from dashboard.queues.queue_detail import queue_page
from operations.operation import Subject
from routing import selectors
from routing.exceptions import RoutingError
from routing.model.queues import AGENT_SIDE, CHAT, QueueKey
from routing.runtime import router

LIST = LivePage("dashboard/queues/list.html", "dashboard/queues/list_part.html", every_seconds=2)
DETAIL = LivePage("dashboard/queues/queue.html", "dashboard/queues/queue_part.html")
FEW_CHANGES, MANY_CHANGES = 30, 200


@shown_to(VIEW_BOARD)
def queues(request: HttpRequest) -> HttpResponse:
    """Every combination of skills, filtered by `q`, `channel` and `waiting` in the address.

    503 without DynamoDB.
    """
    return LIST.whole(request, lambda: _list(request), watched=[["agent_queues"], ["call_queues"]])


@shown_to(VIEW_BOARD)
def queues_state(request: HttpRequest) -> HttpResponse:
    """The list's part as JSON."""
    return LIST.state(request, lambda: _list(request))


@shown_to(VIEW_BOARD)
def queue(request: HttpRequest, key: str) -> HttpResponse:
    """One queue; 404 with the reason for an unknown key, 503 without DynamoDB."""
    known = _queue_named(key)
    watched = [_row(one) for one in (known, *selectors.fitting_queues(router(), known))]
    return DETAIL.whole(request, lambda: _detail(request, known), watched=watched)


@shown_to(VIEW_BOARD)
def queue_state(request: HttpRequest, key: str) -> HttpResponse:
    """One queue's part as JSON; 404 and 503 as the page."""
    known = _queue_named(key)
    return DETAIL.state(request, lambda: _detail(request, known))


def _queue_named(key: str) -> QueueKey:
    try:
        return router().skills.queue_named(key)
    except RoutingError as error:
        raise Http404(f"There is no such queue: {error}") from None


def _row(key: QueueKey) -> list[str]:
    return ["agent_queues" if key.side == AGENT_SIDE else "call_queues", str(key)]


def _list(request: HttpRequest) -> dict[str, Any]:
    asked = read_asked(request.GET.dict())
    found = combinations(router())
    return {
        "can_supervise": request.user.has_perm(SUPERVISE),
        "combinations": shown(found, asked=asked),
        "total": len(found),
        "asked": asked,
        "channels": CHANNELS.items() if any(one.channel == CHAT for one in found) or asked.channel else (),
    }


def _detail(request: HttpRequest, key: QueueKey) -> dict[str, Any]:
    many = request.GET.get("changes") == "all"
    changes, back = MANY_CHANGES if many else FEW_CHANGES, reverse("queue", args=[key])
    permitted = permissions_of(request.user)
    page = queue_page(router(), key, most_changes=changes, permitted=permitted, back=back)
    first = page.calls[0].entry.call_id if page.calls else ""
    seen = Seen(str(key), page.name, values={"call": first, "back": back})
    return {
        "queue": page,
        "forms": forms_for(Subject.QUEUE, seen, permitted) if page.is_calls and page.info.depth else [],
        "can_supervise": request.user.has_perm(SUPERVISE),
        "policy": router().policies.of(key) if page.is_calls else None,
        "many_changes": many,
        "few": FEW_CHANGES,
        "again": bool(page.changes and page.changes[0].is_newest),
    }
