"""Chat row: as many chats as slots, the end of the line after each answer, its place after a close."""

import pytest

from dynamo.table import Table
from routing import services
from routing.exceptions import InvalidFieldError
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.events import EventKind
from routing.repair.audit import audit
from tests.builders import a_waiting_call, as_call, as_conflict
from tests.centres import agent_now, in_line, infos_now, match_all
from tests.contracts.call_life import Life
from tests.contracts.chats.chat_life import CHATS, ROWS, a_chat, a_chat_life, a_row, chatting, held, ringing

QUEUED, OFFERED, FULL = AgentStatus.QUEUED, AgentStatus.OFFERED, AgentStatus.ATTENDING_CALL
PAUSED, OFFLINE, AVAILABLE = AgentStatus.PAUSED, AgentStatus.OFFLINE, AgentStatus.AVAILABLE


@pytest.fixture
def life(either_table: Table) -> Life:
    return a_chat_life(either_table)


def status(life: Life, agent_id: str = "ana~chat") -> AgentStatus:
    return agent_now(life.router, agent_id).status


# --- answering


def test_accepting_puts_the_row_back_to_the_end_while_a_slot_is_free(life: Life) -> None:
    first = a_row(life.router, slots=2)
    ringing(life.router, "h1")
    a_row(life.router, "bea")

    call = as_call(services.call_accept(life.router, call_id="h1", agent_id="ana~chat"))

    row = agent_now(life.router, "ana~chat")
    assert (call.status, call.agent_id) == (CallStatus.IN_PROGRESS, "ana~chat")
    assert (row.status, row.held, row.call_id) == (QUEUED, ("h1",), None)
    assert (row.ticket or 0) > (first.ticket or 0)
    assert in_line(life.router, ROWS) == ["bea~chat", "ana~chat"]
    assert life.told[-1].kind is EventKind.AGENT_STATUS_CHANGED, "a dispatcher wakes"
    assert audit(life.router) == []


def test_a_full_row_gets_no_more(life: Life) -> None:
    a_row(life.router, slots=2)
    chatting(life.router, "h1", "h2")
    a_chat(life.router, "h3")

    assert match_all(life.router) == []
    assert (status(life), held(life.router)) == (FULL, ("h1", "h2"))
    assert in_line(life.router, CHATS) == ["h3"]


def test_one_chat_rings_at_a_time_and_the_next_goes_to_a_colleague_first(life: Life) -> None:
    a_row(life.router, slots=3)
    a_row(life.router, "bea", slots=3)
    for number in (1, 2, 3, 4):
        a_chat(life.router, f"h{number}")

    assert match_all(life.router) == [("h1", "ana~chat"), ("h2", "bea~chat")]
    for call_id, row in (("h2", "bea~chat"), ("h1", "ana~chat")):
        services.call_accept(life.router, call_id=call_id, agent_id=row)
    assert match_all(life.router) == [("h3", "bea~chat"), ("h4", "ana~chat")]


def test_accepting_twice_changes_nothing_the_second_time(life: Life) -> None:
    a_row(life.router)
    chatting(life.router, "h1")
    before = agent_now(life.router, "ana~chat"), infos_now(life.router)

    again = services.call_accept(life.router, call_id="h1", agent_id="ana~chat")

    assert as_call(again).status is CallStatus.IN_PROGRESS
    assert (agent_now(life.router, "ana~chat"), infos_now(life.router)) == before


def test_calls_and_chats_of_one_agent_are_independent(life: Life) -> None:
    a_row(life.router, slots=1)
    services.agent_enqueue(life.router, agent_id="ana")
    a_waiting_call(life.router, "c1")
    a_chat(life.router, "h1")

    assert sorted(match_all(life.router)) == [("c1", "ana"), ("h1", "ana~chat")]


def test_a_declined_chat_rests_its_row_and_goes_back_to_its_place(life: Life) -> None:
    a_row(life.router)
    ringing(life.router, "h1", "h2")
    a_chat(life.router, "h3")

    services.call_decline(life.router, call_id="h2", agent_id="ana~chat")

    assert (status(life), held(life.router)) == (AVAILABLE, ("h1",))
    assert in_line(life.router, CHATS) == ["h2", "h3"]
    services.call_complete(life.router, call_id="h1")
    assert status(life) is AVAILABLE, "a close does not end the rest"
    life.sweep(after=5)
    assert status(life) is QUEUED


def test_an_unanswered_chat_goes_back_and_three_in_a_row_pause_the_row(life: Life) -> None:
    a_row(life.router)
    ringing(life.router, "h1")
    for missed in (1, 2, 3):
        life.sweep(after=20)
        assert agent_now(life.router, "ana~chat").missed_offers == missed % 3
        life.sweep(after=10)
        match_all(life.router)

    assert status(life) is PAUSED


def test_a_row_whose_slots_were_lowered_while_it_rests_is_full_afterwards(life: Life) -> None:
    a_row(life.router)
    ringing(life.router, "h1", "h2")
    services.call_decline(life.router, call_id="h2", agent_id="ana~chat")
    services.agent_slots(life.router, agent_id="ana", slots=1)
    assert status(life) is AVAILABLE

    assert as_conflict(services.agent_enqueue(life.router, agent_id="ana~chat")).reason.startswith("agent is")
    assert services.agents_enqueue(life.router)[0].agent_id == "ana"
    life.sweep(after=5)

    assert status(life) is FULL


# --- closing


def test_closing_frees_a_slot_without_wrap_up_and_a_full_row_goes_to_the_end(life: Life) -> None:
    a_row(life.router, slots=1)
    chatting(life.router, "h1")
    a_row(life.router, "bea")

    call = as_call(services.call_complete(life.router, call_id="h1", agent_id="ana~chat"))

    assert (call.status, held(life.router)) == (CallStatus.COMPLETED, ())
    assert in_line(life.router, ROWS) == ["bea~chat", "ana~chat"]
    assert life.told_of("ana~chat")[-2:] == [EventKind.CALL_COMPLETED, EventKind.AGENT_STATUS_CHANGED]
    chatting(life.router, "h2", agent_id="bea")
    with pytest.raises(InvalidFieldError, match=r"wrap_up_seconds: 5 .* a chat has no wrap-up"):
        services.call_complete(life.router, call_id="h2", wrap_up_seconds=5)


def test_a_row_that_waits_keeps_its_place_when_a_chat_is_closed(life: Life) -> None:
    a_row(life.router, slots=3)
    chatting(life.router, "h1", "h2")
    before = agent_now(life.router, "ana~chat")
    a_row(life.router, "bea")

    services.call_complete(life.router, call_id="h1")

    after = agent_now(life.router, "ana~chat")
    assert (after.ticket, after.queued_at, after.held) == (before.ticket, before.queued_at, ("h2",))
    assert in_line(life.router, ROWS) == ["ana~chat", "bea~chat"]
    assert life.told[-1].kind is EventKind.CALL_COMPLETED, "nothing new for a dispatcher"


def test_a_close_while_another_chat_rings_leaves_it_ringing(life: Life) -> None:
    a_row(life.router, slots=2)
    ringing(life.router, "h1", "h2")

    services.call_complete(life.router, call_id="h1")

    assert (status(life), held(life.router)) == (OFFERED, ())
    as_call(services.call_accept(life.router, call_id="h2", agent_id="ana~chat"))
    assert held(life.router) == ("h2",)


def test_a_chat_ends_once(life: Life) -> None:
    a_row(life.router)
    chatting(life.router, "h1")
    done = as_call(services.call_complete(life.router, call_id="h1"))

    assert as_call(services.call_complete(life.router, call_id="h1")) == done


# --- choices


def test_a_pause_takes_effect_at_once_and_keeps_the_chats(life: Life) -> None:
    a_row(life.router)
    chatting(life.router, "h1")

    services.agent_choose(life.router, agent_id="ana~chat", choice=Choice.PAUSED, reason="Lunch")

    assert (status(life), held(life.router)) == (PAUSED, ("h1",))
    assert in_line(life.router, ROWS) == []
    services.agent_choose(life.router, agent_id="ana~chat", choice=Choice.READY)
    assert status(life) is QUEUED


def test_a_full_row_that_is_paused_is_full_again_once_ready(life: Life) -> None:
    a_row(life.router, slots=1)
    chatting(life.router, "h1")
    for choice, expected in ((Choice.PAUSED, PAUSED), (Choice.READY, FULL), (Choice.READY, FULL)):
        services.agent_choose(life.router, agent_id="ana~chat", choice=choice)
        assert status(life) is expected


def test_a_row_goes_offline_when_its_last_chat_has_left_it(life: Life) -> None:
    a_row(life.router)
    chatting(life.router, "h1")
    services.agent_choose(life.router, agent_id="ana~chat", choice=Choice.OFFLINE)
    assert status(life) is PAUSED

    services.call_complete(life.router, call_id="h1")

    assert status(life) is OFFLINE


def test_a_pause_while_a_chat_rings_takes_effect_with_the_answer(life: Life) -> None:
    a_row(life.router)
    ringing(life.router, "h1")
    services.agent_choose(life.router, agent_id="ana~chat", choice=Choice.PAUSED)
    assert status(life) is OFFERED

    services.call_accept(life.router, call_id="h1", agent_id="ana~chat")

    assert (status(life), held(life.router)) == (PAUSED, ("h1",))
