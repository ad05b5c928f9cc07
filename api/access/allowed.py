"""Who may use an endpoint: a program's scope, a user's permission, whether customers may."""

from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from ninja.security import HttpBearer

from api.access.callers import Caller
from api.access.client_address import client_address
from api.access.cors import check_page
from api.access.identify import identify, log_refused
from api.access.program_tokens import TokenError
from api.access.scopes import Scope
from api.conventions.problems import Problem
from api.conventions.rates import Rate, spend
from operations.operation import Permission

PER_SECONDS = 60
REQUESTS, MESSAGES = "requests", "messages"


class Allowed(HttpBearer):
    """Identifies the caller, counts the request, and checks what the caller may.

    Programs need `scope`, users `permission`; None: any known caller may. `customers`: customers may too.
    `sends`: each request is a message, which has limits of its own, except for programs: robots serve many.
    """

    def __init__(
        self,
        scope: Scope | None,
        permission: Permission | None,
        *,
        customers: bool = False,
        sends: bool = False,
    ) -> None:
        super().__init__()
        self.scope, self.permission, self.customers, self.sends = scope, permission, customers, sends

    def __call__(self, request: HttpRequest) -> Caller:
        """The caller. Raises Problem: 401, 403, 429."""
        try:
            caller = identify(request)
        except Problem as refused:
            spend_by_address(request)
            if isinstance(refused.__cause__, TokenError):
                log_refused(refused.__cause__, client_address(request))
            raise
        messages = settings.MESSAGE_RATES if self.sends and caller.kind != "program" else {}
        _spend(request, caller.kind, caller.party, messages)
        self._check(caller)
        if caller.has_token:
            check_page(request, caller.scene)
        return caller

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        """Never called: a session is as good as a token."""
        raise NotImplementedError

    def _check(self, caller: Caller) -> None:
        if caller.is_customer:
            if not self.customers:
                raise Problem(HTTPStatus.FORBIDDEN, "Customers can't use this endpoint.", "not_for_customers")
        elif caller.kind == "program":
            if self.scope and self.scope not in caller.scopes:
                sentence = f"The token needs the scope {self.scope}."
                raise Problem(HTTPStatus.FORBIDDEN, sentence, "scope_missing", field="scope")
        elif self.permission and self.permission not in caller.permissions:
            sentence = f"Your account needs the permission {self.permission}."
            raise Problem(HTTPStatus.FORBIDDEN, sentence, "permission_missing")


def spend_by_address(request: HttpRequest) -> None:
    """Counts a request from an unknown caller. Raises Problem: 429."""
    _spend(request, "address", client_address(request))


def spend_by_service(request: HttpRequest, kind: str) -> None:
    """Counts a request of the service of a kind of card, as one of a program. Raises Problem: 429."""
    _spend(request, "program", f"service:{kind}")


def caller_of(request: HttpRequest) -> Caller:
    """The caller, after `Allowed` has identified it."""
    caller = getattr(request, "auth", None)
    assert isinstance(caller, Caller)
    return caller


def _spend(
    request: HttpRequest, limit: str, sender: str, messages: Mapping[int, int] = MappingProxyType({})
) -> None:
    """Counts a request, perhaps as a message too, and leaves the headers for the answer."""
    requests = Rate(REQUESTS, settings.API_LIMITS[limit], PER_SECONDS)
    sent = (Rate(MESSAGES, most, seconds) for seconds, most in messages.items())
    usage, *_ = spend(requests, *sent, sender=sender)
    request.rate_headers = usage.headers  # type: ignore[attr-defined]
