"""Calls sent by a switch and found again: once for each id or key, pages in a stable order."""

from dataclasses import asdict
from datetime import timedelta

import pytest

from api.access.scopes import Scope
from reporting.history.facts import call_facts
from reporting.models import CallRecord
from routing import selectors, services
from routing.model.calls import CallStatus
from routing.model.service_level import ServiceLevel
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import a_call_in, call_now, match_all
from tests.integration.api.conftest import Caller, a_program, a_user

pytestmark = pytest.mark.django_db
A_CALL = {"language": "French", "caller": "+33 1 23", "priority": 2}


@pytest.fixture
def switch(db: None) -> Caller:  # noqa: ARG001 - tokens need the database
    return a_program("switch", Scope.OPERATE, Scope.READ)


def found(caller: Caller, query: str = "") -> list[str]:
    return [one["call_id"] for one in caller.get(f"/calls{query}").body["items"]]


def kept(router: Router, call_id: str) -> None:
    """The history has the call, and the table a moment later no more."""
    facts = call_facts(call_now(router, call_id), queue="W#Spanish#Any", target_ms=1, level=ServiceLevel())
    assert facts is not None
    CallRecord.objects.create(**asdict(facts))


def test_a_call_is_saved_and_queued_in_one_request(switch: Caller, router: Router) -> None:
    reply = switch.post("/calls", A_CALL)

    call = reply.body["call"]
    assert (reply.status, call["status"], call["priority"], call["caller"]) == (201, "queued", 2, "+33 1 23")
    assert selectors.call(router, call["call_id"]) is not None
    assert reply.body["detail"].endswith("French · Any.")


def test_a_program_is_the_source_of_its_calls_a_user_is_in_the_audit_log(
    switch: Caller, router: Router
) -> None:
    day = router.clock() - timedelta(hours=1)
    switch.post("/calls", {**A_CALL, "call": "w1"})
    switch.post("/calls", {**A_CALL, "call": "w2", "source": "trunk 7"})
    assert [call_now(router, one).source for one in ("w1", "w2")] == ["switch", "trunk 7"]
    assert selectors.audit_trail_between(router, day, router.clock() + timedelta(hours=1)) == []

    a_user("mara", "supervisors").post("/calls", {**A_CALL, "call": "w3"})
    (entry,) = selectors.audit_trail_between(router, day, router.clock() + timedelta(hours=1))
    assert (entry.by, entry.call_id, call_now(router, "w3").source) == ("mara", "w3", "")


@pytest.mark.parametrize("own", [{"call": "own/1"}, {}])
@pytest.mark.usefixtures("router")
def test_a_call_sent_again_is_the_same_call(switch: Caller, own: dict[str, str]) -> None:
    key = {} if own else {"Idempotency-Key": "one-command"}
    first, again = (switch.post("/calls", {**A_CALL, **own}, **key) for _ in range(2))

    assert first.body == again.body
    assert len(found(switch)) == 1
    if key:
        other = switch.post("/calls", {**A_CALL, "caller": "else"}, **key)
        assert (other.status, other.body["code"]) == (422, "key_reused")


@pytest.mark.usefixtures("router")
def test_a_wrong_call_names_its_field(switch: Caller) -> None:
    for fields, field in (
        ({}, "language"),
        ({"language": "Klingon"}, "language"),
        ({**A_CALL, "gender": "X"}, "gender"),
        ({**A_CALL, "call": "x" * 81}, "call"),
        # No page could link to it: one such call broke every list of calls.
        ({**A_CALL, "call": "a\nb"}, "call"),
        ({**A_CALL, "steps": [{"gender": "F", "seconds": 1}] * 7}, "steps"),
        ({**A_CALL, "expected_version": 1}, "expected_version"),
    ):
        reply = switch.post("/calls", fields)
        assert (reply.status, reply.body["field"]) == (400, field), reply.body


def test_calls_are_found_active_ones_first_then_ended_ones_newest_first(
    switch: Caller, router: Router
) -> None:
    for call_id, status in (("old", CallStatus.COMPLETED), ("new", CallStatus.ABANDONED)):
        a_call_in(router, status, call_id)
    for call_id in ("w1", "w2"):
        switch.post("/calls", {**A_CALL, "call": call_id})
    kept(router, "old")

    assert found(switch) == ["w1", "w2", "new", "old"]
    pages, cursor = [], ""
    while cursor is not None:
        page = switch.get(f"/calls?limit=1{cursor and '&cursor='}{cursor}").body
        pages += [one["call_id"] for one in page["items"]]
        cursor = page["next"]
    assert pages == ["w1", "w2", "new", "old"]


def test_a_search_narrows_by_status_queue_agent_text_and_time(switch: Caller, router: Router) -> None:
    a_call_in(router, CallStatus.COMPLETED, "over")
    a_call_in(router, CallStatus.ABANDONED, "left")
    switch.post("/calls", {**A_CALL, "call": "w1"})
    ended = call_now(router, "over").ended_at
    assert ended is not None
    later = (ended + timedelta(seconds=1)).isoformat().replace("+", "%2B")

    assert found(switch, "?status=queued&status=abandoned") == ["w1", "left"]
    assert found(switch, "?queue=W%23French%23Any") == ["w1"]
    assert found(switch, f"?agent={call_now(router, 'over').agent_id}") == ["over"]
    assert found(switch, "?text=%2B33") == ["w1"]
    assert found(switch, "?outcome=sales.sold") == found(switch, "?scene=shop") == []
    assert found(switch, f"?ended_since={later}") == []
    assert {*found(switch, f"?ended_before={later}")} == {"over", "left"}
    assert switch.get("/calls?status=lost").body["field"] == "status"
    for wrong in ("yesterday", "0001-01-01T00:00:00%2B14:00", "9999-12-31T23:59:59-14:00"):
        assert switch.get(f"/calls?ended_since={wrong}").body["field"] == "ended_since", wrong
        assert switch.get(f"/calls?ended_before={wrong}").body["field"] == "ended_before", wrong
    assert switch.get("/calls?cursor=WzEsMl0").body["field"] == "cursor"


def test_an_outcome_and_a_scene_are_found_in_the_history(switch: Caller, router: Router) -> None:
    for call_id in ("kept", "other"):
        a_call_in(router, CallStatus.ABANDONED, call_id)
    kept(router, "kept")
    CallRecord.objects.update(call_id="gone", outcome_code="sales.sold", scene="shop")

    assert found(switch, "?outcome=sales.sold") == ["gone"]
    assert found(switch, "?scene=shop&outcome=sales.sold") == ["gone"]
    (one,) = switch.get("/calls?outcome=sales.sold").body["items"]
    assert (one["outcome"], one["scene"]) == ("sales.sold", "shop")


def test_the_history_is_for_supervisors_and_programs(switch: Caller, router: Router) -> None:
    a_call_in(router, CallStatus.COMPLETED, "old")
    kept(router, "old")
    CallRecord.objects.update(call_id="older", ended_at=router.clock() - timedelta(days=3))

    assert "older" in found(switch)
    assert "older" in found(a_user("mara", "supervisors"))
    assert "older" not in found(a_user("olga", "operators"))


def test_one_agent_and_one_queue_are_read(switch: Caller, router: Router) -> None:
    a_waiting_agent(router, "ana")
    a_call_in(router, CallStatus.QUEUED, "c1")

    assert switch.get("/agents/ana").body["name"] == "Ana"
    assert switch.get("/agents/nobody").body["field"] == "agent"
    queue = switch.get("/queues/W%23Spanish%23Any").body
    assert (queue["depth"], queue["version"], queue["channel"]) == (1, 1, "")
    assert queue["expected_wait_seconds"] is None
    assert switch.get("/queues/W.chat%23Spanish%23Any").body["depth"] == 0
    for wrong in ("W%23Klingon%23Any", "X", "W%23Spanish"):
        assert switch.get(f"/queues/{wrong}").body["field"] == "queue"


def test_an_active_call_is_found_by_the_name_of_its_agent(switch: Caller, router: Router) -> None:
    services.agent_create(router, agent_id="a7", name="Zoe", gender="F", languages=("Spanish",))
    services.agent_enqueue(router, agent_id="a7")
    a_waiting_call(router, "c1")
    match_all(router)
    assert found(switch, "?text=zoe") == ["c1"]
    assert found(switch, "?text=nobody") == []
