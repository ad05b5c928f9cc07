"""Chats that leave their agent: handed back, released, abandoned, overflown."""

from dataclasses import replace

import pytest

from dynamo.table import Table
from routing import services
from routing.exceptions import InvalidFieldError, UnknownSkillError
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.events import EventKind
from routing.model.queues import agent_queue
from routing.repair.audit import audit
from tests.builders import a_waiting_call, as_agent, as_call
from tests.centres import agent_now, call_now, in_line, match_all
from tests.contracts.call_life import Life
from tests.contracts.chats.chat_life import (
    CHATS,
    ROWS,
    a_chat,
    a_chat_life,
    a_row,
    chatting,
    held,
    ringing,
)


@pytest.fixture
def life(either_table: Table) -> Life:
    """A preferred agent has 30 seconds; a chat is idle after 60."""
    return a_chat_life(either_table, idle_seconds=60)


# --- hand back, release, reset, abandon


def test_a_chat_handed_back_waits_at_its_place_and_its_agent_is_paused_with_the_others(life: Life) -> None:
    a_row(life.router, slots=3)
    chatting(life.router, "h1", "h2")
    a_chat(life.router, "h3")

    services.call_hand_back(life.router, call_id="h1", reason="no answer from her", by="boss")

    assert in_line(life.router, CHATS) == ["h1", "h3"]
    row = agent_now(life.router, "ana~chat")
    assert (row.status, row.held, row.choice) == (AgentStatus.PAUSED, ("h2",), Choice.PAUSED)


def test_handed_back_without_a_pause_the_row_keeps_its_place(life: Life) -> None:
    before = a_row(life.router, slots=3)
    chatting(life.router, "h1", "h2")
    before = agent_now(life.router, "ana~chat")

    services.call_hand_back(life.router, call_id="h1", reason="wrong one", keep_available=True)

    assert agent_now(life.router, "ana~chat").ticket == before.ticket
    assert call_now(life.router, "h1").tried == ("ana~chat",)


def test_a_release_lets_all_chats_of_a_row_wait_again_at_their_places(life: Life) -> None:
    a_row(life.router, slots=3)
    ringing(life.router, "h1", "h2", "h3")

    row = as_agent(services.agent_release(life.router, agent_id="ana~chat", reason="left", by="boss"))

    assert in_line(life.router, CHATS) == ["h1", "h2", "h3"]
    assert (row.status, row.held, row.call_id) == (AgentStatus.QUEUED, (), None)
    told = [event.kind for event in life.told[-4:]]
    assert told == [
        EventKind.AGENT_STATUS_CHANGED,
        EventKind.CALL_HANDED_BACK,
        EventKind.CALL_HANDED_BACK,
        EventKind.CALL_RESTORED,
    ]
    assert audit(life.router) == []
    assert as_agent(services.agent_release(life.router, agent_id="ana~chat", reason="left")) == row


def test_the_fullest_row_with_the_most_queues_is_released_in_one_transaction(life: Life) -> None:
    languages = tuple(f"L{number}" for number in range(40))
    router = replace(life.router, skills=replace(life.router.skills, languages=languages))
    with pytest.raises(InvalidFieldError, match=r"slots: 10 .* at most 3 for an agent in 40 queues"):
        a_row(router, slots=10, languages=languages)
    a_row(router, "bea", slots=3, languages=languages)
    for call_id, language in (("h1", "L1"), ("h2", "L2"), ("h3", "L3")):
        a_chat(router, call_id, language=language)
        match_all(router)
        services.call_accept(router, call_id=call_id, agent_id="bea~chat")
    assert held(router, "bea") == ("h1", "h2", "h3")

    row = as_agent(
        services.agent_release(replace(router, origin="desk 7"), agent_id="bea~chat", reason="left")
    )

    assert (row.status, row.held) == (AgentStatus.QUEUED, ())


def test_a_reset_takes_all_chats_from_every_row(life: Life) -> None:
    a_row(life.router, slots=1)
    chatting(life.router, "h1")

    services.agents_reset(life.router)

    row = agent_now(life.router, "ana~chat")
    assert (row.status, row.held) == (AgentStatus.AVAILABLE, ())
    assert in_line(life.router, CHATS) == ["h1"]
    assert services.agents_reset(life.router) == []
    services.agents_enqueue(life.router)
    assert match_all(life.router) == [("h1", "ana~chat")]


@pytest.mark.parametrize("way", ["abandon", "remove", "dead letter", "restore"])
def test_a_chat_that_stops_ringing_gives_the_row_its_old_place_back(life: Life, way: str) -> None:
    before = a_row(life.router, slots=1)
    ringing(life.router, "h1")
    a_row(life.router, "bea")
    router = life.router

    {
        "abandon": lambda: services.call_abandon(router, call_id="h1"),
        "remove": lambda: services.call_remove(router, call_id="h1", reason="spam"),
        "dead letter": lambda: services.call_dead_letter(router, call_id="h1", reason="broken"),
        "restore": lambda: services.call_restore(router, call_id="h1"),
    }[way]()

    row = agent_now(router, "ana~chat")
    assert (row.status, row.ticket) == (AgentStatus.QUEUED, before.ticket)
    assert in_line(router, ROWS) == ["ana~chat", "bea~chat"]
    assert audit(router) == []


def test_too_many_unanswered_offers_make_a_chat_a_dead_letter(
    either_table: Table,
) -> None:
    life = a_chat_life(either_table, max_offers=1)
    a_row(life.router)
    ringing(life.router, "h1")

    services.call_decline(life.router, call_id="h1", agent_id="ana~chat")

    assert call_now(life.router, "h1").status is CallStatus.DEAD_LETTERED
    services.call_restore(life.router, call_id="h1")
    assert in_line(life.router, CHATS) == ["h1"]


def test_a_full_queue_of_chats_overflows_to_another_of_chats(either_table: Table) -> None:
    life = a_chat_life(either_table, max_length=1, overflow="deadLetter")
    a_chat(life.router, "h1")

    assert as_call(a_chat(life.router, "h2")).status is CallStatus.DEAD_LETTERED
    a_waiting_call(life.router, "c1")
    assert call_now(life.router, "c1").status is CallStatus.QUEUED


def test_no_agent_is_assigned_a_chat_of_no_conversation(life: Life) -> None:
    with pytest.raises(InvalidFieldError, match=r"queue: .*; no chat queue"):
        services.queue_assign(life.router, queue=ROWS)
    with pytest.raises(UnknownSkillError):
        a_chat(replace(life.router, skills=replace(life.router.skills, channels=("",))), "h1")
    assert services.queue_assign(life.router, queue=agent_queue("Spanish", "F")) is None
