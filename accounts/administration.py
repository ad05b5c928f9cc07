"""What administrators do with a user: disable, enable, reset, unlink; each with its audit entry."""

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.models import User

from accounts.changing import WriteDown, changing
from accounts.exceptions import DisabledError, OwnAccountError
from routing.model.trail import (
    IDENTITY_REMOVED,
    PASSWORD_RESET,
    TWO_FACTOR_REMOVED,
    USER_DISABLED,
    USER_ENABLED,
)
from routing.router import Router
from sockets.sessions import sessions_end


def user_disable(router: Router, user: User, *, by: str) -> None:
    """Ends the user's sessions and blocks sign-in; safe to repeat.

    `by` is the name of the user who does it, empty for a program. Raises OwnAccountError,
    LastAdministratorError, and DynamoError.
    """
    if by == user.get_username():
        raise OwnAccountError
    with changing(router, user) as write_down:
        _activate(user, write_down, USER_DISABLED, is_active=False)
        sessions_end(user)


def user_enable(router: Router, user: User) -> None:
    """Lets a disabled user sign in again; safe to repeat. Raises DynamoError."""
    with changing(router, user) as write_down:
        _activate(user, write_down, USER_ENABLED, is_active=True)


def user_reset(router: Router, user: User) -> None:
    """Ends the password, sessions and earlier links of a user. Raises DisabledError, DynamoError."""
    with changing(router, user) as write_down:
        if not user.is_active:
            raise DisabledError(user.get_username())
        user.set_unusable_password()
        user.save(update_fields=["password"])
        write_down(PASSWORD_RESET)


def user_remove_two_factor(router: Router, user: User) -> None:
    """Removes the second factor of a user who has lost it; safe to repeat. Raises DynamoError."""
    with changing(router, user) as write_down:
        removed, _by_kind = Authenticator.objects.filter(user=user).delete()
        if removed:
            write_down(TWO_FACTOR_REMOVED)


def user_unlink(router: Router, user: User) -> None:
    """Removes the user's identity of single sign-on, so that the next one of that name is the user's; safe to
    repeat. Raises DynamoError.
    """
    with changing(router, user) as write_down:
        removed, _by_kind = SocialAccount.objects.filter(user=user).delete()
        if removed:
            write_down(IDENTITY_REMOVED)


def _activate(user: User, write_down: WriteDown, kind: str, *, is_active: bool) -> None:
    if user.is_active is not is_active:
        user.is_active = is_active
        user.save(update_fields=["is_active"])
        write_down(kind)
