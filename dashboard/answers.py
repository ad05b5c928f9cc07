"""Replies of views: JSON to scripts, a redirect with a message to plain forms."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from dynamo.exceptions import (
    DynamoError,
    InvalidRequestError,
    OutcomeUnknownError,
    TableMissingError,
    TransactionTooLargeError,
    UnfitItemError,
)
from routing.exceptions import (
    KeyReusedError,
    RoutingError,
    UnknownAgentError,
    UnknownCallError,
    UnreadableItemError,
)

log = logging.getLogger(__name__)

RETRY_AFTER_SECONDS = 2


@dataclass(frozen=True)
class Answer:
    """Result of a command: a status, a message, and data for the board."""

    status: int
    text: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_refusal(self) -> bool:
        """True if the command was not carried out."""
        return self.status >= HTTPStatus.BAD_REQUEST


def wants_json(request: HttpRequest) -> bool:
    """True for the board's own requests; a browser's plain submit prefers HTML."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def refusal(status: int, text: str) -> JsonResponse:
    """A message as JSON: `{"error": …}`."""
    return JsonResponse({"error": text}, status=status)


def respond(request: HttpRequest, answer: Answer, *, to: str = "") -> HttpResponse:
    """The answer in the form the request asked for; a plain form returns to the page it came from.

    Without one it leads to the page `to`, or to the board.
    """
    if wants_json(request):
        return _as_json(answer)
    if answer.text:
        show = messages.error if answer.is_refusal else messages.success
        show(request, answer.text)
    return HttpResponseRedirect(_back(request) or to or reverse("board"))


def _as_json(answer: Answer) -> JsonResponse:
    error = {"error": answer.text} if answer.is_refusal else {}
    response = JsonResponse({**answer.data, **error}, status=answer.status)
    if answer.status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


def _back(request: HttpRequest) -> str:
    wanted = request.POST.get("back", "")
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else ""


def refused(error: RoutingError) -> Answer:
    """The error of a command: 404 for an unknown agent or call, 409 for an unreadable one, 422 for a key in
    use.
    """
    if isinstance(error, UnknownAgentError | UnknownCallError):
        return Answer(404, str(error))
    if isinstance(error, UnreadableItemError):
        return Answer(
            409,
            f"{error.subject} cannot be read in the table: {error.why}. Nothing was changed. "
            f"An administrator can run `python manage.py audit` ({error.remedy}).",
        )
    return Answer(422 if isinstance(error, KeyReusedError) else 400, str(error))


def away(error: DynamoError) -> Answer:
    """The message that says whether the change was made; 503 if a retry may help."""
    if isinstance(error, TableMissingError):
        return Answer(503, "There is no table yet. Run `python manage.py create_table`.")
    if isinstance(error, OutcomeUnknownError):
        return Answer(
            503,
            "DynamoDB did not answer in time: the change may or may not have been made. "
            "The dashboard will show which.",
        )
    if isinstance(error, UnfitItemError):
        return Answer(409, f"{error}. Nothing was changed; an administrator can run `audit --repair`.")
    if isinstance(error, InvalidRequestError | TransactionTooLargeError):
        log.error("DynamoDB refused what a page asked for: %s", error)
        return Answer(
            500,
            "DynamoDB refused this, and trying again will not help. Nothing was changed; "
            "the reason is in the log.",
        )
    return Answer(503, "DynamoDB cannot be reached. Nothing was changed; try again in a moment.")
