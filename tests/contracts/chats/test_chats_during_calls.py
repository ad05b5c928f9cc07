"""Chats during calls: where the setting says no, an agent with a call is offered no chat."""

from dataclasses import replace

import pytest

from dynamo.table import Table
from routing import services
from routing.model.agents import Choice
from routing.repair.audit import audit
from tests.builders import a_router, a_waiting_call, as_call, as_conflict
from tests.centres import match_all
from tests.contracts.call_life import Life
from tests.contracts.chats.chat_life import a_chat, a_chat_life, a_row
from tests.tables import InterruptedTable


@pytest.fixture
def watched(either_table: Table) -> InterruptedTable:
    return InterruptedTable(either_table)


@pytest.fixture
def life(watched: InterruptedTable) -> Life:
    """Ana takes chats and calls; she waits for both."""
    life = a_chat_life(watched)
    life.router = replace(life.router, chats_during_calls=False)
    a_row(life.router)
    services.agent_choose(life.router, agent_id="ana", choice=Choice.READY)
    return life


def test_an_agent_with_a_call_gets_no_chat_until_it_is_written_up(life: Life) -> None:
    a_waiting_call(life.router, "c1")
    assert match_all(life.router) == [("c1", "ana")]
    a_chat(life.router, "h1")

    assert match_all(life.router) == []
    offered = services.call_offer(life.router, agent_id="ana~chat")
    assert as_conflict(offered).reason == "agent has a call; chats are not offered during calls"
    as_call(services.call_accept(life.router, call_id="c1", agent_id="ana"))
    assert match_all(life.router) == []
    services.call_complete(life.router, call_id="c1")
    assert match_all(life.router) == []
    services.agent_end_wrap_up(life.router, agent_id="ana")
    assert match_all(life.router) == [("h1", "ana~chat")]


def test_of_a_call_and_a_chat_at_the_same_moment_she_gets_the_call(life: Life) -> None:
    a_chat(life.router, "h1")
    a_waiting_call(life.router, "c1")

    assert match_all(life.router) == [("c1", "ana")]
    assert audit(life.router) == []


def test_the_chat_goes_to_a_colleague_meanwhile(life: Life) -> None:
    a_row(life.router, "bea")
    a_waiting_call(life.router, "c1")
    a_chat(life.router, "h1")

    assert sorted(match_all(life.router)) == [("c1", "ana"), ("h1", "bea~chat")]


def test_a_call_that_comes_between_look_and_commit_keeps_the_chat_away(
    life: Life, watched: InterruptedTable
) -> None:
    """The guard is in the transaction: a plan made before the call is refused."""
    a_chat(life.router, "h1")
    other = a_router(watched.behind, clock=life.clock)

    def a_call() -> None:
        a_waiting_call(other, "c1")
        assert match_all(other)[0] == ("c1", "ana")

    watched.before_commits.append(a_call)

    assert services.match_once(life.router).matches == ()
    assert match_all(life.router) == []


def test_a_chat_that_rings_keeps_no_call_away(life: Life) -> None:
    a_chat(life.router, "h1")
    match_all(life.router)
    a_waiting_call(life.router, "c1")

    assert match_all(life.router) == [("c1", "ana")]
