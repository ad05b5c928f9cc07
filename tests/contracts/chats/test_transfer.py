"""Transfer of a chat in progress: to another queue, or to a colleague."""

import pytest

from dynamo.table import Table
from routing import services
from routing.exceptions import InvalidFieldError, UnknownAgentError
from routing.model.agents import Choice
from routing.model.calls import CallStatus
from routing.model.events import EventKind
from routing.model.queues import call_queue
from routing.repair.audit import audit
from tests.builders import as_call, as_conflict
from tests.centres import a_call_in, call_now, in_line, match_all, table_now
from tests.contracts.call_life import Life
from tests.contracts.chats.chat_life import (
    CHATS,
    ROWS,
    WOMEN_CHATS,
    a_chat,
    a_chat_life,
    a_row,
    chatting,
    held,
)


@pytest.fixture
def life(either_table: Table) -> Life:
    """A preferred agent has 30 seconds; a chat is idle after 60."""
    return a_chat_life(either_table, idle_seconds=60)


def test_a_transfer_to_a_queue_gives_the_slot_back_and_keeps_the_place_of_the_chat(life: Life) -> None:
    a_row(life.router, slots=1)
    chatting(life.router, "h1")
    before = call_now(life.router, "h1")
    a_chat(life.router, "h2", gender="F")

    call = as_call(
        services.call_transfer(
            life.router, call_id="h1", to_queue=WOMEN_CHATS, agent_id="ana", reason="billing", by="ana"
        )
    )

    assert (call.status, call.agent_id, call.gender, call.ticket) == (
        CallStatus.QUEUED,
        None,
        "F",
        before.ticket,
    )
    assert (in_line(life.router, WOMEN_CHATS), held(life.router)) == (["h1", "h2"], ())
    note = call.notes[-1]
    assert (note.kind, note.agent_id, note.by) == (EventKind.CALL_TRANSFERRED, "ana~chat", "ana")
    assert note.reason == "to W.chat#Spanish#F: billing"
    assert call.tried == ("ana~chat",)
    assert in_line(life.router, ROWS) == ["ana~chat"]
    assert audit(life.router) == []


def test_a_transfer_to_a_colleague_waits_for_her_and_then_for_all_others(life: Life) -> None:
    for name in ("ana", "bea", "eva"):
        a_row(life.router, name)
    a_chat(life.router, "h1")
    match_all(life.router)
    services.call_accept(life.router, call_id="h1", agent_id="ana~chat")
    services.agent_choose(life.router, agent_id="eva~chat", choice=Choice.PAUSED)

    call = as_call(services.call_transfer(life.router, call_id="h1", to_agent="eva"))

    assert (call.preferred_agent, call.notes[-1].reason) == ("eva~chat", "to eva")
    assert match_all(life.router) == [], "it waits for eva alone"
    life.sweep(after=30)
    assert match_all(life.router) == [("h1", "bea~chat")], "ana had it, so she comes last"
    assert audit(life.router) == []


def test_a_colleague_who_waits_gets_it_before_those_who_have_waited_longer(life: Life) -> None:
    a_row(life.router)
    chatting(life.router, "h1")
    for name in ("bea", "eva"):
        a_row(life.router, name)

    services.call_transfer(life.router, call_id="h1", to_agent="eva~chat")

    assert match_all(life.router) == [("h1", "eva~chat")]


def test_a_transfer_widens_the_wish_to_what_the_colleague_fits(life: Life) -> None:
    a_row(life.router)
    a_chat(life.router, "h1", gender="F")
    match_all(life.router)
    services.call_accept(life.router, call_id="h1", agent_id="ana~chat")
    services.agent_create(life.router, agent_id="max", name="Max", gender="M", languages=("Spanish",))
    services.agent_slots(life.router, agent_id="max")
    services.agent_choose(life.router, agent_id="max~chat", choice=Choice.READY)

    services.call_transfer(life.router, call_id="h1", to_agent="max")

    assert match_all(life.router) == [("h1", "max~chat")]


def test_a_transfer_may_be_repeated(life: Life) -> None:
    for name in ("ana", "bea"):
        a_row(life.router, name)
    a_chat(life.router, "h1")
    match_all(life.router)
    services.call_accept(life.router, call_id="h1", agent_id="ana~chat")
    services.call_transfer(life.router, call_id="h1", to_agent="bea", agent_id="ana")
    before = table_now(life.router)

    again = as_call(services.call_transfer(life.router, call_id="h1", to_agent="bea", agent_id="ana"))

    assert again.status is CallStatus.QUEUED
    assert table_now(life.router) == before
    match_all(life.router)
    services.call_accept(life.router, call_id="h1", agent_id="bea~chat")
    late = services.call_transfer(life.router, call_id="h1", to_agent="bea", agent_id="ana")
    assert as_conflict(late).reason == "chat is in progress with another agent"


def test_what_cannot_be_transferred_stays_as_it_is(life: Life) -> None:
    router = life.router
    call = a_call_in(router, CallStatus.IN_PROGRESS, agent_id="zoe")
    a_row(router)
    services.agent_create(router, agent_id="kim", name="Kim", gender="F", languages=("French",))
    services.agent_slots(router, agent_id="kim")
    services.agent_create(router, agent_id="lea", name="Lea", gender="F", languages=("Spanish",))
    services.agent_slots(router, agent_id="lea")
    chatting(router, "h1")
    a_chat(router, "h2")
    before = table_now(router)

    def refused(call_id: str = "h1", **asked: str) -> str:
        return as_conflict(services.call_transfer(router, call_id=call_id, **asked)).reason  # type: ignore[arg-type]

    assert refused(to_agent="ana") == "chat is already in progress with this agent"
    assert refused(to_agent="lea") == "Lea is offline"
    assert refused("h2", to_agent="ana") == "chat is waiting, not in progress"
    with pytest.raises(
        InvalidFieldError, match=r"to_agent: 'Kim' .* an agent with the skills of Chat · Spanish · Any"
    ):
        refused(to_agent="kim")
    with pytest.raises(UnknownAgentError, match="'zoe~chat'"):
        refused(to_agent="zoe")
    with pytest.raises(InvalidFieldError, match="name an agent or a queue"):
        refused()
    with pytest.raises(InvalidFieldError, match="a queue of the same channel"):
        services.call_transfer(router, call_id="h1", to_queue=call_queue("Spanish", "F"))
    other = services.call_transfer(router, call_id=call.call_id, to_queue=call_queue("Spanish", "F"))
    assert as_conflict(other).reason == "only chats can be transferred; return a call to its queue"
    assert table_now(router) == before


def test_at_another_version_a_transfer_is_refused(life: Life) -> None:
    a_row(life.router)
    chatting(life.router, "h1")

    refused = services.call_transfer(life.router, call_id="h1", to_queue=CHATS, expected_version=1)

    assert as_conflict(refused).reason == "call is at version 3, not 1"
    assert held(life.router) == ("h1",)
