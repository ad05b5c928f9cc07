"""Users: invited by a link, listed, changed; the roles, and what each may do.

A program gives no user more than its own token allows, and changes none who may do more.
"""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from ninja import Router

from accounts.exceptions import AccountError
from accounts.links import is_invited_by, link_of
from accounts.reading import Account, AccountState, account_named, accounts_read
from accounts.roles import ADMINISTRATORS as ADMINISTRATOR
from accounts.roles import ALLOWED, BY_CODE, ROLES, Role
from accounts.user_facts import Overtaken, user_change, user_invite
from api.access.acting import acting_by
from api.access.allowed import Allowed, caller_of
from api.access.handing_on import check_hands_on, scopes_like
from api.access.kept_answers import seed_of_key
from api.access.scopes import Scope
from api.conventions.answers import WHOLE_PAGE, Cursor, Items, Limit, etag
from api.conventions.cursors import Page, page_of
from api.conventions.problems import Problem
from api.endpoints.setup.user_fields import (
    IfMatch,
    InvitedOut,
    RolesOut,
    UserIn,
    UserName,
    UserNewIn,
    UserOut,
    user_present,
    user_shown,
)
from operations.operation import Permission
from routing.runtime import now
from routing.runtime import router as routing

router = Router(tags=["access"])
ADMINISTRATORS = Allowed(Scope.ADMIN, Permission.ADMINISTER)


@router.get("/roles", auth=ADMINISTRATORS, response=RolesOut)
def roles(request: HttpRequest) -> dict[str, Any]:
    """Returns the roles of users, and what each may do."""
    shown = [{"role": one.code, "label": one.word, "permissions": [*one.permissions]} for one in ROLES]
    return {"roles": shown, "permissions": ALLOWED}


@router.get("/users", auth=ADMINISTRATORS, response=Items[UserOut])
def users(request: HttpRequest, cursor: Cursor = None, limit: Limit = WHOLE_PAGE) -> Page[dict[str, Any]]:
    """Lists the users, by name."""
    found = page_of(sorted(accounts_read(), key=_place), _place, cursor=cursor, limit=limit)
    return Page([user_shown(one) for one in found.items], found.next)


@router.post("/users", auth=ADMINISTRATORS, response={201: InvitedOut})
def user_new(request: HttpRequest, found: UserNewIn) -> dict[str, Any]:
    """Invites a user; the response has the link by which they choose a password."""
    role = BY_CODE[found.role]
    check_within_scopes(request, role)
    try:
        user = user_invite(
            acting_by(request, routing()),
            name=found.name,
            full_name=found.full_name,
            role=role,
            teams=found.teams,
            agent_id=found.agent,
            seed=seed_of_key(request),
        )
    except AccountError as error:
        if (made := _made_before(request, found)) is None:
            raise refused(error, found.name) from None
        user = made.user
    return {**link_shown(request, user), "user": user_shown(existing(user.get_username()))}


@router.get("/users/{user_name}", auth=ADMINISTRATORS, response=UserOut)
def user(request: HttpRequest, response: HttpResponse, user_name: UserName) -> dict[str, Any]:
    """Returns one user."""
    found = existing(user_name)
    response.headers["ETag"] = etag(found.version)
    return user_shown(found)


@router.put("/users/{user_name}", auth=ADMINISTRATORS, response=UserOut)
def user_put(
    request: HttpRequest, user_name: UserName, found: UserIn, if_match: IfMatch = None
) -> dict[str, Any]:
    """Changes a user at the version that you read; what they may do changes at once."""
    account, version = existing(user_name), found.at_version(if_match)
    role = BY_CODE[found.role] if found.role else None
    check_within_scopes(request, *account.roles, *([role] if role else []), user=account.user)
    try:
        saved = user_change(
            acting_by(request, routing()),
            account.user,
            full_name=found.full_name,
            role=role,
            teams=found.teams,
            agent_id=found.agent,
            expected_version=version,
        )
    except AccountError as error:
        raise refused(error, user_name) from None
    if isinstance(saved, Overtaken):
        sentence = f"The user is at version {saved.current.version}, not {version[:40]}."
        raise Problem(HTTPStatus.CONFLICT, sentence, present=user_present(saved.current))
    return user_shown(saved)


def _made_before(request: HttpRequest, found: UserNewIn) -> Account | None:
    """The user that an earlier run of the request has made, if its process was killed before it answered."""
    user = account_named(User.normalize_username(found.name))
    if user is None or user.state is not AccountState.INVITED:
        return None
    asked = (found.full_name.strip(), (found.role,), tuple(sorted({*found.teams})), found.agent)
    return user if user.facts == asked and is_invited_by(user.user, seed_of_key(request)) else None


def check_within_scopes(request: HttpRequest, *roles: Role, user: User | None = None) -> None:
    """Raises Problem: 403 for a program that may do less than these roles, or than a superuser."""
    most = (ADMINISTRATOR,) if user is not None and user.is_superuser else ()
    check_hands_on(caller_of(request), scopes_like((*roles, *most)), field="role", why="for this role")


def existing(name: str) -> Account:
    """The user of this name. Raises Problem: 404."""
    found = account_named(name)
    if found is None:
        sentence = f"There is no user {name[:40]!r}."
        raise Problem(HTTPStatus.NOT_FOUND, sentence, "unknown_user", "user_name")
    return found


def refused(error: AccountError, name: str) -> Problem:
    """409 with the user as it is now."""
    present = user_present(account_named(User.normalize_username(name)))
    return Problem(HTTPStatus.CONFLICT, str(error), error.code, error.field, present=present)


def link_shown(request: HttpRequest, user: User) -> dict[str, Any]:
    """The fields of `LinkOut`."""
    valid = timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
    return {"link": link_of(request, user), "valid_until": now() + valid}


def _place(one: Account) -> tuple[str]:
    return (one.name,)
