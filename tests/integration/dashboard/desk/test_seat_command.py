"""`seat` on the command line."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Seat
from routing.router import Router
from routing.services import agent_create
from tests.integration.dashboard.conftest import a_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _people(router: Router) -> None:
    for name in ("olga", "otto"):
        a_user(name, "operators")
    for agent_id in ("ana", "bob"):
        agent_create(router, name=agent_id.title(), gender="F", languages=["Spanish"], agent_id=agent_id)


def seat(*words: str) -> str:
    out = StringIO()
    call_command("seat", *words, stdout=out)
    return out.getvalue().strip()


def seats() -> dict[str, tuple[str, str]]:
    found = Seat.objects.values_list("user__username", "agent_id", "given_by")
    return {name: (agent_id, by) for name, agent_id, by in found}


def test_it_seats_moves_and_frees() -> None:
    assert seat("olga", "ana") == "olga is now at the desk of Ana."
    assert seats() == {"olga": ("ana", "command line")}
    seat("olga", "bob", "--by", "sue")
    assert seats() == {"olga": ("bob", "sue")}
    assert seat("olga") == "olga sits at no desk."
    assert seats() == {}


def test_it_can_leave_who_sits_somewhere_there() -> None:
    seat("olga", "ana")

    assert seat("olga", "bob", "--unless-seated") == "olga is already at the desk of ana."
    assert seats() == {"olga": ("ana", "command line")}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("ghost", "ana"), "user: there is no user 'ghost' with access to the dashboard"),
        (("olga", "ghost"), "agent: there is no agent 'ghost'"),
        (("olga", "bob"), "agent: otto is already at the desk of 'bob'"),
    ],
)
def test_what_cannot_be_is_one_line(words: tuple[str, ...], line: str) -> None:
    seat("otto", "bob")

    with pytest.raises(CommandError, match=line):
        seat(*words)
