"""Single execution: a repeated request with the same key is not carried out again."""

from collections.abc import Callable
from dataclasses import replace

from django.http import HttpRequest

from dashboard.answers import Answer
from dashboard.idempotency.header import command_of
from dashboard.idempotency.kept import answer_once
from dashboard.idempotency.operations import KEYED, Found
from routing.router import Router
from routing.services import command_check, command_claim


def done_once(request: HttpRequest, router: Router, act: Callable[[Router], Answer]) -> Answer:
    """The answer of `act`, which gets the router with the request's command, if it has a key.

    Raises InvalidFieldError for a malformed key, KeyReusedError for a key of another command, DynamoError,
    and what `act` raises.
    """
    keyed = _keyed(request, router)
    if keyed.command is None:
        return act(router)
    found = KEYED[keyed.command.operation]
    if found is Found.IN_ITS_TRANSACTION:
        return act(keyed)
    claimed = command_claim(keyed)
    if found is Found.PART_BY_PART or claimed.command is None:
        return act(claimed)
    return answer_once(claimed.command, lambda: act(router))


def check_key(request: HttpRequest, router: Router) -> None:
    """For commands refused before they start: raises as `done_once`, for the key alone."""
    command_check(_keyed(request, router))


def _keyed(request: HttpRequest, router: Router) -> Router:
    operation = request.resolver_match.url_name if request.resolver_match else None
    return replace(router, command=command_of(request, operation)) if operation in KEYED else router
