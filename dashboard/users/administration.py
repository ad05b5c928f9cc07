"""Changes of users by an administrator, each with its entry in the audit log.

The entry is written before the change is final, as for seats: no user changes without one.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.models import Group, User
from django.db import IntegrityError, transaction
from django.db.models import Q

from dashboard.access.roles import ADMINISTRATORS, BY_GROUP, Role, roles_of
from dashboard.access.supervised_teams import teams_give, teams_of
from routing.model.trail import (
    IDENTITY_REMOVED,
    PASSWORD_RESET,
    TWO_FACTOR_REMOVED,
    USER_CHANGED,
    USER_DISABLED,
    USER_ENABLED,
    USER_INVITED,
)
from routing.router import Router
from routing.services import trail_write
from sockets.sessions import sessions_end


class NameTakenError(Exception):
    """Another user has this name."""


class LastAdministratorError(Exception):
    """Without this user there would be no administrator."""

    def __init__(self) -> None:
        super().__init__("This is the last active administrator. Make another user an administrator first.")


def user_invite(
    router: Router, *, name: str, full_name: str, role: Role, teams: Sequence[str] | None = None
) -> User:
    """A new user without a password, who signs in by a link. Raises NameTakenError, and DynamoError."""
    try:
        with transaction.atomic():
            user = User(username=name, first_name=full_name)
            user.set_unusable_password()
            user.save()
            _give(user, role)
            teams_give(user, teams or ())
            _write_down(router, USER_INVITED, user, role.word + _of_teams(router, teams or ()))
    except IntegrityError:
        raise NameTakenError from None
    return user


def user_change(
    router: Router, user: User, *, full_name: str, role: Role | None, teams: Sequence[str] | None = None
) -> None:
    """Replaces a user's full name, and role and teams unless they are None.

    Raises LastAdministratorError, and DynamoError.
    """
    with _changing(user):
        before = [one.word for one in roles_of(user)]
        user.first_name = full_name
        user.save(update_fields=["first_name"])
        if role is not None:
            _give(user, role)
        had = teams_of(user)
        teams_give(user, had if teams is None else teams)
        after = [one.word for one in roles_of(user)]
        said = (
            ", ".join(after) if after == before else f"{', '.join(before) or 'no role'} → {', '.join(after)}"
        )
        has = teams_of(user)
        said += "" if has == had else _of_teams(router, has) or "; all teams"
        _write_down(router, USER_CHANGED, user, said)


def user_disable(router: Router, user: User) -> None:
    """Ends the user's sessions, and lets nobody sign in as this user; safe to repeat.

    Raises LastAdministratorError, and DynamoError.
    """
    with _changing(user):
        _activate(router, user, USER_DISABLED, is_active=False)
        sessions_end(user)


def user_enable(router: Router, user: User) -> None:
    """Lets a disabled user sign in again; safe to repeat. Raises DynamoError."""
    with _changing(user):
        _activate(router, user, USER_ENABLED, is_active=True)


def user_reset(router: Router, user: User) -> None:
    """Ends password, sessions and earlier links of a user. Raises DynamoError."""
    with _changing(user):
        user.set_unusable_password()
        user.save(update_fields=["password"])
        _write_down(router, PASSWORD_RESET, user)


def user_remove_two_factor(router: Router, user: User) -> None:
    """Removes the second factor of a user who has lost it; safe to repeat. Raises DynamoError."""
    with _changing(user):
        removed, _by_kind = Authenticator.objects.filter(user=user).delete()
        if removed:
            _write_down(router, TWO_FACTOR_REMOVED, user)


def user_unlink(router: Router, user: User) -> None:
    """Removes the user's identity of single sign-on, so that the next one of that name is the user's; safe to
    repeat. Raises DynamoError.
    """
    with _changing(user):
        removed, _by_kind = SocialAccount.objects.filter(user=user).delete()
        if removed:
            _write_down(router, IDENTITY_REMOVED, user)


@contextmanager
def _changing(user: User) -> Iterator[None]:
    """A transaction after which an administrator is left. Raises LastAdministratorError.

    The administrators are locked, so of two who disable each other at the same time one is refused.
    """
    with transaction.atomic():
        list(User.objects.select_for_update().filter(_ADMINISTER).order_by("pk"))
        user.refresh_from_db()
        could = User.objects.filter(_ADMINISTER).exists()
        yield
        if could and not User.objects.filter(_ADMINISTER).exists():
            raise LastAdministratorError


_ADMINISTER = Q(is_active=True) & (
    Q(is_superuser=True)
    | Q(pk__in=User.groups.through.objects.filter(group__name=ADMINISTRATORS.group).values("user_id"))
)


def _activate(router: Router, user: User, kind: str, *, is_active: bool) -> None:
    if user.is_active is not is_active:
        user.is_active = is_active
        user.save(update_fields=["is_active"])
        _write_down(router, kind, user)


def _give(user: User, role: Role) -> None:
    """Replaces the user's roles; groups that are not roles stay."""
    user.groups.remove(*user.groups.filter(name__in=BY_GROUP))
    user.groups.add(Group.objects.get(name=role.group))


def _of_teams(router: Router, teams: Sequence[str]) -> str:
    return f"; teams: {', '.join(map(router.teams.name, teams))}" if teams else ""


def _write_down(router: Router, kind: str, user: User, said: str = "") -> None:
    about = f"user {user.get_username()}"
    trail_write(router, kind=kind, by=router.actor, reason=f"{about}: {said}" if said else about)
