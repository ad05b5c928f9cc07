"""Notices over HTTP: who sends and reads them, what is refused."""

import pytest

from tests.integration.api.conftest import Caller, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("conversations", "scenes")]
NOTICE = {"client_id": "n1", "base": 0, "body": "Maintenance at 18:00"}


def test_a_supervisor_notices_all_and_each_device_acknowledges(ana: Caller, robot: Caller) -> None:
    sue = a_user("sue", "supervisors")
    assert [sue.post("/notices", NOTICE).body["number"] for _ in range(2)] == [1, 1]

    first = ana.get("/notices?device=desk").body
    shown = [(one["sender"], one["body"]) for one in first["items"]]
    assert (shown, first["read_number"]) == ([("user:sue", NOTICE["body"])], 0)
    acknowledged = ana.post("/notices/read", {"device": "desk", "number": 1}).body
    assert acknowledged == {"device": "desk", "read_number": 1}
    assert ana.get("/notices?device=desk").body == {"items": [], "read_number": 1}
    assert [len(one.get("/notices?device=phone").body["items"]) for one in (ana, robot)] == [1, 1]


def test_what_is_refused_has_its_field_and_limit(ana: Caller, robot: Caller, nobody: Caller) -> None:
    token = nobody.post("/customers", {"scene": "listing"}).body["token"]
    leo = Caller({"authorization": f"Bearer {token}"})
    assert [one.post("/notices", NOTICE).status for one in (nobody, leo, ana)] == [401, 403, 403]
    assert [one.get("/notices?device=d").status for one in (nobody, leo)] == [401, 403]

    refused = {
        "body": robot.post("/notices", {**NOTICE, "body": "x" * 1001}),
        "base": robot.post("/notices", {**NOTICE, "base": 1}),
        "device": robot.get("/notices?device=%23"),
        "limit": robot.get("/notices?device=d&limit=201"),
        "number": robot.post("/notices/read", {"device": "d", "number": 1}),
    }
    found = {field: (reply.status, reply.body["field"]) for field, reply in refused.items()}
    assert found == {field: (404 if field == "number" else 400, field) for field in refused}
    assert robot.get("/notices").body["field"] == "device"
