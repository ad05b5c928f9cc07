"""Audit trail: every change made by a user, in its transaction, and nothing else."""

from dataclasses import replace
from datetime import timedelta

import pytest

from dynamo.exceptions import OutcomeUnknownError
from dynamo.table import Table
from routing import selectors, services
from routing.model.agents import Choice
from routing.model.events import EventKind
from routing.model.trail import SEAT_TAKEN
from routing.model.words import event_word
from routing.repair.audit import audit
from routing.router import Router
from tests.builders import NOON, FakeClock, a_router, a_waiting_agent, a_waiting_call
from tests.trails import audit_trail

TODAY = NOON.date()


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def router(either_table: Table, clock: FakeClock) -> Router:
    """A contact centre at which a person acts from an address."""
    return replace(a_router(either_table, clock=clock), origin="203.0.113.7")


def test_it_says_who_changed_what_when_from_where_and_why(router: Router, clock: FakeClock) -> None:
    machine = replace(router, origin="")
    a_waiting_agent(machine, "ana")
    a_waiting_call(machine, "c1")

    services.agent_choose(router, agent_id="ana", choice=Choice.PAUSED, reason="Lunch", by="sue")
    clock.advance(1)
    services.call_remove(router, call_id="c1", reason="prank", by="sue")

    newest, before = audit_trail(router, TODAY)
    assert (newest.call_id, newest.kinds, newest.reason) == ("c1", (EventKind.CALL_REMOVED,), "prank")
    assert (newest.by, newest.origin, newest.at) == ("sue", "203.0.113.7", NOON + timedelta(seconds=1))
    assert (before.agent_id, before.kinds) == ("ana", (EventKind.AGENT_STATUS_CHANGED,))
    assert before.reason == "paused: Lunch"
    assert audit(router) == []


def test_what_changes_nothing_and_what_no_person_does_is_not_in_it(router: Router) -> None:
    machine = replace(router, origin="")
    a_waiting_agent(machine, "ana")
    a_waiting_call(machine, "c1")
    services.match_once(machine)
    services.call_accept(machine, call_id="c1", agent_id="ana")

    services.agent_choose(router, agent_id="ana", choice=Choice.READY, by="sue")
    services.call_remove(router, call_id="c1", reason="too late", by="sue")

    assert audit_trail(router, TODAY) == []


def test_each_day_has_its_own_and_the_newest_come_first(router: Router, clock: FakeClock) -> None:
    a_waiting_agent(replace(router, origin=""), "ana")
    choices = [Choice.PAUSED, Choice.READY, Choice.OFFLINE]
    for choice in choices:
        services.agent_choose(router, agent_id="ana", choice=choice, by=choice)
        clock.advance(12 * 3600)

    assert [one.by for one in audit_trail(router, TODAY)] == ["paused"]
    tomorrow = audit_trail(router, TODAY + timedelta(days=1))
    assert [one.by for one in tomorrow] == ["offline", "ready"]
    assert [one.by for one in audit_trail(router, TODAY + timedelta(days=1), limit=1)] == ["offline"]


def test_a_span_across_midnight_has_all_of_it_and_nothing_of_its_edges_beyond(
    router: Router, clock: FakeClock
) -> None:
    a_waiting_agent(replace(router, origin=""), "ana")
    for number in range(40):  # one each half hour from noon on, to and fro
        choice = (Choice.PAUSED, Choice.READY)[number % 2]
        services.agent_choose(router, agent_id="ana", choice=choice, by=f"b{number}")
        clock.advance(1800)
    since, until = NOON + timedelta(hours=5, minutes=30), NOON + timedelta(hours=14, minutes=30)

    found = [one.by for one in selectors.audit_trail_between(router, since, until)]
    assert found == [f"b{number}" for number in range(28, 10, -1)]
    assert [one.by for one in selectors.audit_trail_between(router, since, until, limit=3)] == found[:3]


def test_without_its_entry_nothing_is_done(router: Router, monkeypatch: pytest.MonkeyPatch) -> None:
    a_waiting_agent(replace(router, origin=""), "ana")

    def lost(_table: object, _transaction: object) -> None:
        raise OutcomeUnknownError("TransactWriteItems", 1)

    monkeypatch.setattr(type(router.table), "commit", lost)
    with pytest.raises(OutcomeUnknownError):
        services.agent_choose(router, agent_id="ana", choice=Choice.PAUSED, by="sue")

    monkeypatch.undo()
    agent = selectors.agent(router, "ana")
    assert agent is not None
    assert agent.choice is Choice.READY
    assert audit_trail(router, TODAY) == []


def test_who_starts_a_shift_is_written_down_once_for_all_agents_of_a_transaction(router: Router) -> None:
    machine, boss = replace(router, origin=""), replace(router, actor="boss")
    languages = list(router.skills.languages)
    names = [f"a{number:02d}" for number in range(40)]
    for name in names:
        services.agent_create(machine, agent_id=name, name=name, gender="F", languages=languages)

    assert len(services.agents_enqueue(boss)) == len(names)

    entries = audit_trail(router, TODAY)
    told = [name for entry in entries for name in entry.reason.partition(": ")[2].split(", ")]
    assert sorted(told) == names
    assert {(entry.by, entry.kinds) for entry in entries} == {("boss", (EventKind.AGENT_STATUS_CHANGED,))}
    assert len(entries) < len(names) / 5
    assert audit(router) == []


def test_an_operation_that_names_no_user_takes_the_one_of_the_router(router: Router) -> None:
    boss = replace(router, actor="boss")
    a_waiting_call(boss, "c1")

    (entry,) = audit_trail(router, TODAY)
    assert (entry.kinds, entry.by, entry.call_id) == ((EventKind.CALL_QUEUED,), "boss", "c1")
    call = selectors.call(router, "c1")
    assert call is not None
    assert [note.by for note in call.notes] == ["boss"]


def test_what_is_changed_elsewhere_is_written_down_where_a_person_does_it(router: Router) -> None:
    services.trail_write(replace(router, origin=""), kind=SEAT_TAKEN, by="boss", agent_id="ana")
    assert audit_trail(router, TODAY) == []

    services.trail_write(router, kind=SEAT_TAKEN, by="boss", agent_id="ana", reason="user olga")

    (entry,) = audit_trail(router, TODAY)
    assert (entry.kinds, entry.by, entry.origin) == ((SEAT_TAKEN,), "boss", "203.0.113.7")
    assert (entry.agent_id, entry.reason, event_word(SEAT_TAKEN)) == ("ana", "user olga", "desk taken")
