"""Fields of users in requests and responses."""

from typing import Annotated, Any, Literal

from ninja import Header, Path, Schema
from pydantic import Field

from accounts.reading import Account, AccountState
from accounts.user_names import LONGEST_NAME
from api.conventions.moments import Moment
from api.conventions.problems import wrong_field
from api.endpoints.chat_fields import Body
from routing.model.calls import MAX_TEXT_LENGTH

MOST_TEAMS = 100
LONGEST_VERSION = 40
UserName = Annotated[str, Path(max_length=LONGEST_NAME, pattern=r"^[\w.@+-]+$")]
FullName = Annotated[str, Field(max_length=LONGEST_NAME)]
RoleName = Literal["viewer", "agent", "planner", "supervisor", "administrator"]
Teams = Annotated[list[str], Field(max_length=MOST_TEAMS, description="codes of teams; none: all agents")]
Desk = Annotated[str, Field(max_length=MAX_TEXT_LENGTH, description="the id of an agent; empty: no desk")]
IfMatch = Annotated[
    str | None, Header(alias="If-Match", max_length=LONGEST_VERSION, description="the version that you read")
]


class UserOut(Schema):
    """A user; `agent` is that of the desk. `version` changes with full name, roles, desk and teams."""

    name: str
    full_name: str
    roles: list[RoleName]
    is_superuser: bool
    state: AccountState
    agent: str
    teams: list[str]
    two_factor: bool
    single_sign_on: bool
    created_at: Moment
    last_sign_in_at: Moment | None
    version: str


class UserNewIn(Body):
    """A new user."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    full_name: FullName = ""
    role: RoleName
    teams: Teams = []  # noqa: RUF012 - pydantic copies it
    agent: Desk = ""


class UserIn(Body):
    """A user, at the `version` that you read, here or in `If-Match`. Absent role, teams and agent stay."""

    full_name: FullName
    role: RoleName | None = None
    teams: Teams | None = None
    agent: Desk | None = None
    version: Annotated[str | None, Field(max_length=LONGEST_VERSION)] = None

    def at_version(self, if_match: str | None) -> str:
        """The version seen. Raises Problem: 400 without one, or with two."""
        given = {one for one in (self.version, if_match and if_match.strip().strip('"')) if one}
        if len(given) != 1:
            raise wrong_field("version", "the version that you read is required, here or in If-Match")
        return given.pop()


class LinkOut(Schema):
    """A link by which a user chooses a password, once, until `valid_until`; shown this once."""

    link: str
    valid_until: Moment


class InvitedOut(LinkOut):
    """A new user, and the link to send to them."""

    user: UserOut


class RoleOut(Schema):
    """A role, and the codes of what it allows."""

    role: RoleName
    label: str
    permissions: list[str]


class RolesOut(Schema):
    """The roles, and each permission in words."""

    roles: list[RoleOut]
    permissions: dict[str, str]


def user_shown(account: Account) -> dict[str, Any]:
    """The fields of `UserOut`."""
    return {
        "name": account.name,
        "full_name": account.full_name,
        "roles": [one.code for one in account.roles],
        "is_superuser": account.user.is_superuser,
        "state": account.state,
        "agent": account.agent_id,
        "teams": account.teams,
        "two_factor": account.has_two_factors,
        "single_sign_on": account.is_linked,
        "created_at": account.user.date_joined,
        "last_sign_in_at": account.user.last_login,
        "version": account.version,
    }


def user_present(account: Account | None) -> dict[str, Any]:
    """The user as it is now, for a 409."""
    if account is None:
        return {}
    return {"user": UserOut.model_validate(user_shown(account)).model_dump(mode="json")}
