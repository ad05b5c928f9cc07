"""Answers kept under an `Idempotency-Key`: of every POST that is not a command of the catalogue.

The key is claimed once the sender is known and the fields are read. The answer of a success is kept, sealed,
and sent to each repeat. A refusal has changed nothing; it is not kept, and a repeat is tried again. So is one
whose process was killed before the answer was kept: each endpoint is safe to repeat.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI, Router

from api.access.allowed import caller_of
from api.access.key_header import HEADER, PARAMETER, command_of
from api.access.sealed_answers import answer_in, sealed
from api.conventions.problems import Changed, Problem
from dynamo.exceptions import DynamoError
from outbound.sealing import UnreadableSecretError
from routing.model.command import Command
from routing.runtime import router as routing
from routing.services import Run, Running, reply_claim, reply_keep

log = logging.getLogger(__name__)
View = TypeVar("View", bound=Callable[..., Any])
REPLAYED = "Idempotent-Replayed"
DERIVED_CHARACTERS = 24  # 96 bits: no two keys give the same id
CHANGE = "change"  # the part of a request that changes one call or agent
RUNS = f"{HEADER}: the first request with this key is still running; send the same again in a moment"
LOST = f"{HEADER}: the request was carried out, but its response can no longer be read"


class AnsweredBefore(Exception):  # noqa: N818 - it is no error
    """The request has been answered under its key; `response` is the answer again."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.response = response


def keep_answers(router: Router) -> None:
    """Lets every POST of a router keep its answers, and the document say so."""
    router.add_decorator(_claiming, mode="operation")
    router.add_decorator(_keeping, mode="view")
    for path in router.path_operations.values():
        for operation in path.operations:
            if "POST" in operation.methods:
                operation.openapi_extra = {"parameters": [PARAMETER], **(operation.openapi_extra or {})}


def answer_repeats(api: NinjaAPI) -> None:
    """Lets the API send the answers that are kept."""

    def answer(_request: HttpRequest, found: AnsweredBefore) -> HttpResponse:
        return found.response

    api.add_exception_handler(AnsweredBefore, answer)  # type: ignore[arg-type]  # of one kind of exception


def claims_itself(view: View) -> View:
    """For an endpoint that calls `key_claim` once it has found out who sends, or read the body."""
    view.claims_itself = True  # type: ignore[attr-defined]  # of a function
    return view


def key_claim(request: HttpRequest, *, sender: str = "", content: str = "") -> None:
    """Claims the key of a request, if it has one; `sender` and `content` where the request does not tell.

    Raises AnsweredBefore with the kept answer, KeyReusedError, InvalidFieldError, DynamoError, and Problem:
    409 while the first request runs.
    """
    assert request.resolver_match is not None
    operation = request.resolver_match.route
    if not sender:
        caller = caller_of(request)
        # A later token with the same name may have other scopes: an answer is not for that.
        sender, operation = caller.party, " ".join((operation, *sorted(caller.scopes)))
    command = command_of(request, operation, sender, content=content)
    if command is None:
        return
    claimed = reply_claim(replace(routing(), command=command))
    if isinstance(claimed, Running):
        raise Problem(HTTPStatus.CONFLICT, RUNS, "running", HEADER, headers={"Retry-After": "1"})
    if isinstance(claimed, str):
        raise AnsweredBefore(_again(claimed))
    request.key_run = claimed  # type: ignore[attr-defined]


def id_of_key(request: HttpRequest) -> str:
    """The id of what a request with a key creates, the same for each repeat; else empty."""
    command = command_of_key(request)
    return command.key[:DERIVED_CHARACTERS] if command else ""


def command_of_key(request: HttpRequest) -> Command | None:
    """The command of a request with a key: the same for each run of it, another once the key has expired."""
    run = _run_of(request)
    return run.command if run else None


def seed_of_key(request: HttpRequest) -> str:
    """A text that only the runs of a request with a key have; else empty."""
    command = command_of_key(request)
    return f"{command.key} {command.expires_at}" if command else ""


def change_of_key(request: HttpRequest) -> Command | None:
    """The command under which a request with a key changes one call or agent, in one transaction.

    That is kept with the change, so even a request whose process was killed changes it once.
    """
    command = command_of_key(request)
    return replace(command, part=CHANGE) if command else None


def _run_of(request: HttpRequest) -> Run | None:
    found = getattr(request, "key_run", None)
    return found if isinstance(found, Run) else None


def _claiming(view: Callable[..., Any]) -> Callable[..., Any]:
    if getattr(view, "claims_itself", False):
        return view

    @wraps(view)
    def claimed(request: HttpRequest, **values: Any) -> Any:
        if request.method == "POST":
            key_claim(request)
        return view(request, **values)

    return claimed


def _keeping(run: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(run)
    def kept(request: HttpRequest, **address: Any) -> HttpResponse:
        response = run(request, **address)
        if (claimed := _run_of(request)) is not None:
            _keep(request, claimed, response)
        return response

    return kept


def _keep(request: HttpRequest, run: Run, response: HttpResponse) -> None:
    """Ends the run. What was done is answered also where that fails: a repeat then runs again."""
    is_success = response.status_code < HTTPStatus.MULTIPLE_CHOICES
    try:
        reply_keep(routing(), run, sealed(request, response) if is_success else "")
    except DynamoError as error:
        log.warning("an answer could not be kept for its idempotency key: %s", type(error).__name__)


def _again(kept: str) -> HttpResponse:
    try:
        response = answer_in(kept)
    except UnreadableSecretError:
        raise Problem(HTTPStatus.CONFLICT, LOST, "unreadable", HEADER, changed=Changed.YES) from None
    response.headers[REPLAYED] = "true"
    return response
