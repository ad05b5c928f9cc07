"""Commands on agents: slots and status for chats, once for each key, by whom; a desk's own."""

import json
from typing import Any

import pytest
from pytest_django import Settings

from api.access.scopes import Scope
from routing import selectors
from routing.model.agents import AgentStatus
from routing.router import Router
from tests.builders import a_waiting_agent
from tests.centres import agent_now, an_agent_in
from tests.integration.api.conftest import Caller, a_program, a_user

pytestmark = pytest.mark.django_db
KEY = {"Idempotency-Key": "one-command"}


@pytest.fixture
def switch(db: None) -> Caller:  # noqa: ARG001 - tokens need the database
    return a_program("switch", Scope.OPERATE)


def short(reply: Any) -> tuple[int, str, str, str, int]:
    """Status and the agent's row, of a command that was done."""
    agent = reply.body["agent"]
    return reply.status, agent["agent_id"], agent["status"], agent["channel"], agent["slots"]


def test_an_agent_gets_slots_and_takes_chats(switch: Caller, router: Router) -> None:
    a_waiting_agent(router, "ana")
    first, again = (switch.post("/agents/ana/slots", {"slots": 2}, **KEY) for _ in range(2))
    ready = switch.post("/agents/ana/choose", {"choice": "ready", "channel": "chat"})

    assert short(first) == (200, "ana~chat", "offline", "chat", 2)
    assert first.body == again.body
    assert short(ready) == (200, "ana~chat", "queued", "chat", 2)
    assert agent_now(router, "ana~chat").changed_by == "switch"
    assert short(switch.post("/agents/ana/choose", {"choice": "paused", "reason": "Lunch"})) == (
        *(200, "ana", "paused", "", 0),
    )
    assert agent_now(router, "ana~chat").status is AgentStatus.QUEUED


def test_other_commands_reach_the_agent_or_the_row_at_its_version(switch: Caller, router: Router) -> None:
    an_agent_in(router, AgentStatus.WRAP_UP, "eva")
    assert switch.post("/agents/eva/extend-wrap-up", {"seconds": 60}).status == 200
    assert short(switch.post("/agents/eva/end-wrap-up", {}))[2] == "queued"
    switch.post("/agents/eva/slots", {"slots": 2})

    stale = switch.post("/agents/eva/slots", {"slots": 5, "expected_version": 99})
    late = switch.post("/agents/eva/extend-wrap-up", {"seconds": 60, "channel": "chat"})

    assert (stale.status, stale.body["present"]["agent"]["agent_id"]) == (409, "eva~chat")
    assert (late.status, late.body["present"]["agent"]["agent_id"]) == (409, "eva~chat")


def test_wrong_fields_and_agents_are_named(switch: Caller, router: Router) -> None:
    a_waiting_agent(router, "ana")
    for address, fields, status, field in (
        ("/agents/ana/slots", {"slots": 99}, 400, "slots"),
        ("/agents/ana/choose", {"choice": "asleep"}, 400, "choice"),
        ("/agents/ana/choose", {"choice": "ready", "channel": "letters"}, 400, "channel"),
        ("/agents/nobody/slots", {"slots": 2}, 404, "agent"),
        ("/agents/ana/choose", {"choice": "ready", "channel": "chat"}, 404, "agent"),
    ):
        reply = switch.post(address, fields)
        assert (reply.status, reply.body["field"]) == (status, field), reply.body


def test_agents_choose_for_themselves_and_supervisors_for_everybody(
    router: Router, ana: Caller, bob: Caller, reader: Caller, settings: Settings
) -> None:
    a_waiting_agent(router, "ana")
    mara = a_user("mara", "supervisors")
    assert ana.post("/agents/ana/slots", {"slots": 2}).body["code"] == "permission_missing"
    assert mara.post("/agents/ana/slots", {"slots": 2}).status == 200
    ready = {"choice": "ready"}

    assert reader.post("/agents/ana/choose", ready).body["code"] == "scope_missing"
    assert bob.post("/agents/ana/choose", ready).body["code"] == "not_your_agent"
    assert short(ana.post("/agents/ana~chat/choose", ready))[2] == "queued"
    assert short(mara.post("/agents/ana/choose", {"choice": "paused", "channel": "chat"}))[2] == "paused"
    settings.OPERATORS_ACT_FOR = "all"
    assert short(bob.post("/agents/ana/choose", {**ready, "channel": "chat"}))[2] == "queued"


def test_a_desk_chooses_for_its_own_chats(router: Router, ana: Caller, switch: Caller) -> None:
    a_waiting_agent(router, "ana")
    switch.post("/agents/ana/slots", {"slots": 2})
    first, again = (ana.post("/desk/chats/choose", {"choice": "ready"}, **KEY) for _ in range(2))

    assert short(first) == (200, "ana~chat", "queued", "chat", 2)
    assert first.body == again.body
    assert switch.post("/desk/chats/choose", {"choice": "ready"}).status in (400, 403)


def test_programs_set_agents_up_and_remove_them(router: Router, db: None) -> None:  # noqa: ARG001 - tokens
    admin = a_program("hr", Scope.ADMIN)
    ana = {"version": 0, "name": "Ana", "gender": "F", "languages": ["Spanish"]}
    made = admin.ask("PUT", "/agents/ana", json.dumps(ana))
    assert (made.status, made.body["status"], made.body["languages"]) == (200, "offline", ["Spanish"])
    assert admin.ask("PUT", "/agents/ana", json.dumps(ana)).body["version"] == made.body["version"]
    late = admin.ask("PUT", "/agents/ana", json.dumps({**ana, "version": 7, "name": "Anna"}))
    assert (late.status, late.body["present"]["agent"]["name"]) == (409, "Ana")
    wrong = admin.ask("PUT", "/agents/ana", json.dumps({**ana, "version": 1, "languages": ["Latin"]}))
    assert (wrong.status, wrong.body["field"]) == (400, "languages")
    for _ in range(2):
        assert admin.ask("DELETE", "/agents/ana?version=1").status == 200
    assert selectors.agent(router, "ana") is None
    assert a_program("reader", Scope.READ).ask("DELETE", "/agents/ana?version=1").status == 403
