"""Canned replies over HTTP: who changes which, conflicts with the present one, hostile texts as they are."""

import json

import pytest

from api.access.scopes import Scope
from tests.integration.api.conftest import Caller, Reply, a_program, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("conversations")]
HOSTILE = "<img src=x onerror=alert(1)>"


def put(who: Caller, address: str, version: int = 0, body: str = HOSTILE) -> Reply:
    found = {"version": version, "title": HOSTILE, "body": body}
    return who.ask("PUT", f"/replies/{address}", json.dumps(found))


def test_own_replies_are_seen_by_their_owner_only(ana: Caller, bob: Caller) -> None:
    assert put(ana, "own/hello").body["body"] == HOSTILE

    assert [one["title"] for one in ana.get("/replies").body["own"]] == [HOSTILE]
    assert bob.get("/replies").body == {"shared": [], "own": []}
    assert ana.ask("DELETE", "/replies/own/hello?version=1").status == 200
    assert ana.get("/replies").body["own"] == []


def test_shared_ones_are_for_supervisors_and_administrators(ana: Caller, robot: Caller) -> None:
    mara, admin = a_user("mara", "supervisors"), a_program("admin", Scope.MESSAGES, Scope.ADMIN)
    assert put(ana, "shared/hello").body["code"] == "permission_missing"
    assert put(robot, "shared/hello").body["code"] == "scope_missing"
    assert put(mara, "shared/hello").status == 200

    late = put(admin, "shared/hello", body="Other")
    assert (late.status, late.body["present"]["reply"]["changed_by"]) == (409, "mara")
    assert put(admin, "shared/hello", 1, "Other").body["version"] == 2
    assert [one["body"] for one in ana.get("/replies").body["shared"]] == ["Other"]
    wrong = put(mara, "shared/hello", 2, "{nobody}")
    assert (wrong.status, wrong.body["field"]) == (400, "body")
    assert mara.ask("DELETE", "/replies/shared/hello?version=1").status == 409
    assert put(mara, "theirs/hello").status == 400
