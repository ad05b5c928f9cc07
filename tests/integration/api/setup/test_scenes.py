"""Scenes over HTTP: public state, administration, conflicts; the secret is never shown."""

import json
from urllib.parse import quote

import pytest

from api.access.scopes import Scope
from messaging.runtime import forget, messenger, scenes
from tests.integration.api.conftest import SECRET, Caller, Reply, a_program, a_user
from tests.waiting import wait_until

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("conversations", "scenes")]
HOSTILE = '<img src=x onerror="alert(1)">{{7*7}}'
NEVER: dict[str, list[object]] = {"mon": []}


@pytest.fixture
def admin(db: None) -> Caller:  # noqa: ARG001 - tokens need the database
    return a_program("admin", Scope.ADMIN)


def put(who: Caller, name: str, version: int, **fields: object) -> Reply:
    return who.ask("PUT", f"/scenes/{quote(name)}", json.dumps({"version": version, **fields}))


def test_a_change_reaches_customers_without_a_restart(admin: Caller, nobody: Caller) -> None:
    assert nobody.get("/scenes/listing").body["is_open"] is True
    saved = put(admin, "listing", 0, title=HOSTILE, first_message=HOSTILE, hours=NEVER, closed_text=HOSTILE)

    assert (saved.status, saved.body["version"], saved.body["changed_by"]) == (200, 1, "admin")
    wait_until(lambda: scenes().of("listing").title == HOSTILE, "the change is followed")
    assert nobody.get("/scenes/listing").body == {
        "name": "listing",
        "title": HOSTILE,
        "is_open": False,
        "takes_new": True,
        "opens_at": None,
        "closed_text": HOSTILE,
        "first_message": HOSTILE,
        "ask_rating": False,
    }


def test_the_second_at_one_version_gets_the_present_scene(admin: Caller) -> None:
    mara = a_user("mara", "supervisors")
    assert put(mara, "sale", 0, title="Sale").body["version"] == 1
    late = put(admin, "sale", 0, title="Other")

    assert late.status == 409
    assert (late.body["present"]["scene"]["title"], late.body["present"]["scene"]["version"]) == ("Sale", 1)
    assert late.body["changed"] is False
    assert [one["name"] for one in admin.get("/scenes?limit=2").body["items"]] == ["booking", "elsewhere"]
    assert admin.ask("DELETE", "/scenes/sale?version=7").status == 409
    assert [admin.ask("DELETE", "/scenes/sale?version=1").status for _ in range(2)] == [200, 200]


def test_a_secret_is_kept_and_never_shown(admin: Caller) -> None:
    put(admin, "listing", 0, title="Cars", secret=SECRET)
    shown = {one["name"]: one for one in admin.get("/scenes").body["items"]}

    assert SECRET not in json.dumps(shown)
    assert (shown["listing"]["has_secret"], shown["open"]["has_secret"]) == (True, False)
    short = put(admin, "listing", 1, secret="hunter2")
    assert (short.body["field"], short.body["limit"]) == ("secret", 32)
    assert "hunter2" not in json.dumps(short.body)


def test_wrong_fields_and_callers_are_refused(admin: Caller, nobody: Caller, robot: Caller) -> None:
    assert nobody.get("/scenes/nowhere").body["code"] == "unknown_scene"
    assert (robot.get("/scenes").status, robot.ask("DELETE", "/scenes/listing?version=0").status) == (
        403,
        403,
    )
    assert put(a_user("vera", "operators"), "listing", 0).status == 403
    wrong = put(admin, "listing", 0, priority=10)
    assert (wrong.status, wrong.body["field"], wrong.body["limit"]) == (400, "priority", 9)
    assert put(admin, "a b", 0).body["field"] == "name"
    assert put(admin, "listing", 0, color="red").body["field"] == "color"
    assert admin.ask("DELETE", "/scenes/listing?version=0").body["field"] == "name"


def test_without_a_table_those_of_the_setting_go_on(nobody: Caller) -> None:
    messenger().table.delete()
    forget()
    assert nobody.get("/scenes/listing").status == 200
