"""Slots: how many chats an agent holds at once, lowered and raised while chats run."""

import pytest

from dynamo.table import Table
from routing import services
from routing.exceptions import InvalidFieldError, UnknownAgentError
from routing.model.agents import AgentStatus, Choice
from routing.model.queues import CHAT, agent_queue
from routing.repair.audit import audit
from routing.storage import keys
from tests.builders import a_waiting_agent, as_agent, as_call, as_conflict
from tests.centres import agent_now, in_line
from tests.contracts.call_life import Life
from tests.contracts.chats.chat_life import ROWS, a_chat_life, a_row, chatting, ringing
from tests.unit.routing.repair.damages import spoil

QUEUED, OFFERED, FULL = AgentStatus.QUEUED, AgentStatus.OFFERED, AgentStatus.ATTENDING_CALL
PAUSED, OFFLINE, AVAILABLE = AgentStatus.PAUSED, AgentStatus.OFFLINE, AgentStatus.AVAILABLE


@pytest.fixture
def life(either_table: Table) -> Life:
    return a_chat_life(either_table)


def status(life: Life, agent_id: str = "ana~chat") -> AgentStatus:
    return agent_now(life.router, agent_id).status


def test_a_row_begins_offline_with_the_skills_of_its_agent_and_the_usual_slots(life: Life) -> None:
    a_waiting_agent(life.router, "ana", languages=("French", "Spanish"))

    row = as_agent(services.agent_slots(life.router, agent_id="ana", by="boss"))

    assert (row.agent_id, row.name, row.languages) == (
        "ana~chat",
        "Ana",
        frozenset({"French", "Spanish"}),
    )
    assert (row.status, row.choice, row.slots, row.channel) == (OFFLINE, Choice.OFFLINE, 3, "chat")
    assert as_agent(services.agent_slots(life.router, agent_id="ana~chat")) == row, "safe to repeat"
    assert status(life, "ana") is QUEUED, "calls go on"
    assert audit(life.router) == []


@pytest.mark.parametrize("slots", [0, -1, 11])
def test_it_refuses_slots_beyond_the_limits(life: Life, slots: int) -> None:
    with pytest.raises(InvalidFieldError, match=f"slots: {slots} is not allowed; from 1 to 10"):
        services.agent_slots(life.router, agent_id="ana", slots=slots)


def test_only_an_agent_gets_slots_and_only_where_chats_are_routed(life: Life) -> None:
    with pytest.raises(UnknownAgentError, match="'nobody'"):
        services.agent_slots(life.router, agent_id="nobody~chat")
    with pytest.raises(InvalidFieldError, match="agent_id: 'ana~chat' is not allowed; no '~'"):
        a_waiting_agent(life.router, "ana~chat")


def test_more_slots_bring_a_full_row_back_to_the_end_of_the_line(life: Life) -> None:
    a_row(life.router, slots=1)
    chatting(life.router, "h1")
    assert status(life) is FULL
    a_row(life.router, "bea")

    services.agent_slots(life.router, agent_id="ana", slots=2)

    assert in_line(life.router, ROWS) == ["bea~chat", "ana~chat"]


def test_fewer_slots_keep_the_chats_and_bring_no_other_before_there_is_room(life: Life) -> None:
    a_row(life.router, slots=3)
    chatting(life.router, "h1", "h2")

    row = as_agent(services.agent_slots(life.router, agent_id="ana", slots=1))

    assert (row.status, row.held, row.is_forced) == (FULL, ("h1", "h2"), True)
    assert audit(life.router) == []
    services.call_complete(life.router, call_id="h1")
    assert (status(life), agent_now(life.router, "ana~chat").is_forced) == (FULL, False)
    services.call_complete(life.router, call_id="h2")
    assert status(life) is QUEUED


def test_an_offer_made_before_the_slots_were_lowered_may_be_accepted(life: Life) -> None:
    a_row(life.router, slots=2)
    ringing(life.router, "h1", "h2")
    services.agent_slots(life.router, agent_id="ana", slots=1)

    as_call(services.call_accept(life.router, call_id="h2", agent_id="ana~chat"))

    row = agent_now(life.router, "ana~chat")
    assert (row.status, row.held, row.is_forced) == (FULL, ("h1", "h2"), True)
    assert audit(life.router) == []


def test_an_agent_chooses_fewer_slots_and_takes_them_back_up_to_those_given(life: Life) -> None:
    a_row(life.router, slots=3)
    chatting(life.router, "h1")

    row = as_agent(services.agent_slots_choose(life.router, agent_id="ana", slots=1, by="ana"))

    assert (row.status, row.slots, row.most_slots) == (FULL, 1, 3)
    assert as_agent(services.agent_slots(life.router, agent_id="ana")) == row, "other facts renewed"
    with pytest.raises(InvalidFieldError, match="slots: 4 is not allowed; from 1 to 3"):
        services.agent_slots_choose(life.router, agent_id="ana", slots=4)
    all_again = as_agent(services.agent_slots_choose(life.router, agent_id="ana", slots=3))
    assert (all_again.status, all_again.slots, all_again.given_slots) == (QUEUED, 3, 0)
    services.agent_slots_choose(life.router, agent_id="ana", slots=1)
    given = as_agent(services.agent_slots(life.router, agent_id="ana", slots=2))
    assert (given.slots, given.most_slots) == (2, 2), "what a supervisor gives holds"
    assert audit(life.router) == []


def test_at_another_version_slots_are_refused(life: Life) -> None:
    row = a_row(life.router)

    refused = services.agent_slots(life.router, agent_id="ana", slots=5, expected_version=row.version - 1)

    assert as_conflict(refused).current == row


def test_a_row_gets_the_skills_of_its_agent_again_and_keeps_its_place(life: Life) -> None:
    a_row(life.router)
    a_row(life.router, "bea")
    spoil(life.router, keys.agent_key("ana"), Languages=frozenset({"English", "Spanish"}))
    assert [one.rule for one in audit(life.router)] == ["a chat row has its agent's skills"]

    services.agent_slots(life.router, agent_id="ana")

    assert in_line(life.router, ROWS) == ["ana~chat", "bea~chat"]
    assert in_line(life.router, agent_queue("English", "F", channel=CHAT)) == ["ana~chat"]
    assert audit(life.router) == []
