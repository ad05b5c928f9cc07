"""History against the calls in the table: by event, by hour, by day, after crashes."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import DatabaseError
from pytest_django import Settings

from live.figures.formulas import Measure
from live.figures.tally import Tally
from reporting.exceptions import DeliveryError
from reporting.history import keeping as history
from reporting.history import rows as history_rows
from reporting.history.facts import Slot
from reporting.history.keeping import Reconciled, calls_record, day_reconcile, hours_fill
from reporting.models import CallRecord, Interval
from reporting.sinks.history_sink import HistorySink
from routing import selectors, services
from routing.model.calls import CallStatus
from routing.model.policies import QueuePolicy
from routing.model.queues import QueueKey
from routing.router import Router
from routing.services import call_dequeue
from tests.builders import NOON, FakeClock
from tests.centres import a_call_in
from tests.integration.reporting.histories import DAY, ENDS, KEY, events, forget, rows

pytestmark = pytest.mark.django_db


def test_events_and_reconciliation_write_the_same_rows(router: Router) -> None:
    HistorySink(lambda: router).deliver(events(*ENDS, "waits", "nobody"))
    by_events = rows()
    forget()
    assert day_reconcile(router, DAY) == Reconciled(4, 4)

    assert rows() == by_events
    intervals, calls = by_events
    assert {row["call_id"]: row["status"] for row in calls} == {name: str(end) for name, end in ENDS.items()}
    assert sum(int(str(row["offered"])) for row in intervals if row["length_minutes"] == 30) == 4
    assert len(intervals) == 5


def test_the_sink_rests_longer_the_longer_writing_takes_up_to_a_limit(router: Router) -> None:
    moments = iter([0, 0.001, 10, 10.05, 20, 21])
    sink, rests = HistorySink(lambda: router, clock=lambda: next(moments)), []
    for _ in range(3):
        sink.deliver(events(*ENDS))
        rests.append(round(sink.rest_seconds, 6))

    assert rests == [1.0, 2.5, 5.0]


def test_a_second_reconciliation_finds_nothing_to_write(router: Router) -> None:
    day_reconcile(router, DAY)
    before = rows()

    assert day_reconcile(router, DAY) == Reconciled(4, 0)
    assert rows() == before


def test_what_the_history_says_is_what_the_board_says(router: Router) -> None:
    call_dequeue(router, queue=router.skills.queue_named(KEY))
    for number in range(4):
        a_call_in(router, CallStatus.ABANDONED, f"soon-{number}")
    day_reconcile(router, DAY)
    tally = Tally(since=NOON - timedelta(hours=12), measure=Measure())
    for call in selectors.all_calls(router):
        tally.observe(call)
    board = tally.row()
    totals = [row for row in rows()[0] if row["length_minutes"] == 15]

    def summed(name: str) -> int:
        return sum(int(str(row[name])) for row in totals)

    for figure in ("offered", "answered", "abandoned", "within_target"):
        assert summed(figure) == board[figure], figure
    assert summed("set_aside") == board["removed"] == 2
    assert summed("waited_ms") / 1000 / summed("answered") == pytest.approx(board["asa_seconds"], abs=0.5)


def test_only_what_has_ended_since_is_looked_for(router: Router) -> None:
    assert hours_fill(router, since=NOON + timedelta(seconds=900)).written == 2


def test_the_target_of_a_call_is_that_of_when_it_was_recorded(router: Router) -> None:
    hours_fill(router, since=NOON)
    before = rows()
    strict = QueuePolicy(service_level_seconds=1)
    later = replace(router, policies=replace(router.policies, default=strict))

    assert day_reconcile(later, DAY) == Reconciled(4, 0)
    assert rows() == before
    forget()
    day_reconcile(later, DAY)
    assert {row["target_ms"] for row in rows()[1]} == {1000}


def test_gaps_wrong_rows_and_lost_intervals_are_put_right(router: Router) -> None:
    day_reconcile(router, DAY)
    right = rows()
    CallRecord.objects.filter(call_id="gone").delete()
    CallRecord.objects.filter(call_id="done").update(talk_ms=999_999, version=1)
    Interval.objects.order_by("-start").first().delete()  # type: ignore[union-attr]

    assert day_reconcile(router, DAY).written == 2
    assert rows() == right


def test_an_older_sight_of_a_call_changes_nothing(router: Router) -> None:
    day_reconcile(router, DAY)
    CallRecord.objects.filter(call_id="done").update(version=99, talk_ms=5)

    assert day_reconcile(router, DAY).written == 0
    assert CallRecord.objects.get(call_id="done").talk_ms == 5


def test_hours_are_filled_without_reading_what_is_written(
    router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.agent_end_wrap_up(router, agent_id="agent-done")
    calls_record(router, ["done", "gone"])
    read: list[str] = []
    named = selectors.named

    def watched(
        centre: Router, agents: list[str], calls: list[str], queues: list[QueueKey], *, consistent: bool
    ) -> object:
        read.extend(calls)
        return named(centre, agents, calls, queues, consistent=consistent)

    monkeypatch.setattr(selectors, "named", watched)
    assert hours_fill(router, since=NOON) == Reconciled(2, 2)
    assert sorted(read) == ["full", "out"]
    by_hours = rows()
    forget()
    day_reconcile(router, DAY)
    assert rows() == by_hours


def test_calls_of_other_days_are_left_to_them(router: Router) -> None:
    assert day_reconcile(router, DAY - timedelta(days=1)) == Reconciled(0, 0)
    assert day_reconcile(router, DAY + timedelta(days=1)) == Reconciled(0, 0)
    assert rows() == ([], [])


def test_a_day_follows_the_settings(router: Router, settings: Settings) -> None:
    settings.DAY_BEGINS_AT_HOUR = 13

    assert day_reconcile(router, DAY).calls == 0
    assert day_reconcile(router, DAY - timedelta(days=1)).calls == 4


@pytest.fixture
def dying(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Batches of one call each; the writer dies within a transaction after some of them."""
    left = [1000]
    counted = history_rows._counted

    def dies(slots: list[Slot]) -> object:
        left[0] -= 1
        if left[0] < 0:
            raise DatabaseError("killed")
        return counted(slots)

    def after(steps: int) -> None:
        left[0] = steps

    monkeypatch.setattr(history, "BATCH", 1)
    monkeypatch.setattr(history_rows, "_counted", dies)
    return after


@pytest.mark.parametrize("steps", range(4))
def test_a_run_that_dies_in_the_middle_leaves_whole_batches_and_the_next_does_the_rest(
    router: Router, dying: Callable[[int], None], steps: int
) -> None:
    dying(steps)
    with pytest.raises(DatabaseError, match="killed"):
        day_reconcile(router, DAY)
    assert CallRecord.objects.count() == steps
    counted = [row["offered"] for row in rows()[0] if row["length_minutes"] == 15]
    assert sum(int(str(one)) for one in counted) == steps
    dying(1000)
    assert day_reconcile(router, DAY).written == 4 - steps
    by_two_runs = rows()
    forget()
    day_reconcile(router, DAY)

    assert rows() == by_two_runs


def test_a_sink_whose_database_is_away_gives_the_batch_back(
    router: Router, dying: Callable[[int], None]
) -> None:
    dying(0)
    with pytest.raises(DeliveryError, match="DatabaseError: killed"):
        HistorySink(lambda: router).deliver(events("done"))
    assert rows() == ([], [])


def test_a_sink_reads_only_calls_that_an_event_says_ended(router: Router) -> None:
    HistorySink(lambda: router).deliver(events("done", kind="callAccepted"))

    assert rows() == ([], [])


def test_a_call_counts_when_it_has_ended_at_last(router: Router, clock: FakeClock) -> None:
    calls_record(router, ["waits"])
    assert rows() == ([], [])
    clock.advance(3600)
    services.call_abandon(router, call_id="waits")
    assert hours_fill(router, since=clock.now) == Reconciled(1, 1)

    (one,) = Interval.objects.filter(length_minutes=30)
    assert (one.start, one.offered, one.abandoned) == (NOON + timedelta(minutes=30), 1, 1)
    assert one.longest_wait_ms == 3_600_000
