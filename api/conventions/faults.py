"""Exceptions as problems: those of validation, routing, messaging, the tables and Django."""

import logging
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from redis.exceptions import RedisError

from api.conventions.cursors import BadCursorError
from api.conventions.json_bodies import MOST_BYTES, too_large
from api.conventions.problems import Changed, Problem, answer, maybe_changed, wrong_field
from api.conventions.wording import worded
from dynamo.exceptions import DynamoError, OutcomeUnknownError
from messaging import exceptions as messaging
from operations.answers import Answer, away, refused
from routing.exceptions import (
    InvalidFieldError,
    KeyReusedError,
    RoutingError,
    UnreadableItemError,
)

log = logging.getLogger(__name__)
UNREADABLE = "Part of this conversation cannot be read. Nothing was changed."
FAILED = "Internal error; the server's log has the details."


def problem_of(answered: Answer, *, code: str = "", field: str = "") -> Problem:
    """The problem in a refusal of an operation; a conflict has the current row."""
    return Problem(answered.status, answered.text, code, field, present=answered.data)


def _of_the_core(request: HttpRequest, error: RoutingError) -> Problem:
    if isinstance(error, UnreadableItemError) and _is_a_customer(request):
        return Problem(HTTPStatus.CONFLICT, UNREADABLE, "unreadable")
    field = str(getattr(error, "field", "")) or str(error).partition(":")[0]
    code = "key_reused" if isinstance(error, KeyReusedError) else ""
    found = refused(error)
    if found.status == HTTPStatus.BAD_REQUEST or isinstance(error, InvalidFieldError):
        code = "invalid_field"
    return problem_of(found, code=code, field=field if " " not in field else "")


def _is_a_customer(request: HttpRequest) -> bool:
    """Customers hear nothing of tables and audits."""
    return bool(getattr(getattr(request, "auth", None), "is_customer", False))


MESSAGING_STATUSES: dict[type[messaging.MessagingError], HTTPStatus] = {
    **dict.fromkeys(
        (messaging.UnknownChatError, messaging.UnknownMessageError, messaging.UnknownCardError),
        HTTPStatus.NOT_FOUND,
    ),
    **dict.fromkeys((messaging.NotAMemberError, messaging.NotAllowedError), HTTPStatus.FORBIDDEN),
    messaging.ClientIdReusedError: HTTPStatus.UNPROCESSABLE_ENTITY,
    **dict.fromkeys(
        (
            messaging.ChatExistsError,
            messaging.ChatClosedError,
            messaging.TransferredError,
            messaging.RecallTooLateError,
            messaging.GroupFullError,
            messaging.MergedElsewhereError,
            messaging.TooManyAliasesError,
        ),
        HTTPStatus.CONFLICT,
    ),
    **dict.fromkeys(
        (messaging.ClockWentBackError, messaging.ClockOutOfRangeError, messaging.NoWorkerError),
        HTTPStatus.SERVICE_UNAVAILABLE,
    ),
}
_BEFORE_CAPITAL = re.compile(r"(?=[A-Z])")


def code_of(error: messaging.MessagingError) -> str:
    """The kind of an error, as programs see it."""
    return _BEFORE_CAPITAL.sub("_", error.code).lower()


def _of_messaging(_request: HttpRequest, error: messaging.MessagingError) -> Problem:
    status = MESSAGING_STATUSES.get(type(error), HTTPStatus.BAD_REQUEST)
    code = "invalid_field" if status is HTTPStatus.BAD_REQUEST else code_of(error)
    return Problem(status, str(error), code, error.field, error.limit)


def _of_the_table(_request: HttpRequest, error: DynamoError) -> Problem:
    found = problem_of(away(error))
    if isinstance(error, OutcomeUnknownError):
        found.changed = Changed.UNKNOWN
        found.detail = (
            "DynamoDB did not answer in time: the change may or may not have been made. Send it again."
        )
    return found


def _of_validation(_request: HttpRequest, error: ValidationError) -> Problem:
    wrong = worded(error.errors[0])
    return wrong_field(wrong.field, wrong.sentence, limit=wrong.limit)


def _of_ninja(_request: HttpRequest, error: HttpError) -> Problem:
    """A body that cannot be parsed: the parser's own problem is its cause."""
    return (
        error.__cause__ if isinstance(error.__cause__, Problem) else Problem(error.status_code, error.message)
    )


def _of_a_store(request: HttpRequest, error: Exception) -> Problem:
    log.error("a database is not answering: %s", error)
    return Problem(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "A database is not answering; try again in a moment.",
        changed=maybe_changed(request),
    )


def _of_anything(request: HttpRequest, error: Exception) -> Problem:
    log.error("a request failed: %s %s", request.method, request.path, exc_info=error)
    return Problem(HTTPStatus.INTERNAL_SERVER_ERROR, FAILED, changed=maybe_changed(request))


def _plain(status: HTTPStatus, sentence: str) -> Callable[[HttpRequest, Any], Problem]:
    return lambda _request, _error: Problem(status, sentence)


PROBLEMS: dict[type[Exception], Callable[[HttpRequest, Any], Problem]] = {
    Problem: lambda _request, error: error,
    ValidationError: _of_validation,
    HttpError: _of_ninja,
    BadCursorError: lambda _request, _error: wrong_field("cursor", "must be the `next` of an earlier page"),
    RoutingError: _of_the_core,
    messaging.MessagingError: _of_messaging,
    DynamoError: _of_the_table,
    RequestDataTooBig: lambda _request, _error: too_large(MOST_BYTES),
    UnreadablePostError: _plain(HTTPStatus.BAD_REQUEST, "body: incomplete; send the request again"),
    SuspiciousOperation: _plain(HTTPStatus.BAD_REQUEST, "The request cannot be read."),
    Http404: _plain(HTTPStatus.NOT_FOUND, "There is nothing at this address."),
    PermissionDenied: _plain(HTTPStatus.FORBIDDEN, "You don't have access."),
    DatabaseError: _of_a_store,
    RedisError: _of_a_store,
    Exception: _of_anything,
}


def problem_in(request: HttpRequest, error: Exception) -> Problem:
    """The problem for an exception: that of the nearest of its classes."""
    return next(PROBLEMS[kind] for kind in type(error).__mro__ if kind in PROBLEMS)(request, error)


def answer_faults(api: NinjaAPI) -> None:
    """Registers a handler for every exception, so that each becomes a problem."""
    for kind, problem in PROBLEMS.items():
        api.add_exception_handler(kind, _handler(problem))


def _handler(problem: Callable[[HttpRequest, Any], Problem]) -> Callable[[HttpRequest, Any], HttpResponse]:
    return lambda request, error: answer(problem(request, error))
