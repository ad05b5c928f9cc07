"""Late and repeated messages, calls never queued, calls removed without an agent."""

from typing import Any

import pytest

from dynamo.table import Table
from routing import selectors, services
from routing.exceptions import InvalidFieldError, UnknownSkillError
from routing.model.agents import AgentStatus
from routing.model.calls import Call, CallStatus
from routing.model.events import EventKind
from routing.model.queues import call_queue
from routing.repair.audit import audit
from tests.builders import NOON, a_waiting_agent, a_waiting_call, as_call, as_conflict
from tests.centres import a_call_in, agent_now, call_now, in_line, infos_now, match_all, queues_moved
from tests.contracts.call_life import ANYBODY, Life, a_life, seconds_of


@pytest.fixture
def life(either_table: Table) -> Life:
    return a_life(either_table, agents={"declined_rest_seconds": 0})


def offered_again(life: Life) -> Call:
    """The call at its first offer to ana; it rings at her for the second time by now."""
    a_waiting_agent(life.router, "ana")
    a_waiting_call(life.router, "c1")
    match_all(life.router)
    first = call_now(life.router, "c1")
    services.call_decline(life.router, call_id="c1", agent_id="ana", expected_version=first.version)
    assert match_all(life.router) == [("c1", "ana")]
    return first


# --- late and twice


@pytest.mark.parametrize("answer", ["accept", "decline", "restore", "remove", "dead_letter"])
def test_what_was_meant_for_the_first_offer_leaves_the_second_alone(life: Life, answer: str) -> None:
    first = offered_again(life)
    now, told = call_now(life.router, "c1"), len(life.told)
    meant: dict[str, Any] = {"call_id": "c1", "expected_version": first.version}

    late = {
        "accept": lambda: services.call_accept(life.router, agent_id="ana", **meant),
        "decline": lambda: services.call_decline(life.router, agent_id="ana", **meant),
        "restore": lambda: services.call_restore(life.router, **meant),
        "remove": lambda: services.call_remove(life.router, reason="noise", **meant),
        "dead_letter": lambda: services.call_dead_letter(life.router, reason="noise", **meant),
    }[answer]()

    assert as_conflict(late).reason == f"call is at version {now.version}, not {first.version}"
    assert as_conflict(late).current == now == call_now(life.router, "c1")
    assert len(life.told) == told


def test_an_answer_sent_twice_is_taken_once_and_its_second_sending_is_answered_alike(life: Life) -> None:
    a_call_in(life.router, CallStatus.OFFERED, "c1")
    version, told = call_now(life.router, "c1").version, len(life.told)

    for _ in range(2):
        answered = services.call_accept(life.router, call_id="c1", agent_id="ana", expected_version=version)
        assert as_call(answered) == call_now(life.router, "c1")

    assert len(life.told) == told + 1


def test_the_timer_of_an_old_offer_leaves_the_new_one_alone(life: Life) -> None:
    life.clock.advance(1)
    offered_again(life)
    life.clock.advance(19)
    services.call_decline(life.router, call_id="c1", agent_id="ana")
    match_all(life.router)

    life.sweep(after=1)  # the first two offers are due by now, the third is not

    assert call_now(life.router, "c1").status is CallStatus.OFFERED
    life.sweep(after=19)
    assert call_now(life.router, "c1").failures == 3
    assert life.history("c1").count("callNotAnswered") == 1


# --- created, and never queued


def test_a_created_call_waits_nowhere_until_it_is_queued(life: Life) -> None:
    infos = infos_now(life.router)
    created = as_call(services.call_create(life.router, call_id="c1", language="Spanish", caller="Ines"))
    assert (created.status, created.ticket) == (CallStatus.CREATED, None)
    assert seconds_of(life, created, "until", "promote_at", "overflow_at") == [300, None, None]
    a_waiting_agent(life.router, "ana")
    assert match_all(life.router) == []
    life.clock.advance(10)

    queued = a_waiting_call(life.router, "c1", gender="F", priority=2, source="trunk 1")

    assert (queued.caller, queued.source, queued.priority, queued.version) == ("Ines", "trunk 1", 2, 2)
    assert (queued.created_at, queued.until) == (NOON, None)
    assert seconds_of(life, queued, "queued_at", "promote_at") == [0, 120]
    assert queues_moved(infos, life.router)["W#Spanish#F"] == (1, 1)
    assert life.told_of("c1") == [EventKind.CALL_CREATED, EventKind.CALL_QUEUED]
    assert life.history("c1") == ["callCreated", "callQueued"]
    assert match_all(life.router) == [("c1", "ana")]
    assert audit(life.router) == []


def test_a_created_call_that_is_never_queued_counts_as_abandoned(life: Life) -> None:
    services.call_create(life.router, call_id="c1", language="Spanish")
    assert life.sweep(after=299.999).changed == 0

    assert life.sweep(after=0.001).changed == 1

    call = call_now(life.router, "c1")
    assert (call.status, call.ended_at) == (CallStatus.ABANDONED, life.clock())
    assert life.last_told() == (EventKind.CALL_ABANDONED, "c1", None, "routing", "never queued")
    assert life.sweep(after=1_000).found == 0
    assert selectors.totals(life.router, target_seconds=20).offered == 0
    # A repeat finds it unchanged.
    assert a_waiting_call(life.router, "c1") == call


def test_a_created_call_sent_again_is_the_one_that_is_there(life: Life) -> None:
    first = services.call_create(life.router, call_id="c1", language="Spanish")
    assert services.call_create(life.router, call_id="c1", language="French") == first
    assert len(life.told) == 1
    with pytest.raises(UnknownSkillError, match="language"):
        services.call_create(life.router, language="Klingon")


@pytest.mark.parametrize("ending", ["abandoned", "removed", "deadLettered"])
def test_a_created_call_may_end_without_being_queued(life: Life, ending: str) -> None:
    services.call_create(life.router, call_id="c1", language="Spanish")
    end = {
        "abandoned": lambda: services.call_abandon(life.router, call_id="c1"),
        "removed": lambda: services.call_remove(life.router, call_id="c1", reason="noise"),
        "deadLettered": lambda: services.call_dead_letter(life.router, call_id="c1", reason="noise"),
    }

    assert as_call(end[ending]()).status == ending

    assert life.sweep(after=1_000).found == 0
    assert audit(life.router) == []


# --- taken out


def test_a_removed_call_is_out_of_its_queue_with_the_reason(life: Life) -> None:
    a_waiting_call(life.router, "c1")
    infos = infos_now(life.router)

    removed = as_call(services.call_remove(life.router, call_id="c1", reason="test call", by="boss"))

    assert (removed.status, removed.ended_at) == (CallStatus.REMOVED, NOON)
    assert queues_moved(infos, life.router) == {"W#Spanish#Any": (1, -1)}
    assert life.last_told() == (EventKind.CALL_REMOVED, "c1", None, "boss", "test call")
    assert removed.notes[-1].reason == "test call"
    assert as_call(services.call_remove(life.router, call_id="c1", reason="again")) == removed
    with pytest.raises(InvalidFieldError, match="reason"):
        services.call_remove(life.router, call_id="c1", reason="")
    assert audit(life.router) == []


def test_who_it_rang_for_keeps_its_place_when_a_call_is_removed(life: Life) -> None:
    ana = a_waiting_agent(life.router, "ana")
    a_waiting_call(life.router, "c1")
    match_all(life.router)

    services.call_remove(life.router, call_id="c1", reason="test call")

    back = agent_now(life.router, "ana")
    assert (back.status, back.ticket, back.missed_offers) == (AgentStatus.QUEUED, ana.ticket, 0)
    assert life.sweep(after=20).changed == 0


def test_the_best_call_of_a_queue_is_taken_and_finished_at_once(life: Life) -> None:
    for name, priority in (("c1", 5), ("c2", 3), ("c3", 3)):
        a_waiting_call(life.router, name, priority=priority)
    infos = infos_now(life.router)

    taken = as_call(services.call_dequeue(life.router, queue=ANYBODY, by="robot") or pytest.fail("nobody"))

    assert (taken.call_id, taken.status, taken.ended_at) == ("c2", CallStatus.COMPLETED, NOON)
    assert in_line(life.router, ANYBODY) == ["c3", "c1"]
    assert queues_moved(infos, life.router) == {"W#Spanish#Any": (1, -1)}
    assert life.last_told()[:4] == (EventKind.CALL_DEQUEUED, "c2", None, "robot")
    assert services.call_dequeue(life.router, queue=call_queue("French", "Any")) is None
    assert audit(life.router) == []
