"""Unreadable items: an explanation as the page of one, a count on lists."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from dashboard.answers import refusal, wants_json
from dynamo.exceptions import UnfitItemError
from operations.answers import away, refused
from routing import selectors
from routing.exceptions import UnreadableItemError

NAMED = 3


class UnreadableItems:
    """Middleware: answers 409 with the reason if a view reads an unreadable item."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Passes the request on."""
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The explanation, as JSON for programs and scripts; None for any other error."""
        if isinstance(error, UnreadableItemError):
            text = refused(error).text
        elif isinstance(error, UnfitItemError):
            text = away(error).text
        else:
            return None
        if wants_json(request) or request.path.endswith(".json"):
            return refusal(HTTPStatus.CONFLICT, text)
        return render(request, "409.html", {"sentence": text}, status=HTTPStatus.CONFLICT)


def left_out(request: HttpRequest) -> dict[str, Any]:
    """Template context: items left out by this process within the last minute, for signed-in users.

    Views read the table before their page is written, so items they just left out are included.
    """
    user = getattr(request, "user", None)
    found = selectors.unreadable_items() if user is not None and user.is_authenticated else []
    told = {"number": len(found), "first": found[:NAMED], "more": len(found) - NAMED}
    return {"left_out": told if found else None}
