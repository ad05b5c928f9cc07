"""What is set up about a user: invited with it, changed; each with its audit entry."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import Group, User
from django.db import IntegrityError, transaction

from accounts import user_names
from accounts.changing import changing, user_write_down
from accounts.exceptions import NameTakenError
from accounts.links import no_password
from accounts.reading import Account, Facts, account_named
from accounts.roles import BY_GROUP, Role
from accounts.seats import desk_check, seat_give, seat_leave
from accounts.supervised_teams import teams_give
from routing.model.trail import USER_CHANGED, USER_INVITED
from routing.router import Router


@dataclass(frozen=True)
class Overtaken:
    """Somebody else has changed the user meanwhile: nothing was saved. `current` is the user now."""

    current: Account


def user_invite(
    router: Router,
    *,
    name: str,
    full_name: str,
    role: Role,
    teams: Sequence[str] = (),
    agent_id: str = "",
    seed: str = "",
) -> User:
    """A new user without a password, who signs in by a link, at the desk of `agent_id` if there is one.

    By `seed` the invitation is known again: `is_invited_by`.

    Raises NameTakenError, SeatTakenError, InvalidFieldError, and DynamoError: then there is no new user.
    """
    user = User(username=user_names.user_name(name), first_name=user_names.full_name(full_name))
    user.password = no_password(seed)
    _check_teams(router, teams, known=())
    desk_check(router, user, agent_id)
    with transaction.atomic():
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError:
            raise NameTakenError(user.get_username()) from None
        _give(user, role)
        teams_give(user, teams)
        user_write_down(router, USER_INVITED, user, role.word + _of_teams(router, teams))
        if agent_id:
            seat_give(router, user, agent_id, by=router.actor)
    return user


def user_change(
    router: Router,
    user: User,
    *,
    full_name: str,
    role: Role | None = None,
    teams: Sequence[str] | None = None,
    agent_id: str | None = None,
    expected_version: str | None = None,
) -> Account | Overtaken:
    """Replaces a user's full name, and role, teams and desk unless they are None; an empty desk frees it.

    Overtaken at another version than expected, unless everything is as requested. Raises
    LastAdministratorError, SeatTakenError, InvalidFieldError, and DynamoError: then nothing has changed.
    """
    full_name = user_names.full_name(full_name)
    with transaction.atomic():
        with changing(router, user) as write_down:
            before = _account(user)
            if _facts(before, full_name, role, teams, agent_id) == before.facts:
                return before
            if expected_version not in (None, before.version):
                return Overtaken(before)
            _check_teams(router, teams or (), known=before.teams)
            desk_check(router, user, agent_id or "")
            _save(user, full_name, role, before.teams if teams is None else teams)
            after = _account(user)
            if after.facts != before.facts:
                write_down(USER_CHANGED, _said(router, before, after))
        if agent_id:
            seat_give(router, user, agent_id, by=router.actor)
        elif agent_id is not None:
            seat_leave(router, user, by=router.actor)
        return _account(user)


def _save(user: User, full_name: str, role: Role | None, teams: Sequence[str]) -> None:
    user.first_name = full_name
    user.save(update_fields=["first_name"])
    if role is not None:
        _give(user, role)
    teams_give(user, teams)


def _give(user: User, role: Role) -> None:
    """Replaces the user's roles; groups that are not roles stay."""
    user.groups.remove(*user.groups.filter(name__in=BY_GROUP))
    user.groups.add(Group.objects.get(name=role.group))


def _facts(
    before: Account,
    full_name: str,
    role: Role | None,
    teams: Sequence[str] | None,
    agent_id: str | None,
) -> Facts:
    """Those that the user is to have."""
    _name, roles, has, desk = before.facts
    return (
        full_name,
        roles if role is None else (role.code,),
        has if teams is None else tuple(sorted({*teams})),
        desk if agent_id is None else agent_id,
    )


def _check_teams(router: Router, teams: Sequence[str], *, known: Sequence[str]) -> None:
    """A team that is no longer set up may stay. Raises InvalidFieldError."""
    for code in teams:
        if code not in known and (fault := router.teams.fault(code, "teams")):
            raise fault


def _account(user: User) -> Account:
    found = account_named(user.get_username())
    assert found is not None, "users are not deleted"
    return found


def _said(router: Router, before: Account, after: Account) -> str:
    """Roles and teams, and what they were before."""
    words = [", ".join(role.word for role in one.roles) for one in (before, after)]
    said = words[1] if words[0] == words[1] else f"{words[0] or 'no role'} → {words[1]}"
    if before.teams != after.teams:
        said += _of_teams(router, after.teams) or "; all teams"
    return said


def _of_teams(router: Router, teams: Sequence[str]) -> str:
    return f"; teams: {', '.join(map(router.teams.name, teams))}" if teams else ""
