"""Pages of deliveries: list with filters, one with its attempts and body, sent again."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from dashboard.access.permissions import ADMINISTER, permitted, shown_to
from dashboard.integrations.looks import DELIVERIES, Pill, attempt_words
from dashboard.operations.acting import acting
from dashboard.pages.paging import read_text
from dynamo.exceptions import DynamoError
from operations.answers import away
from reporting.models import Delivery
from reporting.webhooks.administering import delivery_replay
from reporting.webhooks.deliveries import deliveries_found, standings
from reporting.webhooks.states import State
from routing.runtime import now

PAGE_SIZE = 50
MOST_TEXT = 255
MOST_DIGITS = 18


@dataclass(frozen=True)
class Attempted:
    """An attempt as a row."""

    at: datetime
    words: str
    said: str


@dataclass(frozen=True)
class Line:
    """A delivery as a row: its state, and its last attempt."""

    delivery: Delivery
    pill: Pill
    last: str


@shown_to(ADMINISTER)
def deliveries(request: HttpRequest) -> HttpResponse:
    """Deliveries, the newest first; `target`, `call` and `state` in the address filter them."""
    asked = {name: read_text(request.GET.get(name, ""), MOST_TEXT) for name in ("target", "call", "state")}
    found = deliveries_found(
        asked["target"],
        call_id=asked["call"],
        state=asked["state"] if asked["state"] in tuple(State) else "",
        before=_number(request.GET.get("before", "")),
        most=PAGE_SIZE + 1,
    )
    shown = found[:PAGE_SIZE]
    older = {**asked, "before": shown[-1].pk} if len(found) > PAGE_SIZE else None
    context = {
        "asked": asked,
        "lines": lines_of(shown),
        "targets": sorted(standings()),
        "states": {str(state): pill.word for state, pill in DELIVERIES.items()},
        "older": "?" + urlencode({key: one for key, one in older.items() if one}) if older else "",
        "now": now(),
    }
    return render(request, "dashboard/integrations/deliveries.html", context)


@shown_to(ADMINISTER)
def delivery(request: HttpRequest, delivery_id: str) -> HttpResponse:
    """One delivery with its attempts and body."""
    found = Delivery.objects.filter(pk=_number(delivery_id) or 0).first()
    if found is None:
        raise Http404("There is no such delivery. Old ones are removed.")
    context: dict[str, Any] = {
        "line": lines_of([found])[0],
        "attempts": [_attempted(one) for one in reversed(found.attempts)],
        "body": json.dumps(json.loads(found.body), indent=2, ensure_ascii=False),
        "is_waiting": found.state == State.WAITING,
        "now": now(),
    }
    return render(request, "dashboard/integrations/delivery.html", context)


@require_POST
@permitted(ADMINISTER)
def replay(request: HttpRequest, delivery_id: str) -> HttpResponse:
    """Sends a delivery again, with the id it had."""
    try:
        if delivery_replay(acting(request), _number(delivery_id) or 0) is None:
            raise Http404("There is no such delivery. Old ones are removed.")
        messages.success(request, "Message queued to be sent again.")
    except DynamoError as error:
        messages.error(request, away(error).text)
    return HttpResponseRedirect(reverse("delivery", args=[delivery_id]))


def lines_of(found: list[Delivery]) -> list[Line]:
    """The rows of these deliveries."""
    return [
        Line(one, DELIVERIES[State(one.state)], attempt_words(one.attempts[-1]) if one.attempts else "")
        for one in found
    ]


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def _attempted(one: dict[str, Any]) -> Attempted:
    return Attempted(datetime.fromisoformat(one["at"]), attempt_words(one), one["said"])
