"""Who sends a request, by its bearer token or its session."""

import logging
from datetime import datetime
from http import HTTPStatus

from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware

from api.access.callers import Caller
from api.access.customer_tokens import customer_of
from api.access.program_tokens import TokenError, is_programs, program_of
from api.conventions.problems import Problem
from messaging.devices.identity import SUPERVISOR
from operations.operation import Permission
from operations.reach import reach_of
from routing.runtime import now

log = logging.getLogger("api.tokens")
BEARER, EXPIRED = "Bearer", "token_expired"
NO_SUPERVISOR = "Only a supervisor may ask as=supervisor; no other role can be asked for."
NOBODY = "Send a token as Authorization: Bearer …, or sign in and send the session cookies."
WITHOUT_CSRF = (
    "The CSRF token is missing or out of date: send the csrftoken cookie in the X-CSRFToken header."
)


def identify(request: HttpRequest) -> Caller:
    """The caller of a request. Raises Problem: 401, or 403 for a session without its CSRF token."""
    if given := authorization(request):
        scheme, _, token = given.partition(" ")
        if scheme.lower() != BEARER.lower():
            raise unauthorized(NOBODY, "unauthorized")
        try:
            return caller_of_token(token.strip(), at=now())
        except TokenError as error:
            raise unauthorized(str(error), error.code) from error
    if not isinstance(request.user, User) or not request.user.is_active:
        raise unauthorized(NOBODY, "unauthorized")
    _check_csrf(request)
    return caller_of_user(request.user, role=request.GET.get("as", ""))


def authorization(request: HttpRequest) -> str:
    """The Authorization header; without one, or with an empty one, the session counts."""
    return str(request.META.get("HTTP_AUTHORIZATION", "")).strip()


def log_refused(error: TokenError, address: str) -> None:
    """One line, which has no token; callers count it before. Those of customers expire all the time."""
    if error.code != EXPIRED:
        log.warning("token refused address=%s code=%s", address, error.code)


def caller_of_token(token: str, *, at: datetime) -> Caller:
    """The program or customer of a token. Raises TokenError."""
    if is_programs(token):
        program = program_of(token, at=at)
        party = f"program:{program.name}"
        return Caller(party, program.name, program.scopes, expires_at=program.expires_at)
    customer = customer_of(token, at=at)
    return Caller(
        f"contact:{customer.contact}",
        customer.contact,
        scene=customer.scene,
        is_named=customer.is_named,
        context=customer.context,
        expires_at=customer.expires_at,
    )


def caller_of_user(user: User | AnonymousUser, *, role: str = "") -> Caller:
    """A user at an agent's desk is that agent, unless a supervisor asks as one; any other is a user.

    Raises Problem: 403 for a role that the user does not have.
    """
    seat = getattr(user, "seat", None)
    name = user.get_username()
    permissions = frozenset(one for one in Permission if user.has_perm(one))
    if role:
        if role != SUPERVISOR or Permission.SUPERVISE not in permissions:
            raise Problem(HTTPStatus.FORBIDDEN, NO_SUPERVISOR, "permission_missing", field="as")
        seat = None
    party = f"agent:{seat.agent_id}" if seat else f"user:{name}"
    return Caller(party, name, permissions=permissions, reach=reach_of(user))


def unauthorized(sentence: str, code: str) -> Problem:
    return Problem(HTTPStatus.UNAUTHORIZED, sentence, code, headers={"WWW-Authenticate": BEARER})


def _check_csrf(request: HttpRequest) -> None:
    """Checks as Django does for pages; API views are exempt there, since tokens need no check."""

    def view(_request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    if CsrfViewMiddleware(view).process_view(request, view, (), {}) is not None:
        raise Problem(HTTPStatus.FORBIDDEN, WITHOUT_CSRF, "csrf")
