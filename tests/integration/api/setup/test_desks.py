"""Desks over HTTP: supervisors list, assign and free them, within their teams."""

import json
from dataclasses import replace

import pytest
from django.contrib.auth.models import User

from accounts import desks
from accounts.desks import desk_leave
from accounts.models import Seat
from accounts.seats import seat_give, seat_leave, seat_move
from accounts.supervised_teams import teams_give
from api.access.scopes import Scope
from routing.model.settings.teams import Teams
from routing.model.trail import SEAT_LEFT, SEAT_TAKEN
from routing.router import Router
from tests.builders import a_waiting_agent
from tests.integration.api.conftest import Caller, Reply, a_program, a_user
from tests.trails import audit_trail

pytestmark = pytest.mark.django_db


@pytest.fixture
def mara(router: Router) -> Caller:
    """A supervisor; two agents, and two users without a desk."""
    for agent_id in ("ana", "bob"):
        a_waiting_agent(router, agent_id)
    for name in ("olga", "otto"):
        a_user(name, "operators")
    return a_user("mara", "supervisors")


def give(who: Caller, agent: str, user: str) -> Reply:
    return who.ask("PUT", f"/desks/{agent}", json.dumps({"user": user}))


def seats() -> dict[str, str]:
    return dict(Seat.objects.values_list("user__username", "agent_id"))


def test_a_supervisor_assigns_a_desk_moves_its_user_and_frees_it(mara: Caller, router: Router) -> None:
    for agent in ("ana", "bob", "bob"):
        given = give(mara, agent, "olga")
        assert (given.status, given.body["agent"], given.body["user"]) == (200, agent, "olga")
    assert [(one["agent"], one["user"]) for one in mara.get("/desks").body["items"]] == [
        ("ana", ""),
        ("bob", "olga"),
    ]
    for _ in range(2):
        assert mara.ask("DELETE", "/desks/bob").body["user"] == ""
    assert seats() == {}
    entries = audit_trail(router, router.clock().date())
    assert [(one.kinds, one.by) for one in entries] == [
        ((SEAT_LEFT,), "mara"),
        ((SEAT_TAKEN,), "mara"),
        ((SEAT_TAKEN,), "mara"),
    ]


def test_a_taken_desk_and_wrong_names_are_refused(mara: Caller) -> None:
    give(mara, "ana", "olga")
    taken = give(mara, "ana", "otto")
    assert (taken.status, taken.body["code"]) == (409, "desk_taken")
    assert taken.body["present"] == {"desk": {"agent": "ana", "user": "olga"}}
    ghost = give(mara, "bob", "ghost")
    assert (ghost.status, ghost.body["field"]) == (400, "user")
    assert [give(mara, one, "otto").status for one in ("nobody", "ana~chat")] == [404, 404]
    assert mara.ask("DELETE", "/desks/nobody").status == 404
    assert seats() == {"olga": "ana"}


def test_desks_beyond_the_teams_of_a_supervisor_stay(mara: Caller, router: Router) -> None:
    give(mara, "ana", "olga")
    teams_give(User.objects.get(username="mara"), ["north"])
    refused = [give(mara, "bob", "otto"), mara.ask("DELETE", "/desks/ana")]
    assert [one.status for one in refused] == [403, 403]
    teams = Teams(names={"north": "North"})
    a_waiting_agent(replace(router, teams=teams), "ben", team="north")
    assert give(mara, "ben", "olga").status == 403, "that would free a desk beyond the supervisor's teams"
    assert seats() == {"olga": "ana"}
    assert give(mara, "ben", "otto").status == 200


def test_who_leaves_a_desk_leaves_the_one_that_was_checked(
    mara: Caller, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between check and change somebody gives the user another desk, perhaps of another team."""
    give(mara, "ana", "olga")
    olga = User.objects.get(username="olga")

    def moved_meanwhile(router: Router, user: User, *, by: str, agent_id: str = "") -> str:
        seat_give(router, user, "bob", by="otto")
        return seat_leave(router, user, by=by, agent_id=agent_id)

    monkeypatch.setattr("accounts.desks.seat_leave", moved_meanwhile)
    assert desk_leave(router, olga) == ""
    assert seats() == {"olga": "bob"}


@pytest.mark.parametrize("before", ["", "bill"])
def test_who_gets_a_desk_beyond_the_teams_meanwhile_keeps_it(
    mara: Caller, router: Router, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    """Between check and change a supervisor of all teams gives the user the desk of another team."""
    teams_give(User.objects.get(username="mara"), ["north"])
    for agent_id in ("ben", "bill"):
        a_waiting_agent(replace(router, teams=Teams(names={"north": "North"})), agent_id, team="north")
    olga = User.objects.get(username="olga")
    if before:
        seat_give(router, olga, before, by="otto")

    def moved_meanwhile(router: Router, user: User, agent_id: str, *, by: str, before: str) -> bool:
        monkeypatch.undo()
        seat_give(router, olga, "ana", by="otto")
        return seat_move(router, user, agent_id, by=by, before=before)

    monkeypatch.setattr(desks, "seat_move", moved_meanwhile)
    assert give(mara, "ben", "olga").status == 403
    assert seats() == {"olga": "ana"}


def test_agents_do_not_assign_desks_and_programs_need_the_scope(mara: Caller) -> None:
    assert mara.get("/desks").status == 200
    assert give(a_user("ola", "operators"), "ana", "olga").status == 403
    assert give(a_program("reader", Scope.READ, Scope.OPERATE), "ana", "olga").body["code"] == "scope_missing"
    assert give(a_program("admin", Scope.ADMIN), "ana", "olga").status == 200
