"""Commands on those in line: offered, dequeued, restored, once for each key."""

import pytest

from api.access.scopes import Scope
from routing.model.calls import CallStatus
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import a_call_in, call_now
from tests.integration.api.conftest import Caller, a_program, a_user

pytestmark = pytest.mark.django_db
KEY = {"Idempotency-Key": "one-command"}
QUEUE = "/queues/W%23Spanish%23Any"


@pytest.fixture
def switch(db: None) -> Caller:  # noqa: ARG001 - tokens need the database
    return a_program("switch", Scope.OPERATE, Scope.READ)


def test_an_agent_is_offered_the_next_call_once_for_its_key(switch: Caller, router: Router) -> None:
    a_waiting_agent(router, "ana")
    assert switch.get("/agents/ana/next").body["call"] is None
    for call_id in ("c1", "c2"):
        a_waiting_call(router, call_id)
    seen = switch.get("/agents/ana/next").body
    first, again = (switch.post("/agents/ana/offer", {}, **KEY) for _ in range(2))

    assert (seen["call"]["call_id"], seen["call"]["status"]) == ("c1", "queued")
    assert (first.body["call"]["call_id"], first.body["call"]["status"]) == ("c1", "offered")
    assert first.body == again.body
    assert switch.post("/agents/ana/offer", {}).status == 409
    assert switch.post("/agents/nobody/offer", {}).body["field"] == "agent"


def test_the_first_call_of_a_queue_is_completed_once_for_its_key(switch: Caller, router: Router) -> None:
    for call_id in ("c1", "c2"):
        a_waiting_call(router, call_id)
    first, again = (switch.post(f"{QUEUE}/dequeue", {}, **KEY) for _ in range(2))

    assert (first.body["call"]["call_id"], first.body["call"]["status"]) == ("c1", "completed")
    assert first.body == again.body
    assert call_now(router, "c2").status is CallStatus.QUEUED
    assert switch.post(f"{QUEUE}/dequeue", {"call": "c2"}).body["call"]["call_id"] == "c2"
    assert switch.post(f"{QUEUE}/dequeue", {}).body["call"] is None
    assert switch.post("/queues/W%23Klingon%23Any/dequeue", {}).status == 400


def test_failed_calls_are_restored_at_the_versions_seen(switch: Caller, router: Router) -> None:
    for call_id in ("c1", "c2"):
        a_call_in(router, CallStatus.DEAD_LETTERED, call_id)
    versions = [f"{call_now(router, 'c1').version}:c1", "1:c2"]
    first, again = (switch.post("/dead-letters/restore", {"versions": versions}, **KEY) for _ in range(2))

    assert (first.status, first.body["restored"], [*first.body["refused"]]) == (200, ["c1"], ["c2"])
    assert again.body["restored"] == ["c1"]
    assert call_now(router, "c1").status is CallStatus.QUEUED
    assert switch.post("/dead-letters/restore", {"versions": ["x"]}).body["field"] == "versions"


def test_they_are_for_supervisors(router: Router) -> None:
    a_waiting_agent(router, "ana")
    olga = a_user("olga", "operators")

    for address in ("/agents/ana/offer", f"{QUEUE}/dequeue", "/dead-letters/restore"):
        assert olga.post(address, {}).body["code"] == "permission_missing"
    assert olga.get("/agents/ana/next").status == 200
