"""Accounts as they are read: a user with roles, desk and teams, and the version of what can be changed."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.models import User

from accounts.roles import Role, roles_of

VERSION_LENGTH = 16
Facts = tuple[str, tuple[str, ...], tuple[str, ...], str]


class AccountState(StrEnum):
    """Whether a user can sign in; `invited` until the first password is chosen."""

    INVITED = "invited"
    ACTIVE = "active"
    DISABLED = "disabled"


@dataclass(frozen=True)
class Account:
    """A user. `agent_id` is that of the desk, `teams` has the codes of those that limit a supervisor."""

    user: User
    roles: tuple[Role, ...]
    agent_id: str
    teams: tuple[str, ...]
    has_two_factors: bool
    is_linked: bool

    @property
    def name(self) -> str:
        return self.user.get_username()

    @property
    def full_name(self) -> str:
        return self.user.first_name

    @property
    def state(self) -> AccountState:
        if not self.user.is_active:
            return AccountState.DISABLED
        is_new = not self.user.has_usable_password() and self.user.last_login is None
        return AccountState.INVITED if is_new else AccountState.ACTIVE

    @property
    def facts(self) -> Facts:
        """What a change replaces: full name, codes of roles, codes of teams, desk."""
        return self.full_name, tuple(one.code for one in self.roles), self.teams, self.agent_id

    @property
    def version(self) -> str:
        """A digest of the facts."""
        return sha256(json.dumps(self.facts).encode()).hexdigest()[:VERSION_LENGTH]


def accounts_read() -> list[Account]:
    """All users, by name."""
    return _accounts(None)


def account_named(name: str) -> Account | None:
    return next(iter(_accounts([name])), None)


def _accounts(names: Collection[str] | None) -> list[Account]:
    """Those of these names, or all; a fixed number of queries."""
    users = User.objects.select_related("seat", "supervision").prefetch_related("groups")
    users = users.order_by("username") if names is None else users.filter(username__in=names)
    factors = Authenticator.objects.filter(type=Authenticator.Type.TOTP, user__in=users)
    secured = set(factors.values_list("user_id", flat=True))
    linked = set(SocialAccount.objects.filter(user__in=users).values_list("user_id", flat=True))
    return [_account(user, has_two_factors=user.pk in secured, is_linked=user.pk in linked) for user in users]


def _account(user: User, *, has_two_factors: bool, is_linked: bool) -> Account:
    seat, lead = getattr(user, "seat", None), getattr(user, "supervision", None)
    return Account(
        user,
        tuple(roles_of(user)),
        seat.agent_id if seat else "",
        tuple(sorted(lead.teams)) if lead else (),
        has_two_factors,
        is_linked,
    )
