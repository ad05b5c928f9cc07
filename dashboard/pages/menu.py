"""Menu: groups of pages in order, with the permission of each."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from accounts.seats import seat_of
from dashboard.access.permissions import ADMINISTER, CHOOSE, PLAN, SUPERVISE, VIEW_BOARD
from dashboard.access.seats import Person

SeenBy = Callable[[Person], bool]


def who_may(permission: str) -> SeenBy:
    return lambda user: user.has_perm(permission)


def who_takes_calls(user: Person) -> bool:
    """Operators and supervisors, and anybody who sits at a desk."""
    return user.has_perm(CHOOSE) or bool(seat_of(user))


VIEWERS, SUPERVISORS = who_may(VIEW_BOARD), who_may(SUPERVISE)
PLANNERS, ADMINISTRATORS = who_may(PLAN), who_may(ADMINISTER)


@dataclass(frozen=True)
class Page:
    """An entry: the name of its address, its word, the names of the pages below it, and who sees it."""

    name: str
    word: str
    below: tuple[str, ...] = ()
    seen_by: SeenBy = VIEWERS


@dataclass(frozen=True)
class Group:
    """Pages under one word. A group with a single page is shown as that page."""

    word: str
    pages: tuple[Page, ...]


GROUPS = (
    Group(
        "Live",
        (
            Page("board", "Overview"),
            Page("queues", "Queues", below=("queue",)),
            Page("agents", "Agents", below=("agent",)),
            Page("calls", "Calls", below=("call", "call-new", "call-create", "call-enqueue", "dead-letters")),
            Page("conversations", "Conversations", below=("conversation",), seen_by=SUPERVISORS),
        ),
    ),
    Group(
        "Reports",
        (
            Page("history", "History", seen_by=PLANNERS),
            Page("reporting", "Data feeds", seen_by=SUPERVISORS),
            Page("trail", "Audit log", seen_by=SUPERVISORS),
        ),
    ),
    Group(
        "Plan",
        (
            Page("staffing", "Staffing", below=("staffing-upload",), seen_by=PLANNERS),
            Page(
                "simulations",
                "Simulations",
                below=("simulation", "simulation-start", "simulation-compare"),
                seen_by=PLANNERS,
            ),
        ),
    ),
    Group(
        "Setup",
        (
            Page("setup", "First steps", seen_by=ADMINISTRATORS),
            Page(
                "setup-agents",
                "Staff",
                below=("setup-agent", "setup-agent-new", "setup-agents-import"),
                seen_by=ADMINISTRATORS,
            ),
            Page("users", "Users", below=("user", "user-new"), seen_by=ADMINISTRATORS),
            Page("setup-teams", "Teams", seen_by=ADMINISTRATORS),
            Page("setup-skills", "Skills", seen_by=ADMINISTRATORS),
            Page(
                "setup-policies",
                "Queues and routing",
                below=("setup-policy", "setup-policy-chosen"),
                seen_by=ADMINISTRATORS,
            ),
            Page(
                "setup-hours",
                "Opening hours",
                below=(
                    *("setup-schedule", "setup-schedule-new", "setup-calendar", "setup-calendar-new"),
                    *("setup-queue-hours", "setup-queue-hours-chosen"),
                ),
                seen_by=SUPERVISORS,
            ),
            Page("setup-codes", "Codes", below=("setup-codes-of",), seen_by=ADMINISTRATORS),
            Page("scenes", "Scenes", below=("scene", "scene-new"), seen_by=SUPERVISORS),
            Page("replies", "Canned replies", below=("reply", "reply-new"), seen_by=SUPERVISORS),
            Page("setup-caller-data", "Caller data", seen_by=ADMINISTRATORS),
            Page(
                "integrations",
                "Integrations",
                below=("tokens", "webhook", "webhook-new", "deliveries", "delivery", "callbacks"),
                seen_by=ADMINISTRATORS,
            ),
            Page("api-reference", "API", seen_by=SUPERVISORS),
        ),
    ),
    Group("Desk", (Page("desk", "Desk", below=("seats", "desk-of"), seen_by=who_takes_calls),)),
)


def menu_for(user: Person) -> list[Group]:
    """The groups with the pages that a user sees; none that is empty."""
    seen = [
        replace(group, pages=tuple(page for page in group.pages if page.seen_by(user))) for group in GROUPS
    ]
    return [group for group in seen if group.pages]
