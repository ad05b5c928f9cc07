"""Tokens of programs: created, listed, revoked. A program gives no scope away that it does not have."""

from datetime import datetime
from http import HTTPStatus
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Router, Schema
from pydantic import BeforeValidator, Field

from api.access.acting import acting_by
from api.access.allowed import Allowed, caller_of
from api.access.callers import Caller
from api.access.handing_on import check_hands_on
from api.access.kept_answers import seed_of_key
from api.access.program_tokens import MOST_DAYS, NAME_TAKEN, TokenError, token_list
from api.access.scopes import Scope
from api.access.token_administration import NO_SUCH_TOKEN, token_create, token_end
from api.conventions.answers import WHOLE_PAGE, Cursor, Items, Limit
from api.conventions.cursors import Page, page_of
from api.conventions.moments import Moment
from api.conventions.problems import Problem, wrong_field
from api.endpoints.chat_fields import Body
from api.models import ApiToken
from operations.operation import Permission
from routing.runtime import router as routing

router = Router(tags=["access"])
ADMINISTRATORS = Allowed(Scope.ADMIN, Permission.ADMINISTER)
LONGEST_NAME = 60
Key = Annotated[str, Path(pattern="^[0-9a-f]{8}$")]
STATUSES = {NAME_TAKEN: HTTPStatus.CONFLICT, NO_SUCH_TOKEN: HTTPStatus.NOT_FOUND}


def _whole(days: object) -> object:
    """Names the limits for a value that is not a whole number, too."""
    if isinstance(days, bool) or not isinstance(days, int):
        raise ValueError(f"must be a whole number from 1 to {MOST_DAYS}")
    return days


class TokenIn(Body):
    """A token for one program. Without `days` it does not expire."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=len(Scope))]
    days: Annotated[int, Field(strict=True, ge=1, le=MOST_DAYS), BeforeValidator(_whole)] | None = None


class TokenOut(Schema):
    """A token without its secret; `key` is the part after `ccp_`. `last_used_at` is exact to a minute."""

    key: str
    name: str
    scopes: list[Scope]
    created_at: Moment
    expires_at: Moment | None
    last_used_at: Moment | None
    revoked_at: Moment | None


class TokenMadeOut(TokenOut):
    """A new token with its text, shown this once."""

    token: str


@router.get("/tokens", auth=ADMINISTRATORS, response=Items[TokenOut])
def tokens(request: HttpRequest, cursor: Cursor = None, limit: Limit = WHOLE_PAGE) -> Page[ApiToken]:
    """Lists the tokens, also revoked and expired ones, by name."""
    return page_of(sorted(token_list(), key=_place), _place, cursor=cursor, limit=limit)


@router.post("/tokens", auth=ADMINISTRATORS, response={201: TokenMadeOut})
def token_new(request: HttpRequest, found: TokenIn) -> dict[str, Any]:
    """Creates a token with scopes that the caller has, to end no later than the caller's own."""
    caller, centre = caller_of(request), acting_by(request, routing())
    scopes = [scope for scope in Scope if scope in found.scopes]
    check_hands_on(caller, scopes, field="scopes")
    _check_days(caller, found.days, at=centre.clock())
    try:
        made, text = token_create(
            centre, name=found.name, scopes=scopes, days=found.days, seed=seed_of_key(request)
        )
    except TokenError as error:
        raise _problem(error) from None
    return {**TokenOut.model_validate(made).model_dump(), "token": text}


@router.delete("/tokens/{key}", auth=ADMINISTRATORS, response=TokenOut)
def token_revoked(request: HttpRequest, key: Key) -> ApiToken:
    """Revokes a token: its next use is refused. Safe to repeat."""
    try:
        return token_end(acting_by(request, routing()), key)
    except TokenError as error:
        raise _problem(error) from None


def _check_days(caller: Caller, days: int | None, *, at: datetime) -> None:
    """Raises Problem: 400 if the token would outlive that of the program which creates it."""
    if caller.kind != "program" or caller.expires_at is None:
        return
    most = (caller.expires_at - at).days
    if days is None or days > most:
        sentence = f"at most {most}: a token cannot outlive the one that creates it"
        raise wrong_field("days", sentence, limit=most)


def _problem(error: TokenError) -> Problem:
    status = STATUSES.get(error.code, HTTPStatus.BAD_REQUEST)
    field = str(error).partition(":")[0]
    return Problem(status, str(error), error.code or "invalid_field", field)


def _place(one: ApiToken) -> tuple[str, float, str]:
    return (one.name, -one.created_at.timestamp(), one.key)
