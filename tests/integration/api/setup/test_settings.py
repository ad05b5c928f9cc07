"""Settings over HTTP: read, saved at a version, followed; wrong documents are named."""

import json
from typing import Any

import pytest

from api.access.scopes import Scope
from routing import following, runtime, services
from routing.model.agents import Choice
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import agent_now, call_now
from tests.documents import SALES
from tests.integration.api.conftest import Caller, Reply, a_program, a_user
from tests.waiting import wait_until

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("router")]


@pytest.fixture
def admin(db: None) -> Caller:  # noqa: ARG001 - tokens need the database
    return a_program("admin", Scope.ADMIN, Scope.READ)


def put(
    who: Caller, document: Any, version: int | None, *, kind: str = "outcomes", **fields: object
) -> Reply:
    body = {"document": document, "version": version, **fields}
    return who.ask("PUT", f"/settings/{kind}", json.dumps(body))


def test_the_process_that_saved_a_change_uses_it_at_once(
    admin: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script that sets up a centre goes on with what it has just saved."""
    monkeypatch.setattr(following, "SECONDS", 3600)
    runtime.forget()
    runtime.router()  # it looks now, and next in an hour
    assert put(admin, {"north": {"label": "North"}}, 0, kind="teams").status == 200

    nora = {"version": 0, "name": "Nora", "gender": "F", "languages": ["Spanish"], "team": "north"}
    assert admin.ask("PUT", "/agents/nora", json.dumps(nora)).status == 200


def test_a_change_is_in_force_without_a_restart_and_has_versions(admin: Caller) -> None:
    assert {one["kind"]: one["version"] for one in admin.get("/settings").body["settings"]}["outcomes"] == 0
    saved = put(admin, SALES, 0, note="new campaign")

    assert saved.status == 200
    assert {name: saved.body[name] for name in ("kind", "version", "document", "changed_by", "note")} == {
        "kind": "outcomes",
        "version": 1,
        "document": SALES,
        "changed_by": "admin",
        "note": "new campaign",
    }
    wait_until(lambda: "sales.booked" in runtime.router().outcomes.labels, "the change is followed")
    assert admin.get("/outcomes").body["groups"][0]["code"] == "sales"
    versions = admin.get("/settings/outcomes/versions").body["versions"]
    assert [one["version"] for one in versions] == [1, 0]
    assert (
        admin.get("/settings/outcomes/versions/1").body == versions[0] == admin.get("/settings/outcomes").body
    )
    assert admin.get("/settings/outcomes/versions/7").body["code"] == "unknown_version"


def test_two_versions_are_compared_value_by_value(admin: Caller) -> None:
    more = {**SALES, "north": {"label": "North", "codes": {"a": "A"}}}
    assert put(admin, SALES, 0).status == put(admin, more, 1).status == 200
    compared = admin.get("/settings/outcomes/versions/2/differences?before=1")

    added = [
        {"place": ["north", "label"], "before": None, "after": "North"},
        {"place": ["north", "codes", "a"], "before": None, "after": "A"},
    ]
    assert compared.body == {"before": 1, "after": 2, "changes": added}
    back = admin.get("/settings/outcomes/versions/1/differences?before=2").body["changes"]
    assert back == [{**one, "before": one["after"], "after": None} for one in added]
    assert admin.get("/settings/outcomes/versions/2/differences?before=2").body["changes"] == []
    for address, field in (("7/differences?before=1", "version"), ("1/differences?before=7", "before")):
        unknown = admin.get(f"/settings/outcomes/versions/{address}").body
        assert (unknown["code"], unknown["field"]) == ("unknown_version", field)


def test_the_second_at_one_version_gets_the_present_document(admin: Caller) -> None:
    ada = a_user("ada", "administrators")
    assert put(ada, SALES, 0).body["version"] == 1
    assert put(ada, SALES, 0).body["version"] == 1, "safe to repeat"
    late = put(admin, {}, 0)

    assert (late.status, late.body["changed"]) == (409, False)
    assert late.body["present"]["setting"]["document"] == SALES
    at_one = Caller({**admin.headers, "If-Match": '"1"'})
    assert put(at_one, {}, None).body["version"] == 2
    assert put(at_one, SALES, None).status == 409


@pytest.mark.parametrize(
    ("document", "version", "field"),
    [
        ({"Sales": {"label": "Sales", "codes": {"a": "A"}}}, 0, "document"),
        ([], 0, "document"),
        (SALES, None, "version"),
        (SALES, -1, "version"),
    ],
)
def test_what_does_not_fit_is_named(admin: Caller, document: Any, version: int | None, field: str) -> None:
    reply = put(admin, document, version)
    assert (reply.status, reply.body["field"], reply.body["changed"]) == (400, field, False)


def test_the_error_says_where_in_the_document(admin: Caller) -> None:
    policies = {"queues": {"W#Spanish#Any": {"ring_seconds": 0}}, "agents": {}}
    body = {"document": policies, "version": 0}
    reply = admin.ask("PUT", "/settings/policies", json.dumps(body))

    said = "document: queues W#Spanish#Any ring_seconds: 0 is not allowed; from 1 to 600"
    assert (reply.status, reply.body["detail"]) == (400, said)


def test_skills_that_would_strand_somebody_are_refused_with_whom_and_come_back_with_their_agents(
    admin: Caller, router: Router
) -> None:
    a_waiting_agent(router, "ana", languages=("French", "Spanish"))
    a_waiting_agent(router, "bea", languages=("Spanish",))
    a_waiting_call(router, "c1", language="Spanish")
    full = admin.get("/settings/skills").body["document"]
    less = {**full, "languages": {name: name for name in ("English", "French")}}
    refused = put(admin, less, 0, kind="skills")
    ana, bea = ({"agent_id": name, "name": name.capitalize()} for name in ("ana", "bea"))
    assert (refused.status, refused.body["code"], refused.body["field"]) == (409, "stranded", "document")
    assert refused.body["present"] == {
        "removed": [{"field": "languages", "name": "Spanish"}],
        "waiting": [{"queue": "W#Spanish#Any", "contacts": 1}],
        "agents": [ana, bea],
        "without": [bea],
        "back": [],
        "scenes": [],
        "queues": [],
    }
    services.agent_choose(router, agent_id="bea", choice=Choice.OFFLINE)
    services.agent_remove(router, agent_id="bea")
    replaced = {**less, "replaced": {"languages": {"Spanish": "French"}}}
    assert put(admin, replaced, 0, kind="skills").status == 200
    assert call_now(router, "c1").language == "French"
    assert agent_now(router, "ana").languages == {"French"}

    assert put(admin, full, 1, kind="skills").status == 200, "a roll back"
    assert agent_now(router, "ana").languages == {"French", "Spanish"}
    assert put(admin, full, 1, kind="skills").body["version"] == 2, "safe to repeat"


def test_only_administrators_and_programs_with_admin_may(reader: Caller) -> None:
    assert reader.get("/settings").status == 403
    assert put(reader, SALES, 0).status == 403
    assert put(a_user("mara", "supervisors"), SALES, 0).status == 403
