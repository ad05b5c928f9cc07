"""Supervisors of some teams act only for their agents and on their contacts, on every way in."""

import json
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from accounts.seats import seat_give, seat_of
from accounts.supervised_teams import teams_give
from dashboard.operations.addresses import AT_DESKS, ON_PAGES
from operations.catalogue import CATALOGUE
from operations.operation import Operation, Permission, Subject
from routing import runtime, services
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.settings.documents import Kind
from routing.router import Router
from routing.services import Facts
from tests.centres import a_call_in, agent_now, an_agent_in, call_now, table_now
from tests.integration.dashboard.conftest import a_user, signed_in

pytestmark = [pytest.mark.django_db]
TEAMS = {"sales": {"label": "Sales"}, "north": {"label": "North"}}
GIVEN = {
    "reason": "because",
    "choice": "paused",
    "priority": "3",
    "seconds": "30",
    "slots": "2",
    "code": "",
    "agent": "ana",
    "to_agent": "ana",
}
ACTING = {
    name: one
    for name, one in CATALOGUE.items()
    if one.permission is not Permission.VIEW_BOARD and one.subject in (Subject.AGENT, Subject.CALL)
}
JSON = {"accept": "application/json"}
Send = Callable[[Client, Operation, str], int]


@pytest.fixture
def teams(router: Router) -> Router:
    """Ana, of team Sales, and Ben, of team North, have a call each."""
    services.settings_save(
        router, runtime.first_documents(), documents={Kind.TEAMS: TEAMS}, expected_versions={}
    )
    runtime._followed.cache_clear()  # looks at once, not in a second
    for agent_id, team in (("ana", "sales"), ("ben", "north")):
        agent = an_agent_in(router, AgentStatus.ATTENDING_CALL, agent_id)
        facts = Facts(agent.name, agent.gender, agent.languages, team=team)
        services.agent_edit(runtime.router(), agent_id=agent_id, facts=facts)
    return runtime.router()


@pytest.fixture
def lead(supervisor: Client) -> Client:
    """A supervisor of team Sales."""
    teams_give(User.objects.get(username="mara"), ["sales"])
    return supervisor


def on_a_page(client: Client, operation: Operation, one: str) -> int:
    return client.post(reverse(operation.name, args=[one]), GIVEN, headers=JSON).status_code


def over_the_api(client: Client, operation: Operation, one: str) -> int:
    taken = {info.alias or name for name, info in operation.fields.model_fields.items()}
    body: dict[str, object] = {
        name: int(value) if value.isdigit() else value for name, value in GIVEN.items() if name in taken
    }
    verb = operation.spoken[1] if operation.subject is Subject.AGENT else operation.verb
    address = f"/api/v1/{operation.subject}s/{one}/{verb}"
    return client.post(address, json.dumps(body), content_type="application/json").status_code


@pytest.mark.parametrize("send", [on_a_page, over_the_api])
def test_no_operation_reaches_an_agent_of_another_team_or_its_call(
    teams: Router, lead: Client, send: Send
) -> None:
    before = table_now(teams)
    tried = {name: one for name, one in ACTING.items() if send is over_the_api or name in ON_PAGES}
    for name, operation in tried.items():
        assert send(lead, operation, "ben" if operation.subject is Subject.AGENT else "ben-call") == 403, name
        assert table_now(teams) == before, name
    for name, operation in tried.items():
        assert send(lead, operation, "ana" if operation.subject is Subject.AGENT else "ana-call") != 403, name


def test_supervisors_of_all_teams_and_administrators_reach_everybody(
    teams: Router, lead: Client, administrator: Client
) -> None:
    teams_give(User.objects.get(username="ada"), ["sales"])
    assert on_a_page(administrator, ACTING["agent-choice"], "ben") == 200
    teams_give(User.objects.get(username="mara"), [])
    assert on_a_page(lead, ACTING["agent-release"], "ben") == 200
    assert agent_now(teams, "ben").call_id is None


def test_a_contact_is_neither_taken_from_nor_given_to_another_team(teams: Router, lead: Client) -> None:
    a_call_in(teams, CallStatus.QUEUED, "waits")
    refused = lead.post("/calls/waits/assign/", {"agent": "ben"}, headers=JSON)
    assert (refused.status_code, refused.json()["error"]) == (403, "Ben is in team North; your teams: Sales.")
    assert call_now(teams, "waits").preferred_agent == ""
    assert lead.post("/calls/waits/priority/", {"priority": "1"}, headers=JSON).status_code == 200
    services.call_complete(teams, call_id="ben-call")
    assert on_a_page(lead, ACTING["call-outcome"], "ben-call") == 403, "also once it has ended"


@pytest.mark.parametrize(
    "first", [{"preferred_agent": "ben"}, {"steps": [{"gender": "F", "agent_id": "ben"}]}]
)
def test_a_new_call_is_not_led_to_another_team(
    teams: Router, lead: Client, supervisor: Client, first: dict[str, object]
) -> None:
    services.agent_choose(teams, agent_id="ben", choice=Choice.READY)
    sent = {"language": "Spanish", "call": "new", **first}
    before = table_now(teams)
    refused = lead.post("/api/v1/calls", json.dumps(sent), content_type="application/json")
    assert (refused.status_code, refused.json()["detail"]) == (
        403,
        "Ben is in team North; your teams: Sales.",
    )
    assert table_now(teams) == before

    teams_give(User.objects.get(username="mara"), [])
    taken = supervisor.post("/api/v1/calls", json.dumps(sent), content_type="application/json")
    assert taken.status_code == 201, taken.content
    assert call_now(teams, "new").preferred_agent == "ben"


def test_of_many_agents_those_of_other_teams_are_skipped(teams: Router, lead: Client) -> None:
    seen = [f"{agent_now(teams, one).version}:{one}" for one in ("ana", "ben")]
    reply = lead.post("/agents/bulk/", {"action": "offline", "agent": seen}, headers=JSON).json()
    assert [one["id"] for one in reply["done"]] == ["ana"]
    (refused,) = reply["refused"]
    assert (refused["id"], refused["why"], refused["row"]["team"]) == ("ben", "not in your teams", "north")


def test_desks_of_other_teams_are_neither_opened_nor_assigned(teams: Router, lead: Client) -> None:
    olga = a_user("olga", "operators")
    assert lead.get("/desk/ana/").status_code == 200
    assert "Ben is in team North" in lead.get("/desk/ben/").content.decode()
    for one in AT_DESKS.values():
        given = {**GIVEN, "call": "ben-call"}
        assert lead.post(reverse(f"desk-{one.verb}", args=["ben"]), given, headers=JSON).status_code == 403
    for agent_id, status in (("ben", 403), ("ana", 200)):
        given = {"agent": agent_id, "user": "olga"}
        assert lead.post("/seats/take/", given, headers=JSON).status_code == status
    seat_give(teams, olga, "ben", by="ada")
    assert lead.post("/seats/leave/", {"user": "olga"}, headers=JSON).status_code == 403
    assert lead.post("/seats/take/", {"agent": "ana", "user": "olga"}, headers=JSON).status_code == 403
    assert seat_of(olga) == "ben"


def test_the_own_desk_is_within_reach_in_any_team(teams: Router, lead: Client) -> None:
    seat_give(teams, User.objects.get(username="mara"), "ben", by="ada")
    assert lead.post("/desk/ben/choice/", {"choice": "offline"}, headers=JSON).status_code == 200


def test_pages_say_why_there_are_no_buttons(teams: Router, lead: Client, operator: Client) -> None:
    assert teams
    for page in ("/agents/ben/", "/calls/ben-call/"):
        shown = lead.get(page).content.decode()
        assert "Ben is in team North; your teams: Sales." in shown
        assert "Release" not in shown
        assert "your teams" not in operator.get(page).content.decode()
    assert "Release" in lead.get("/agents/ana/").content.decode()
    assert signed_in(a_user("sam", "supervisors")).get("/agents/ben/").content.decode().count("Release") > 0
