"""Page Data feeds: events by sink and key, health of the sinks."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import redis
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from dashboard.access.permissions import SUPERVISE, shown_to
from dashboard.answers import refusal
from dashboard.pages.paging import page_of
from dashboard.reporting.feed_rows import ORDERS, key_rows, read_asked, sink_row
from live.board.rows import to_iso
from reporting.selectors import overview
from routing.runtime import now

PAGE, PART = "dashboard/reporting/page.html", "dashboard/reporting/part.html"
AWAY = (
    "Redis does not answer, so this page has no figures. Calls are still being matched; events are kept "
    "or counted as dropped until it is back."
)


@shown_to(SUPERVISE)
def reporting(request: HttpRequest) -> HttpResponse:
    """Sinks and keys; `q`, `sink` and `sort` in the address filter and sort the keys. 503 without Redis."""
    context, trouble = _read(lambda: _found(request))
    status = HTTPStatus.SERVICE_UNAVAILABLE if trouble else HTTPStatus.OK
    return render(request, PAGE, {**context, "away": trouble, "orders": _orders()}, status=status)


@shown_to(SUPERVISE)
def reporting_state(request: HttpRequest) -> JsonResponse:
    """`{"at", "html"}`: the page's part, and its moment; 503 with a message without Redis."""
    context, trouble = _read(lambda: _found(request))
    if trouble:
        return refusal(HTTPStatus.SERVICE_UNAVAILABLE, trouble)
    html = render_to_string(PART, context, request)
    return JsonResponse({"at": to_iso(context["now"]), "html": html})


def _read(found: Callable[[], dict[str, Any]]) -> tuple[dict[str, Any], str]:
    moment = now()  # before the read: the page is at least as new as it says
    try:
        return {"now": moment, **found()}, ""
    except redis.RedisError:
        return {"now": moment}, AWAY


def _found(request: HttpRequest) -> dict[str, Any]:
    found = overview()
    names = [one.total.sink for one in found.sinks]
    asked = read_asked(request.GET.dict(), names)
    rows = key_rows(found.accounts, asked, found.limits)
    shown = page_of(rows, asked.page)
    return {
        "asked": asked,
        "names": names,
        "sinks": [sink_row(one, found.limits) for one in found.sinks],
        "rows": shown.rows,
        "shown": shown,
        "before": asked.query(shown.number - 1) if shown.number > 1 else "",
        "after": "" if shown.is_last else asked.query(shown.number + 1),
        "fitting": len(rows),
        "total": len(found.accounts),
        "limits": found.limits,
    }


def _orders() -> dict[str, str]:
    return {name: word for name, (word, _) in ORDERS.items()}
