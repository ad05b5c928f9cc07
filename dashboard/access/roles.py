"""Roles: the groups of users, what each may do, and what a permission allows, in words."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from dashboard.access.permissions import ADMINISTER, CHOOSE, CONTROL_LOAD, PLAN, SUPERVISE, VIEW_BOARD

# What each permission allows, in the order of the table that people read.
ALLOWED = {
    VIEW_BOARD: "See overview, queues, agents and calls",
    CHOOSE: "Answer calls and chats at a desk, and set their own status",
    SUPERVISE: "Act for all agents, or those of their teams; set up scenes and replies; see the audit log",
    CONTROL_LOAD: "Start and stop simulated load on this centre",
    PLAN: "See History, size teams, run simulations",
    ADMINISTER: "Set up agents, queues and routing, codes, users and API tokens",
}


@dataclass(frozen=True)
class Role:
    """A group of users: its name in the database, its word, and its permissions."""

    group: str
    word: str
    permissions: tuple[str, ...]


ROLES = (
    Role("viewers", "Viewer", (VIEW_BOARD,)),
    Role("operators", "Agent", (VIEW_BOARD, CHOOSE)),
    Role("planners", "Planner", (VIEW_BOARD, PLAN)),
    Role("supervisors", "Supervisor", (VIEW_BOARD, CHOOSE, SUPERVISE, CONTROL_LOAD, PLAN)),
    Role("administrators", "Administrator", tuple(ALLOWED)),
)
BY_GROUP = {role.group: role for role in ROLES}
ADMINISTRATORS = BY_GROUP["administrators"]


def roles_of(user: User) -> list[Role]:
    """The roles of a user, least first; read from what was fetched with the user, if it was."""
    groups = {group.name for group in user.groups.all()}
    return [role for role in ROLES if role.group in groups]


def words_of(user: User) -> str:
    """The roles of a user in words, as `Agent, Planner`; empty without one."""
    words = [role.word for role in roles_of(user)]
    return ", ".join(["Superuser", *words] if user.is_superuser else words)
