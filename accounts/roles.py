"""Roles: the groups of users, what each may do, and what a permission allows, in words."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from operations.operation import Permission

CONTROL_LOAD = "simulation.control_load"

# What each permission allows, in the order of the table that people read.
ALLOWED = {
    Permission.VIEW_BOARD: "See overview, queues, agents and calls",
    Permission.CHOOSE: "Answer calls and chats at a desk, and set their own status",
    Permission.SUPERVISE: "Act for all agents, or those of their teams; close or open any queue or "
    "schedule for today; set up scenes and replies; see the audit log",
    CONTROL_LOAD: "Start and stop simulated load on this centre",
    Permission.PLAN: "See History, size teams, run simulations",
    Permission.ADMINISTER: "Set up agents, queues and routing, codes, users and API tokens",
}


@dataclass(frozen=True)
class Role:
    """A group of users: its name in the database, its word, and its permissions."""

    group: str
    word: str
    permissions: tuple[str, ...]

    @property
    def code(self) -> str:
        """Its name for programs: `agent`."""
        return self.word.lower()


ROLES = (
    Role("viewers", "Viewer", (Permission.VIEW_BOARD,)),
    Role("operators", "Agent", (Permission.VIEW_BOARD, Permission.CHOOSE)),
    Role("planners", "Planner", (Permission.VIEW_BOARD, Permission.PLAN)),
    Role(
        "supervisors",
        "Supervisor",
        (Permission.VIEW_BOARD, Permission.CHOOSE, Permission.SUPERVISE, CONTROL_LOAD, Permission.PLAN),
    ),
    Role("administrators", "Administrator", tuple(ALLOWED)),
)
BY_CODE = {role.code: role for role in ROLES}
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
