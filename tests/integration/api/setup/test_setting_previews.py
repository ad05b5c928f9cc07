"""Settings previewed over HTTP: a dry run says what saving would do, and saves nothing."""

import json
from dataclasses import replace
from typing import Any

import pytest

from api.access.scopes import Scope
from messaging.model.scenes import read_scenes
from routing import runtime
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call
from tests.documents import SALES
from tests.integration.api.conftest import Caller, Reply, a_program, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("router")]


@pytest.fixture
def admin(db: None) -> Caller:  # noqa: ARG001 - tokens need the database
    return a_program("admin", Scope.ADMIN)


def put(who: Caller, kind: str, document: Any, version: int = 0, *, dry_run: bool = True) -> Reply:
    body = {"document": document, "version": version, "dry_run": dry_run}
    return who.ask("PUT", f"/settings/{kind}", json.dumps(body))


def test_a_dry_run_lists_the_changed_values_and_saves_nothing(admin: Caller) -> None:
    found = put(admin, "outcomes", {"sales": {"label": "Sales", "codes": {"booked": "Booked"}}})

    assert (found.status, found.body["version"]) == (200, 0)
    assert found.body["document"] == admin.get("/settings/outcomes").body["document"]
    assert {"place": ["sales", "label"], "before": None, "after": "Sales"} in found.body["preview"]["changes"]
    assert len(admin.get("/settings/outcomes/versions").body["versions"]) == 1


def test_a_dry_run_refuses_what_saving_would_refuse(admin: Caller) -> None:
    assert put(admin, "outcomes", SALES, dry_run=False).body["preview"] is None
    late = put(admin, "outcomes", {})
    assert (late.status, late.body["present"]["setting"]["version"]) == (409, 1)
    wrong = put(admin, "policies", {"queues": {"*": {"ring_seconds": 0}}})
    assert (wrong.status, wrong.body["field"], wrong.body["changed"]) == (400, "document", False)
    assert put(admin, "skills", []).status == 400
    assert put(a_user("mara", "supervisors"), "outcomes", {}, 1).status == 403


def test_a_dry_run_of_skills_says_whom_it_would_strand_as_saving_does(
    admin: Caller, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenes = read_scenes({"ventas": {"language": "Spanish"}, "help": {"language": "English"}}, router.skills)
    monkeypatch.setattr("api.endpoints.setup.setting_previews.scenes", lambda: scenes)
    a_waiting_agent(router, "ana", languages=("French", "Spanish"))
    a_waiting_call(router, "c1", language="Spanish")
    full = admin.get("/settings/skills").body["document"]
    less = {**full, "languages": {name: name for name in ("English", "French")}}
    dry, refused = put(admin, "skills", less), put(admin, "skills", less, dry_run=False)

    assert (dry.status, refused.status) == (200, 409)
    said = dry.body["preview"]["left_behind"]
    assert said.pop("refused") in refused.body["detail"]
    assert said == refused.body["present"]
    assert (said["scenes"], said["queues"]) == (["ventas"], [])
    assert said["waiting"] == [{"queue": "W#Spanish#Any", "contacts": 1}]

    own = {"queues": {queue: {"ring_seconds": 40} for queue in ("*", "W#Spanish#Any", "W#English#Any")}}
    assert put(admin, "policies", own, dry_run=False).status == 200
    replaced = {**less, "replaced": {"languages": {"Spanish": "French"}}}
    said = put(admin, "skills", replaced).body["preview"]["left_behind"]
    assert (said["refused"], [one["agent_id"] for one in said["agents"]]) == ("", ["ana"])
    assert (said["scenes"], said["queues"]) == (["ventas"], ["W#Spanish#Any"])
    assert admin.get("/settings/skills").body["version"] == 0


def test_a_dry_run_of_policies_says_which_calls_they_would_have_changed(
    admin: Caller, router: Router
) -> None:
    early = replace(router, clock=lambda: runtime.now().replace(year=2025))
    a_waiting_call(early, "c17", language="Spanish", gender="Any")
    a_waiting_call(early, "c18", language="English", gender="Any")
    policies = {"queues": {"*": {"max_wait_seconds": 60}, "W#English#Any": {"max_wait_seconds": 0}}}
    (found,) = put(admin, "policies", policies).body["preview"]["queues"]

    assert (found["queue"], found["calls"], found["total"]) == ("W#Spanish#Any", 1, 1)
    (effect,) = found["effects"]
    assert (effect["call_id"], effect["what"], effect["is_present"]) == ("c17", "overflowed", True)
    assert effect["seconds"] > 60
    assert admin.get("/settings/policies").body["version"] == 0
