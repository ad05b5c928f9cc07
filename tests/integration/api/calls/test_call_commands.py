"""Commands on calls: every operation of the catalogue, once for each key, too late, by whom."""

from typing import Any

import pytest

from api.access.scopes import Scope
from operations.catalogue import CATALOGUE
from operations.operation import Subject
from routing import services
from routing.model.agents import Choice
from routing.model.calls import CallStatus
from routing.model.queues import CHAT
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import a_call_in, call_now, match_all
from tests.integration.api.conftest import Caller, a_program, a_user

pytestmark = pytest.mark.django_db
WHY = {"reason": "wrong number"}
COMMANDS: dict[str, tuple[CallStatus, dict[str, Any], CallStatus]] = {
    "touch": (CallStatus.QUEUED, {}, CallStatus.QUEUED),
    "abandon": (CallStatus.OFFERED, {}, CallStatus.ABANDONED),
    "priority": (CallStatus.QUEUED, {"priority": 2}, CallStatus.QUEUED),
    "restore": (CallStatus.OFFERED, {}, CallStatus.QUEUED),
    "hand-back": (CallStatus.IN_PROGRESS, WHY, CallStatus.QUEUED),
    "dead-letter": (CallStatus.QUEUED, WHY, CallStatus.DEAD_LETTERED),
    "remove": (CallStatus.QUEUED, WHY, CallStatus.REMOVED),
    "accept": (CallStatus.OFFERED, {"agent": "ana"}, CallStatus.IN_PROGRESS),
    "decline": (CallStatus.OFFERED, {"agent": "ana"}, CallStatus.QUEUED),
    "complete": (CallStatus.IN_PROGRESS, {}, CallStatus.COMPLETED),
    "outcome": (CallStatus.IN_PROGRESS, {"note": "<b>rings again"}, CallStatus.IN_PROGRESS),
    "assign": (CallStatus.QUEUED, {"agent": "ana"}, CallStatus.QUEUED),
    "transfer": (CallStatus.IN_PROGRESS, {"to_queue": "W.chat#Spanish#F"}, CallStatus.QUEUED),
}


def a_chat_in_progress(router: Router, call_id: str) -> None:
    a_waiting_agent(router, "ana")
    services.agent_slots(router, agent_id="ana")
    services.agent_choose(router, agent_id="ana~chat", choice=Choice.READY)
    a_waiting_call(router, call_id, channel=CHAT)
    match_all(router)
    services.call_accept(router, call_id=call_id, agent_id="ana~chat")


@pytest.fixture
def switch(db: None) -> Caller:  # noqa: ARG001 - tokens need the database
    return a_program("switch", Scope.OPERATE)


def test_every_operation_on_a_call_is_a_command() -> None:
    assert {one.verb for one in CATALOGUE.values() if one.subject is Subject.CALL} == COMMANDS.keys()


@pytest.mark.parametrize("verb", COMMANDS)
def test_it_is_done_once_for_its_key(switch: Caller, router: Router, verb: str) -> None:
    before, fields, after = COMMANDS[verb]
    if verb == "transfer":
        a_chat_in_progress(router, "c/1")
    else:
        a_call_in(router, before, "c/1")
    if verb == "assign":
        a_waiting_agent(router, "ana")
    key = {"Idempotency-Key": "one-command"}
    first, again = (switch.post(f"/calls/c/1/{verb}", fields, **key) for _ in range(2))
    other = switch.post(f"/calls/c/1/{verb}", {**fields, "expected_version": 99}, **key)

    assert (first.status, first.body["call"]["status"]) == (200, str(after)), first.body
    assert first.body == again.body
    assert call_now(router, "c/1").version == first.body["call"]["version"]
    assert (other.status, other.body["code"]) == (422, "key_reused")
    assert call_now(router, "c/1").notes[-1].by in ("switch", "")


def test_too_late_is_409_with_the_call_as_it_is(switch: Caller, router: Router) -> None:
    a_call_in(router, CallStatus.COMPLETED, "c1")
    reply = switch.post("/calls/c1/remove", WHY)
    stale = switch.post("/calls/c1/touch", {"expected_version": 1})

    assert (reply.status, stale.status, reply.body["changed"]) == (409, 409, False)
    assert reply.body["present"]["call"]["status"] == "completed"


def test_if_match_is_the_expected_version(switch: Caller, router: Router) -> None:
    a_call_in(router, CallStatus.QUEUED, "c1")
    reader = a_program("reads", Scope.READ)
    version = reader.get("/calls/c1").headers["ETag"]
    done = switch.post("/calls/c1/touch", {}, **{"If-Match": version})
    stale = switch.post("/calls/c1/touch", {}, **{"If-Match": version})

    assert (done.status, stale.status) == (200, 409)
    assert f'"{stale.body["present"]["call"]["version"]}"' == reader.get("/calls/c1").headers["ETag"]
    for wrong, fields in (("*", {}), ("x", {}), ('"7"', {"expected_version": 8})):
        reply = switch.post("/calls/c1/touch", fields, **{"If-Match": wrong})
        assert (reply.status, reply.body["field"]) == (400, "If-Match")


def test_wrong_fields_keys_and_ids_are_named(switch: Caller, router: Router) -> None:
    a_call_in(router, CallStatus.QUEUED, "c1")
    for address, fields, status, field in (
        ("/calls/c1/priority", {"priority": 10}, 400, "priority"),
        ("/calls/c1/priority", {}, 400, "priority"),
        ("/calls/c1/remove", {"reason": "x" * 5000}, 400, "reason"),
        ("/calls/c1/remove", {"reasons": "x"}, 400, "reason"),
        ("/calls/nobody/touch", {}, 404, "call"),
    ):
        reply = switch.post(address, fields)
        assert (reply.status, reply.body["field"]) == (status, field), reply.body
    short = switch.post("/calls/c1/touch", {}, **{"Idempotency-Key": "x"})
    assert (short.status, short.body["field"]) == (400, "Idempotency-Key")


def test_it_takes_the_scope_or_the_permission(reader: Caller, router: Router) -> None:
    a_call_in(router, CallStatus.QUEUED, "c1")

    assert reader.post("/calls/c1/touch", {}).body["code"] == "scope_missing"
    assert a_user("olga", "operators").post("/calls/c1/touch", {}).body["code"] == "permission_missing"
    assert a_user("mara", "supervisors").post("/calls/c1/touch", {}).status == 200


def test_an_agent_saves_the_outcome_of_an_own_call_only(ana: Caller, bob: Caller, router: Router) -> None:
    a_call_in(router, CallStatus.IN_PROGRESS, "c1")
    saved = ana.post("/calls/c1/outcome", {"note": "rings again", "agent": "bob"})
    other = bob.post("/calls/c1/outcome", {"note": "mine", "agent": "ana"})

    assert (saved.status, saved.body["call"]["outcome_note"]) == (200, "rings again")
    assert (other.status, other.body["code"]) == (409, "conflict")
    assert "another agent" in other.body["detail"]
    assert a_user("olga", "operators").post("/calls/c1/outcome", {"note": "x"}).body["code"] == "no_desk"
    mara = a_user("mara", "supervisors")
    assert mara.post("/calls/c1/outcome", {"note": ""}).body["call"]["outcome_note"] == ""
    unknown = mara.post("/calls/c1/outcome", {"code": "sales.gone"})
    assert (unknown.status, unknown.body["field"]) == (400, "code")
    assert mara.get("/outcomes").body == {"groups": []}
