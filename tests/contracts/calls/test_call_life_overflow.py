"""Overflow of a full queue or after too long a wait: exact, however many arrive at once."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from dynamo.table import Table
from dynamo.transaction import Refused
from routing import selectors, services
from routing.model.calls import CallStatus
from routing.model.events import EventKind
from routing.model.policies import QueuePolicy
from routing.model.queues import QueueKey, call_queue
from routing.repair.audit import audit
from routing.services.sweeping import Swept
from tests.builders import NOON, a_waiting_agent, a_waiting_call, as_call
from tests.centres import call_now, in_line, infos_now, match_all, queues_moved
from tests.contracts.call_life import ANYBODY, WOMEN, Life, a_life, seconds_of
from tests.tables import InterruptedTable

MEN = call_queue("Spanish", "M")


def full(table: Table, **policy: Any) -> Life:
    """A centre in which two calls may wait in a queue, and do in that for anybody."""
    life = a_life(table, max_length=2, **policy)
    for name in ("c1", "c2"):
        a_waiting_call(life.router, name)
    life.told.clear()
    return life


# --- by length


def test_a_call_that_finds_its_queue_full_is_rejected_with_the_reason(either_table: Table) -> None:
    life = full(either_table)
    infos = infos_now(life.router)

    turned_away = a_waiting_call(life.router, "c3")

    assert (turned_away.status, turned_away.ended_at, turned_away.ticket) == (CallStatus.REJECTED, NOON, None)
    assert turned_away.due_at is None
    why = "W#Spanish#Any is full: 2 waiting"
    assert life.last_told() == (EventKind.CALL_REJECTED, "c3", None, "routing", why)
    assert [(note.kind, note.reason) for note in turned_away.notes] == [("callRejected", why)]
    assert queues_moved(infos, life.router) == {}
    assert a_waiting_call(life.router, "c3") == turned_away
    assert life.sweep(after=1_000).changed == 2  # the two that wait are promoted
    assert audit(life.router) == []


def test_there_is_room_again_when_a_call_left(either_table: Table) -> None:
    life = full(either_table)
    services.call_abandon(life.router, call_id="c1")

    assert a_waiting_call(life.router, "c3").status is CallStatus.QUEUED
    assert a_waiting_call(life.router, "c4").status is CallStatus.REJECTED


def test_each_queue_has_its_own_length(either_table: Table) -> None:
    life = full(either_table)

    assert a_waiting_call(life.router, "c3", gender="F").status is CallStatus.QUEUED


def test_a_full_queue_may_make_dead_letters(either_table: Table) -> None:
    life = full(either_table, overflow="deadLetter")

    aside = a_waiting_call(life.router, "c3")

    assert (aside.status, aside.error) == (CallStatus.DEAD_LETTERED, "W#Spanish#Any is full: 2 waiting")
    assert selectors.dead_letters(life.router) == [aside]
    assert life.told_of("c3") == [EventKind.CALL_DEAD_LETTERED]
    back = as_call(services.call_restore(life.router, call_id="c3"))
    assert in_line(life.router, ANYBODY) == ["c1", "c2", "c3"]
    assert seconds_of(life, back, "queued_at", "promote_at") == [0, 120]
    assert audit(life.router) == []


def test_a_full_queue_may_pass_calls_on_to_another(either_table: Table) -> None:
    life = full(either_table, overflow="W#Spanish#F")

    moved = a_waiting_call(life.router, "c3", preferred_agent="nobody")

    assert (moved.status, moved.gender, moved.steps) == (CallStatus.QUEUED, "F", ())
    assert in_line(life.router, WOMEN) == ["c3"]
    assert life.last_told() == (EventKind.CALL_OVERFLOWED, "c3", None, "routing", "to W#Spanish#F")
    a_waiting_agent(life.router, "ana")
    services.call_abandon(life.router, call_id="c1")
    services.call_abandon(life.router, call_id="c2")
    assert match_all(life.router) == [("c3", "ana")]
    assert audit(life.router) == []


def test_a_round_of_full_queues_ends_in_a_rejection(either_table: Table) -> None:
    one = QueuePolicy(max_length=1)
    queues: dict[QueueKey, QueuePolicy] = {
        ANYBODY: replace(one, overflow="W#Spanish#F"),
        WOMEN: replace(one, overflow="W#Spanish#M"),
        MEN: replace(one, overflow="W#Spanish#Any"),
    }
    life = a_life(either_table, queues=queues)

    places = [a_waiting_call(life.router, f"c{number}") for number in range(4)]

    assert [(call.status, call.gender) for call in places] == [
        (CallStatus.QUEUED, "Any"),
        (CallStatus.QUEUED, "F"),
        (CallStatus.QUEUED, "M"),
        (CallStatus.REJECTED, "Any"),
    ]
    assert life.last_told()[4] == "W#Spanish#M is full: 1 waiting"
    assert audit(life.router) == []


def test_two_calls_that_race_for_the_last_place_get_it_once(either_table: Table) -> None:
    table = InterruptedTable(either_table)
    life = a_life(table, max_length=2)
    a_waiting_call(life.router, "c1")
    other = a_life(either_table, max_length=2)
    table.before_commits.append(lambda: a_waiting_call(other.router, "c2"))

    late = a_waiting_call(life.router, "c3")

    refusal = table.outcomes[-2]
    assert isinstance(refusal, Refused)
    assert [failure.condition for failure in refusal.failures] == ["queue_has_room"]
    assert late.status is CallStatus.REJECTED
    assert in_line(life.router, ANYBODY) == ["c1", "c2"]
    assert audit(life.router) == []


def test_however_many_come_at_once_no_more_wait_than_there_is_room_for(either_table: Table) -> None:
    life = a_life(either_table, max_length=5)
    with ThreadPoolExecutor(max_workers=8) as callers:
        came = list(callers.map(lambda number: a_waiting_call(life.router, f"c{number}"), range(24)))

    waiting = [call.call_id for call in came if call.status is CallStatus.QUEUED]
    assert sorted(in_line(life.router, ANYBODY)) == sorted(waiting)
    assert len(waiting) == 5
    assert {call.status for call in came} == {CallStatus.QUEUED, CallStatus.REJECTED}
    assert audit(life.router) == []


def test_who_was_in_the_queue_before_comes_back_to_it_however_full_it_is(either_table: Table) -> None:
    life = full(either_table)
    a_waiting_agent(life.router, "ana")
    match_all(life.router)
    assert a_waiting_call(life.router, "c3").status is CallStatus.QUEUED

    life.sweep(after=20)

    assert in_line(life.router, ANYBODY) == ["c1", "c2", "c3"]


# --- by wait


@pytest.mark.parametrize(
    ("overflow", "status", "kind"),
    [
        ("reject", CallStatus.REJECTED, EventKind.CALL_REJECTED),
        ("deadLetter", CallStatus.DEAD_LETTERED, EventKind.CALL_DEAD_LETTERED),
    ],
)
def test_a_call_that_waited_too_long_leaves_its_queue(
    either_table: Table, overflow: str, status: CallStatus, kind: EventKind
) -> None:
    life = a_life(either_table, max_wait_seconds=60, overflow=overflow)
    a_waiting_call(life.router, "c1")
    infos = infos_now(life.router)
    assert life.sweep(after=59.999) == Swept()

    assert life.sweep(after=0.001) == Swept(found=1, changed=1)

    call = call_now(life.router, "c1")
    assert (call.status, call.due_at, call.promote_at) == (status, None, None)
    assert call.error == ("waited 60 seconds" if status is CallStatus.DEAD_LETTERED else "")
    assert queues_moved(infos, life.router) == {"W#Spanish#Any": (1, -1)}
    assert life.last_told() == (kind, "c1", None, "routing", "waited 60 seconds")
    assert life.history("c1") == ["callQueued", kind]
    assert life.sweep(after=10_000) == Swept()
    assert audit(life.router) == []


def test_a_call_that_waited_too_long_may_go_to_another_queue_with_its_place(either_table: Table) -> None:
    life = a_life(either_table, max_wait_seconds=60, overflow="W#Spanish#F", promote_after_seconds=0)
    first = a_waiting_call(life.router, "c1")
    a_waiting_call(life.router, "c2", gender="F")
    infos = infos_now(life.router)

    assert life.sweep(after=60).changed == 2

    moved = call_now(life.router, "c1")
    assert (moved.ticket, moved.queued_at) == (first.ticket, NOON)
    assert seconds_of(life, moved, "overflow_at") == [60]  # it may wait as long in the other queue
    assert queues_moved(infos, life.router) == {"W#Spanish#Any": (1, -1), "W#Spanish#F": (2, 0)}
    # c2 has nowhere else to go than where it is.
    assert call_now(life.router, "c2").status is CallStatus.REJECTED
    assert in_line(life.router, WOMEN) == ["c1"]
    assert audit(life.router) == []


def test_a_call_waits_in_another_queue_as_long_as_is_agreed_for_that(either_table: Table) -> None:
    queues = {
        ANYBODY: QueuePolicy(max_wait_seconds=60, overflow="W#Spanish#F"),
        WOMEN: QueuePolicy(max_wait_seconds=15, overflow="deadLetter"),
        MEN: QueuePolicy(max_length=1, overflow="W#Spanish#F"),
    }
    life = a_life(either_table, queues=queues)
    a_waiting_call(life.router, "c1")
    a_waiting_call(life.router, "c2", gender="M")
    at_the_door = a_waiting_call(life.router, "c3", gender="M")
    assert seconds_of(life, at_the_door, "overflow_at") == [15]
    assert seconds_of(life, call_now(life.router, "c2"), "overflow_at") == [None]

    life.sweep(after=60)

    assert seconds_of(life, call_now(life.router, "c1"), "overflow_at") == [15]
    assert life.sweep(after=15).changed == 1
    assert call_now(life.router, "c1").status is CallStatus.DEAD_LETTERED
    assert audit(life.router) == []


def test_a_call_that_comes_in_with_everything_is_placed_with_one_look(either_table: Table) -> None:
    queues = {ANYBODY: QueuePolicy(max_length=1, overflow="W#Spanish#F"), WOMEN: QueuePolicy(max_length=5)}
    life = a_life(either_table, queues=queues)
    a_waiting_agent(life.router, "ana")
    a_waiting_call(life.router, "c1", gender="Any", preferred_agent="nobody")
    before = life.router.table.meter.reading().requests

    moved = a_waiting_call(life.router, "c2", preferred_agent="ana")

    assert (moved.gender, moved.status) == ("F", CallStatus.QUEUED)
    assert life.router.table.meter.reading().requests - before == 3  # one read, one ticket, one transaction


def test_a_call_that_waited_too_long_is_rejected_where_the_other_queue_is_full(either_table: Table) -> None:
    queues = {
        ANYBODY: QueuePolicy(max_wait_seconds=60, overflow="W#Spanish#F"),
        WOMEN: QueuePolicy(max_length=1),
    }
    life = a_life(either_table, queues=queues)
    a_waiting_call(life.router, "c1")
    a_waiting_call(life.router, "c2", gender="F")

    life.sweep(after=60)

    assert call_now(life.router, "c1").status is CallStatus.REJECTED
    assert life.last_told()[4] == "W#Spanish#F is full: 1 waiting"
    assert audit(life.router) == []


def test_a_call_that_rings_when_its_time_is_over_rings_on(either_table: Table) -> None:
    life = a_life(either_table, max_wait_seconds=60)
    a_waiting_call(life.router, "c1")
    a_waiting_agent(life.router, "ana")
    life.clock.advance(59)
    match_all(life.router)

    assert life.sweep(after=10).changed == 0
    as_call(services.call_accept(life.router, call_id="c1", agent_id="ana"))
    assert life.sweep(after=100).changed == 0

    assert call_now(life.router, "c1").status is CallStatus.IN_PROGRESS
