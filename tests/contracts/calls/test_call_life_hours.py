"""Opening hours: a closed queue turns new calls away, and goes on serving those that wait."""

from dataclasses import replace
from typing import Any

from dynamo.table import Table
from routing import selectors, services
from routing.model.calls import CallStatus
from routing.model.events import EventKind
from routing.model.hours.hours_documents import read_hours
from routing.model.policies import QueuePolicy
from routing.repair.audit import audit
from tests.builders import a_waiting_agent, a_waiting_call, as_call
from tests.centres import in_line, match_all
from tests.contracts.call_life import ANYBODY, WOMEN, Life, a_life
from tests.tables import InterruptedTable

OFFICE = {"week": {"sat": [["09:00", "12:30"]]}}
HOUR = 3600.0


def a_centre(table: Table, rules: dict[str, Any], **policy: Any) -> Life:
    """A centre at noon, half an hour before it closes; `rules` are the opening hours of its queues."""
    life = a_life(table, **policy)
    hours = read_hours({"schedules": {"Office": OFFICE}, "queues": rules}, life.router.skills)
    return replace(life, router=replace(life.router, hours=hours))


def test_a_closed_queue_rejects_with_its_text_and_opens_again(table: Table) -> None:
    life = a_centre(table, {"*": {"schedule": "Office", "text": "We open on Monday."}}, overflow="deadLetter")
    assert a_waiting_call(life.router, "early").status is CallStatus.QUEUED

    life.clock.advance(HOUR)
    refused = a_waiting_call(life.router, "late")

    assert (refused.status, refused.ended_at, refused.ticket) == (CallStatus.REJECTED, life.clock(), None)
    why = "W#Spanish#Any is closed: We open on Monday."
    assert life.last_told() == (EventKind.CALL_REJECTED, "late", None, "routing", why)
    assert a_waiting_call(life.router, "late") == refused
    life.clock.advance(7 * 24 * HOUR - HOUR)
    assert a_waiting_call(life.router, "next week").status is CallStatus.QUEUED
    assert audit(life.router) == []


def test_what_waits_when_it_closes_goes_on_being_served(table: Table) -> None:
    life = a_centre(table, {"*": {"schedule": "Office"}})
    a_waiting_call(life.router, "c1")
    life.clock.advance(HOUR)

    a_waiting_agent(life.router, "ana")
    assert match_all(life.router) == [("c1", "ana")]
    services.call_decline(life.router, call_id="c1", agent_id="ana")
    assert in_line(life.router, ANYBODY) == ["c1"]
    assert as_call(services.call_touch(life.router, call_id="c1")).status is CallStatus.QUEUED


def test_calls_go_where_the_overflow_of_a_closed_queue_says(table: Table) -> None:
    closed = {"schedule": "Office", "when_closed": "overflow"}
    queues = {ANYBODY: QueuePolicy(overflow="W#Spanish#F"), WOMEN: QueuePolicy(max_length=1)}
    life = a_centre(table, {"W#Spanish#Any": closed}, queues=queues)
    life.clock.advance(HOUR)

    moved = a_waiting_call(life.router, "c2")
    turned_away = a_waiting_call(life.router, "c3")

    assert (moved.status, in_line(life.router, WOMEN)) == (CallStatus.QUEUED, ["c2"])
    assert life.told_of("c2") == [EventKind.CALL_OVERFLOWED]
    assert turned_away.status is CallStatus.REJECTED
    assert [note.reason for note in turned_away.notes] == ["W#Spanish#F is full: 1 waiting"]


def test_a_call_that_waited_too_long_does_not_overflow_to_a_closed_queue(table: Table) -> None:
    life = a_centre(
        table, {"W#Spanish#F": {"schedule": "Office"}}, overflow="W#Spanish#F", max_wait_seconds=HOUR
    )
    a_waiting_call(life.router, "c1")

    assert life.sweep(after=2 * HOUR).changed == 1
    found = selectors.call(life.router, "c1")
    assert found is not None
    assert (found.status, found.notes[-1].reason) == (CallStatus.REJECTED, "W#Spanish#F is closed")


def test_calls_wait_in_a_closed_queue_that_lets_them(table: Table) -> None:
    life = a_centre(table, {"*": {"schedule": "Office", "when_closed": "wait"}})
    life.clock.advance(HOUR)
    assert a_waiting_call(life.router, "c1").status is CallStatus.QUEUED


def test_a_call_that_is_decided_again_after_closing_time_keeps_its_moment(table: Table) -> None:
    interrupted = InterruptedTable(table)
    life = a_centre(interrupted, {"*": {"schedule": "Office"}})
    behind = replace(life.router, table=table)

    def meanwhile() -> None:
        services.call_create(behind, language="Spanish", call_id="c1")
        life.clock.advance(HOUR)

    interrupted.before_commits.append(meanwhile)

    assert a_waiting_call(life.router, "c1").status is CallStatus.QUEUED
    assert a_waiting_call(life.router, "c1").status is CallStatus.QUEUED
    assert a_waiting_call(life.router, "c2").status is CallStatus.REJECTED
    assert in_line(life.router, ANYBODY) == ["c1"]
