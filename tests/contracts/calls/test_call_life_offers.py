"""Offer: hidden from others, back at its old place afterwards, agent at rest, counted."""

from datetime import timedelta

import pytest

from dynamo.table import Table
from routing import services
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.events import EventKind
from routing.model.queues import agent_queue
from routing.repair.audit import audit
from tests.builders import NOON, a_waiting_agent, a_waiting_call, as_call, as_match
from tests.centres import agent_now, call_now, in_line, infos_now, match_all, queues_moved
from tests.contracts.call_life import ANYBODY, Life, a_life

WOMEN_WAITING = agent_queue("Spanish", "F")


@pytest.fixture
def life(either_table: Table) -> Life:
    """Rings for 20 seconds; rests are 5 seconds after declining, 10 without an answer; 3 misses pause."""
    return a_life(either_table)


def ring(life: Life, call_id: str = "c1", agent_id: str = "ana") -> None:
    """A call rings for an agent, the only one to wait."""
    a_waiting_call(life.router, call_id)
    a_waiting_agent(life.router, agent_id)
    assert match_all(life.router) == [(call_id, agent_id)]


def miss(life: Life, call_id: str) -> None:
    """The agent at rest is back, a call rings and is not answered."""
    life.sweep(after=10)
    a_waiting_call(life.router, call_id)
    assert match_all(life.router) == [(call_id, "ana")]
    life.sweep(after=20)
    services.call_abandon(life.router, call_id=call_id)


# --- no answer


def test_a_call_that_nobody_answers_is_back_at_its_old_place_when_the_ring_time_is_over(life: Life) -> None:
    ring(life)
    a_waiting_call(life.router, "c2")
    before, infos = call_now(life.router, "c1"), infos_now(life.router)
    assert before.until == NOON + timedelta(seconds=20)

    assert life.sweep(after=19.999).changed == 0
    assert call_now(life.router, "c1") == before
    assert life.sweep(after=0.001).changed == 1

    call, at = call_now(life.router, "c1"), NOON + timedelta(seconds=20)
    assert (call.status, call.agent_id, call.until) == (CallStatus.QUEUED, None, None)
    assert (call.ticket, call.queued_at, call.band) == (before.ticket, NOON, 5)
    assert (call.attempts, call.failures, call.error) == (1, 1, "no answer")
    assert (call.first_failed_at, call.last_failed_at, call.tried) == (at, at, ("ana",))
    assert in_line(life.router, ANYBODY) == ["c1", "c2"]
    assert queues_moved(infos, life.router) == {"W#Spanish#Any": (1, 1)}
    assert life.last_told() == (EventKind.CALL_NOT_ANSWERED, "c1", "ana", "routing", "no answer")
    assert life.history("c1") == ["callQueued", "callOffered", "callNotAnswered"]
    assert audit(life.router) == []


def test_where_the_policy_says_so_it_is_back_at_the_end(either_table: Table) -> None:
    life = a_life(either_table, restore_to_end=True)
    ring(life)
    a_waiting_call(life.router, "c2")

    life.sweep(after=20)

    assert in_line(life.router, ANYBODY) == ["c2", "c1"]
    assert call_now(life.router, "c1").queued_at == NOON


def test_the_agent_who_did_not_answer_rests_and_is_then_back_at_the_end(life: Life) -> None:
    ring(life)
    life.sweep(after=20)
    services.call_abandon(life.router, call_id="c1")
    ana = agent_now(life.router, "ana")
    assert (ana.status, ana.call_id, ana.missed_offers) == (AgentStatus.AVAILABLE, None, 1)
    assert ana.until == NOON + timedelta(seconds=30)

    assert life.sweep(after=9.999).changed == 0
    a_waiting_agent(life.router, "mia")
    assert life.sweep(after=0.001).changed == 1

    assert in_line(life.router, WOMEN_WAITING) == ["mia", "ana"]
    back = agent_now(life.router, "ana")
    assert (back.status, back.until, back.missed_offers) == (AgentStatus.QUEUED, None, 1)
    assert life.last_told() == (EventKind.AGENT_STATUS_CHANGED, None, "ana", "routing", "")
    assert audit(life.router) == []


def test_an_agent_at_rest_who_says_that_it_is_ready_need_not_wait(life: Life) -> None:
    ring(life)
    life.sweep(after=20)
    services.agent_choose(life.router, agent_id="ana", choice=Choice.READY)

    assert match_all(life.router) == [("c1", "ana")]


@pytest.mark.parametrize(
    ("choice", "status"), [(Choice.PAUSED, AgentStatus.PAUSED), (Choice.OFFLINE, AgentStatus.OFFLINE)]
)
def test_an_agent_who_chose_to_leave_while_it_rang_leaves_when_the_ring_time_is_over(
    life: Life, choice: Choice, status: AgentStatus
) -> None:
    ring(life)
    services.agent_choose(life.router, agent_id="ana", choice=choice, reason="lunch")

    life.sweep(after=20)

    ana = agent_now(life.router, "ana")
    assert (ana.status, ana.until, ana.missed_offers) == (status, None, 1)
    assert life.sweep(after=10_000).found <= 1  # the call alone, which is promoted
    assert agent_now(life.router, "ana") == ana


def test_a_call_is_hidden_from_everybody_else_while_it_rings(life: Life) -> None:
    ring(life)
    a_waiting_agent(life.router, "eva")

    assert match_all(life.router) == []
    assert services.call_peek(life.router, agent_id="eva") is None
    assert services.call_offer(life.router, agent_id="eva") is None
    assert services.call_dequeue(life.router, queue=ANYBODY) is None
    life.sweep(after=19.999)
    assert match_all(life.router) == []

    life.sweep(after=0.001)
    assert match_all(life.router) == [("c1", "eva")]


def test_an_answer_after_the_ring_time_counts_until_the_sweep_came(life: Life) -> None:
    ring(life)
    life.clock.advance(25)

    answered = as_call(services.call_accept(life.router, call_id="c1", agent_id="ana"))
    life.sweep()

    assert call_now(life.router, "c1") == answered
    assert agent_now(life.router, "ana").status is AgentStatus.ATTENDING_CALL


# --- declined


def test_a_declined_call_is_back_at_once_and_its_agent_rests_for_a_shorter_time(life: Life) -> None:
    ring(life)
    a_waiting_call(life.router, "c2")

    declined = as_call(services.call_decline(life.router, call_id="c1", agent_id="ana", by="ana"))

    assert in_line(life.router, ANYBODY) == ["c1", "c2"]
    assert (declined.failures, declined.error, declined.tried) == (1, "declined", ("ana",))
    assert life.last_told() == (EventKind.CALL_DECLINED, "c1", "ana", "ana", "declined")
    ana = agent_now(life.router, "ana")
    assert (ana.status, ana.missed_offers) == (AgentStatus.AVAILABLE, 0)
    assert ana.until == NOON + timedelta(seconds=5)
    assert life.sweep(after=5).changed == 1
    assert agent_now(life.router, "ana").status is AgentStatus.QUEUED
    assert audit(life.router) == []


def test_without_a_rest_the_agent_is_in_its_queues_at_once(either_table: Table) -> None:
    life = a_life(either_table, agents={"declined_rest_seconds": 0, "no_answer_rest_seconds": 0})
    ring(life)
    services.call_decline(life.router, call_id="c1", agent_id="ana")
    assert agent_now(life.router, "ana").status is AgentStatus.QUEUED

    assert match_all(life.router) == [("c1", "ana")]
    life.sweep(after=20)
    assert agent_now(life.router, "ana").status is AgentStatus.QUEUED
    assert audit(life.router) == []


# --- missed offers in a row


def test_who_misses_too_many_offers_in_a_row_is_paused_for_no_answer(life: Life) -> None:
    a_waiting_agent(life.router, "ana")
    for number in range(3):
        miss(life, f"c{number}")

    ana = agent_now(life.router, "ana")
    assert (ana.status, ana.choice, ana.pause_reason) == (AgentStatus.PAUSED, Choice.PAUSED, "no answer")
    assert (ana.changed_by, ana.change_reason) == ("routing", "no answer")
    assert (ana.missed_offers, ana.until) == (0, None)
    a_waiting_call(life.router, "c9")
    assert match_all(life.router) == []
    assert audit(life.router) == []


def test_an_answer_ends_the_row_of_missed_offers(life: Life) -> None:
    a_waiting_agent(life.router, "ana")
    miss(life, "c1")
    miss(life, "c2")
    life.sweep(after=10)
    a_waiting_call(life.router, "c3")
    match_all(life.router)
    services.call_accept(life.router, call_id="c3", agent_id="ana")
    assert agent_now(life.router, "ana").missed_offers == 0
    services.call_complete(life.router, call_id="c3", wrap_up_seconds=0)

    miss(life, "c4")
    miss(life, "c5")
    assert agent_now(life.router, "ana").status is AgentStatus.AVAILABLE
    miss(life, "c6")
    assert agent_now(life.router, "ana").status is AgentStatus.PAUSED


def test_declined_offers_are_not_missed_ones(life: Life) -> None:
    a_waiting_agent(life.router, "ana")
    for number in range(4):
        a_waiting_call(life.router, f"c{number}")
        match_all(life.router)
        services.call_decline(life.router, call_id=f"c{number}", agent_id="ana")
        services.call_abandon(life.router, call_id=f"c{number}")
        life.sweep(after=5)

    assert agent_now(life.router, "ana").status is AgentStatus.QUEUED


def test_an_agent_is_offered_what_it_turned_down_only_after_everything_else(life: Life) -> None:
    for name in ("c1", "c2"):
        a_waiting_call(life.router, name)
    a_waiting_agent(life.router, "ana")

    offered = []
    for _ in range(3):
        call = as_match(services.call_offer(life.router, agent_id="ana")).call
        offered.append(call.call_id)
        services.call_decline(life.router, call_id=call.call_id, agent_id="ana")
        life.sweep(after=10)

    assert offered == ["c1", "c2", "c1"]


def test_a_call_taken_back_while_it_rings_goes_to_another_agent_first(life: Life) -> None:
    for name in ("ana", "bea"):
        a_waiting_agent(life.router, name)
    for name, take_back in (
        ("c1", lambda: services.call_restore(life.router, call_id="c1")),
        ("c2", lambda: services.agent_release(life.router, agent_id="ana", reason="does not look up")),
    ):
        a_waiting_call(life.router, name)
        (first,) = services.match_once(life.router).matches
        take_back()
        (second,) = services.match_once(life.router).matches

        assert (first.agent.agent_id, second.agent.agent_id) == ("ana", "bea")
        services.call_restore(life.router, call_id=name)
        services.call_remove(life.router, call_id=name, reason="done")
