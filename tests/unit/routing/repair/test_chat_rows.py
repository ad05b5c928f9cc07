"""Audit and repair of chat rows: each way to break one, the rule that names it, and its repair."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from routing import services
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.repair.audit import audit
from routing.repair.repairing import repair
from routing.router import Router
from routing.storage import keys
from tests.builders import a_waiting_agent
from tests.centres import agent_now, call_now, in_line, match_all
from tests.contracts.chats.chat_life import CHATS, ROWS, a_chat, a_chat_life, a_row, chatting, held, ringing
from tests.memory.table import MemoryTable
from tests.unit.routing.repair.damages import remove, spoil

HOLDS = "a chat row holds its chats in progress"
SLOTS = "a chat row holds no more than its slots"
WAITS = "a chat row waits while it has a free slot"
CHANNEL = "a chat row has its channel"
SKILLS = "a chat row has its agent's skills"
NO_AGENT = "a chat row belongs to an agent"
CALLS_AGENT = "a call's agent has that call"
AGENTS_CALL = "an agent's call is with that agent"
ROW, BEA = keys.agent_key("ana~chat"), keys.agent_key("bea~chat")


def a_chatting_centre() -> Router:
    """Ana, full, has h1 and h2; bea has h3 and waits; h4 rings at eva; kim only takes calls; h5 waits."""
    table = MemoryTable()
    table.create()
    router = a_chat_life(table).router
    a_row(router, slots=2)
    chatting(router, "h1", "h2")
    a_row(router, "eva", slots=1)
    ringing(router, "h4", agent_id="eva")
    a_row(router, "bea", slots=3)
    chatting(router, "h3", agent_id="bea")
    a_waiting_agent(router, "kim", gender="M")
    a_chat(router, "h5", language="French")
    return router


@dataclass(frozen=True)
class Damage:
    """How a row is broken, the rules that name it, and what holds after the repair."""

    rules: set[str]
    spoils: Callable[[Router], object]
    after: Callable[[Router], bool]


DAMAGES = {
    "a chat in progress that its row lacks": Damage(
        {CALLS_AGENT, WAITS},
        lambda r: spoil(r, ROW, Held=frozenset({"h1"})),
        lambda r: held(r) == ("h1", "h2") and agent_now(r, "ana~chat").status is AgentStatus.ATTENDING_CALL,
    ),
    "a row that has lost all its chats": Damage(
        {CALLS_AGENT}, lambda r: spoil(r, BEA, "Held"), lambda r: held(r, "bea") == ("h3",)
    ),
    "a chat that does not exist": Damage(
        {HOLDS},
        lambda r: spoil(r, BEA, Held=frozenset({"h3", "gone"})),
        lambda r: held(r, "bea") == ("h3",),
    ),
    "a chat held by two rows": Damage(
        {HOLDS},
        lambda r: spoil(r, BEA, Held=frozenset({"h1", "h3"})),
        lambda r: (held(r), held(r, "bea")) == (("h1", "h2"), ("h3",)),
    ),
    "a chat that has ended": Damage(
        {HOLDS, "what is due can be found"},
        lambda r: spoil(r, keys.call_key("h3"), CallStatus="completed", EndedAt=str(r.clock())),
        lambda r: held(r, "bea") == (),
    ),
    "more chats than slots, though nobody forced it": Damage(
        {SLOTS},
        lambda r: spoil(r, ROW, Slots=1),
        lambda r: held(r) == ("h1", "h2") and agent_now(r, "ana~chat").is_forced,
    ),
    "a row without slots": Damage(
        {SLOTS, WAITS},
        lambda r: spoil(r, BEA, "Slots"),
        lambda r: agent_now(r, "bea~chat").status is AgentStatus.ATTENDING_CALL,
    ),
    "a full row that counts as free": Damage(
        {WAITS, "a queued agent is in all its queues"},
        lambda r: spoil(r, ROW, AgentStatus="queued"),
        lambda r: agent_now(r, "ana~chat").status is AgentStatus.ATTENDING_CALL,
    ),
    "a row with a free slot that counts as full": Damage(
        {WAITS, "an agent entry belongs to a queued agent"},
        lambda r: spoil(r, BEA, AgentStatus="attendingCall"),
        lambda r: in_line(r, ROWS) == ["bea~chat"],
    ),
    "a row in wrap-up": Damage(
        {WAITS},
        lambda r: spoil(r, ROW, AgentStatus="wrapUp"),
        lambda r: agent_now(r, "ana~chat").status is AgentStatus.ATTENDING_CALL,
    ),
    "a row without its channel": Damage(
        {CHANNEL, "an agent entry belongs to a queued agent", "a queued agent is in all its queues"},
        lambda r: spoil(r, BEA, "Channel"),
        lambda r: agent_now(r, "bea~chat").channel == "chat" and in_line(r, ROWS) == ["bea~chat"],
    ),
    "an agent who counts as a row": Damage(
        {CHANNEL, "an agent entry belongs to a queued agent", "a queued agent is in all its queues"},
        lambda r: spoil(r, keys.agent_key("kim"), Channel="chat", Slots=2),
        lambda r: agent_now(r, "kim").channel == "",
    ),
    "an agent who holds chats": Damage(
        {HOLDS},
        lambda r: spoil(r, keys.agent_key("kim"), Held=frozenset({"h1"})),
        lambda r: held(r) == ("h1", "h2") and agent_now(r, "kim").held == (),
    ),
    "other skills than its agent": Damage(
        {SKILLS},
        lambda r: spoil(r, keys.agent_key("ana"), Languages=frozenset({"French"})),
        lambda r: agent_now(r, "ana~chat").languages == {"French"},
    ),
    "a ringing row without its chat": Damage(
        {AGENTS_CALL},
        lambda r: remove(r, keys.call_key("h4")),
        lambda r: in_line(r, ROWS) == ["eva~chat", "bea~chat"],
    ),
    "a chat whose row does not exist": Damage(
        {CALLS_AGENT, "an agent entry belongs to a queued agent"},
        lambda r: remove(r, BEA),
        lambda r: in_line(r, CHATS) == ["h3"],
    ),
    "a chat that rings where another does": Damage(
        {CALLS_AGENT, AGENTS_CALL},
        lambda r: spoil(r, keys.agent_key("eva~chat"), CallID="h5"),
        lambda r: call_now(r, "h4").status is CallStatus.QUEUED,
    ),
}


@pytest.fixture
def router() -> Router:
    return a_chatting_centre()


def test_the_centre_is_sound_and_a_repair_leaves_it_alone(router: Router) -> None:
    assert audit(router) == []
    assert [*repair(router)] == []


@pytest.mark.parametrize("name", DAMAGES)
def test_each_damage_is_named_mended_once_and_chats_go_on(router: Router, name: str) -> None:
    damage = DAMAGES[name]
    damage.spoils(router)
    found = {one.rule for one in audit(router)}
    assert damage.rules <= found

    assert [*repair(router)]

    assert audit(router) == []
    assert damage.after(router)
    assert [*repair(router)] == []
    services.agent_slots(router, agent_id="kim", slots=1)
    services.agent_choose(router, agent_id="kim~chat", choice=Choice.READY)
    a_chat(router, "next", gender="M", priority=0)
    assert ("next", "kim~chat") in match_all(router)


def test_a_row_without_an_agent_is_left_to_a_person(router: Router) -> None:
    remove(router, keys.agent_key("bea"))

    (found,) = audit(router)

    assert (found.rule, found.subject) == (NO_AGENT, "bea~chat")
    assert found.remedy.startswith("not repaired")
    assert [*repair(router)] == []
    assert held(router, "bea") == ("h3",)


def test_a_chat_that_cannot_be_read_stays_in_its_row(router: Router) -> None:
    spoil(router, keys.call_key("h1"), CallStatus="later")

    assert [*repair(router)] == []
    assert held(router) == ("h1", "h2")


def test_a_row_that_holds_what_cannot_be_read_as_a_set_gets_its_chats_back(router: Router) -> None:
    spoil(router, ROW, Held="h1")

    assert [*repair(router)]

    assert audit(router) == []
    assert held(router) == ("h1", "h2")
