"""What lets users in: a new link, disabling, enabling, a lost second factor, another identity."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest
from ninja import Router

from accounts import administration
from accounts.exceptions import AccountError
from accounts.reading import Account
from api.access.acting import acting_by
from api.access.allowed import caller_of
from api.endpoints.setup.user_fields import LinkOut, UserName, UserOut, user_shown
from api.endpoints.setup.users import ADMINISTRATORS, check_within_scopes, existing, link_shown, refused
from routing.router import Router as Centre
from routing.runtime import router as routing

router = Router(tags=["access"])


@router.post("/users/{user_name}/link", auth=ADMINISTRATORS, response=LinkOut)
def user_link(request: HttpRequest, user_name: UserName) -> dict[str, Any]:
    """Ends the password, sessions and earlier links of a user, and returns a new link."""
    return link_shown(request, _done(request, user_name, administration.user_reset).user)


@router.post("/users/{user_name}/disable", auth=ADMINISTRATORS, response=UserOut)
def user_disabled(request: HttpRequest, user_name: UserName) -> dict[str, Any]:
    """Ends all sessions of a user and blocks sign-in. Safe to repeat."""
    caller = caller_of(request)
    by = "" if caller.kind == "program" else caller.name
    return user_shown(_done(request, user_name, partial(administration.user_disable, by=by)))


@router.post("/users/{user_name}/enable", auth=ADMINISTRATORS, response=UserOut)
def user_enabled(request: HttpRequest, user_name: UserName) -> dict[str, Any]:
    """Lets a disabled user sign in again. Safe to repeat."""
    return user_shown(_done(request, user_name, administration.user_enable))


@router.delete("/users/{user_name}/two-factor", auth=ADMINISTRATORS, response=UserOut)
def user_two_factor_removed(request: HttpRequest, user_name: UserName) -> dict[str, Any]:
    """Removes the second factor of a user who has lost it. Safe to repeat."""
    return user_shown(_done(request, user_name, administration.user_remove_two_factor))


@router.delete("/users/{user_name}/single-sign-on", auth=ADMINISTRATORS, response=UserOut)
def user_unlinked(request: HttpRequest, user_name: UserName) -> dict[str, Any]:
    """Removes the identity of single sign-on: the next one of that name is the user's. Safe to repeat."""
    return user_shown(_done(request, user_name, administration.user_unlink))


def _done(request: HttpRequest, name: str, change: Callable[[Centre, User], None]) -> Account:
    """The user after a change. Raises Problem: 403, 404, 409."""
    account = existing(name)
    check_within_scopes(request, *account.roles, user=account.user)
    try:
        change(acting_by(request, routing()), account.user)
    except AccountError as error:
        raise refused(error, name) from None
    return existing(name)
