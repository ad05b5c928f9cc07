"""What a program may hand on to a token or a user, and whom it may change: no more than its token allows."""

from collections.abc import Iterable
from http import HTTPStatus

from accounts.roles import CONTROL_LOAD, Role
from api.access.callers import Caller
from api.access.scopes import Scope
from api.conventions.problems import Problem
from operations.operation import Permission

# What a user with each permission can do, a program can do with these scopes.
SCOPES: dict[str, frozenset[Scope]] = {
    Permission.VIEW_BOARD: frozenset({Scope.READ}),
    Permission.CHOOSE: frozenset({Scope.OPERATE, Scope.MESSAGES}),
    Permission.SUPERVISE: frozenset({Scope.OPERATE, Scope.MESSAGES, Scope.ADMIN}),
    CONTROL_LOAD: frozenset({Scope.OPERATE}),
    Permission.PLAN: frozenset({Scope.READ, Scope.OPERATE}),
    Permission.ADMINISTER: frozenset(Scope),
}


def check_hands_on(
    caller: Caller, scopes: Iterable[Scope], *, field: str, why: str = "to give it to others"
) -> None:
    """Raises Problem: 403 for a program whose token lacks one of these scopes."""
    lacking = [scope for scope in Scope if scope in scopes and scope not in caller.scopes]
    if caller.kind == "program" and lacking:
        sentence = f"The token needs the scope {lacking[0]} {why}."
        raise Problem(HTTPStatus.FORBIDDEN, sentence, "scope_missing", field=field)


def scopes_like(roles: Iterable[Role]) -> frozenset[Scope]:
    """The scopes of a program that may do what users with these roles may."""
    return frozenset[Scope]().union(*(SCOPES[one] for role in roles for one in role.permissions))
