"""Menu: who sees which pages, in which groups."""

import pytest
from django.urls import get_resolver

from dashboard.access.permissions import ADMINISTER, CHOOSE, PLAN, SUPERVISE, VIEW_BOARD
from dashboard.pages import menu
from dashboard.pages.menu import GROUPS, menu_for

LIVE = ("Live", ["Overview", "Queues", "Agents", "Calls"])
DESK = ("Desk", ["Desk"])


class Somebody:
    """A user with these permissions."""

    def __init__(self, *permissions: str) -> None:
        self.permissions = permissions

    def has_perm(self, permission: str) -> bool:
        return permission in self.permissions


def seen(*permissions: str) -> list[tuple[str, list[str]]]:
    groups = menu_for(Somebody(*permissions))  # type: ignore[arg-type]  # only the permissions are asked for
    return [(group.word, [page.word for page in group.pages]) for group in groups]


@pytest.fixture(autouse=True)
def seat(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The desk at which the user sits; none."""
    at: dict[str, str] = {"desk": ""}
    monkeypatch.setattr(menu, "seat_of", lambda _user: at["desk"])
    return at


def test_supervisors_see_what_is_live_planned_and_said_to_customers() -> None:
    assert seen(VIEW_BOARD, CHOOSE, SUPERVISE, PLAN) == [
        ("Live", [*LIVE[1], "Conversations"]),
        ("Reports", ["History", "Data feeds", "Audit log"]),
        ("Plan", ["Staffing", "Simulations"]),
        ("Setup", ["Opening hours", "Scenes", "Canned replies", "API"]),
        DESK,
    ]


def test_planners_see_history_and_planning_and_administrators_the_setup() -> None:
    assert seen(VIEW_BOARD, PLAN) == [
        LIVE,
        ("Reports", ["History"]),
        ("Plan", ["Staffing", "Simulations"]),
    ]
    assert seen(VIEW_BOARD, ADMINISTER) == [
        LIVE,
        (
            "Setup",
            [
                "First steps",
                "Staff",
                "Users",
                "Teams",
                "Skills",
                "Queues and routing",
                "Codes",
                "Caller data",
                "Integrations",
            ],
        ),
    ]


def test_operators_see_what_is_live_and_the_desk_and_no_empty_group() -> None:
    assert seen(VIEW_BOARD, CHOOSE) == [LIVE, DESK]


def test_who_may_only_look_sees_the_desk_once_seated_there(seat: dict[str, str]) -> None:
    assert seen(VIEW_BOARD) == [LIVE]
    seat["desk"] = "ana"
    assert seen(VIEW_BOARD) == [LIVE, DESK]


def test_who_may_nothing_sees_nothing() -> None:
    assert seen() == []


def test_every_page_named_in_the_menu_exists_and_is_named_once() -> None:
    names = [name for group in GROUPS for page in group.pages for name in (page.name, *page.below)]

    assert set(names) <= set(get_resolver().reverse_dict)
    assert len(names) == len(set(names))
