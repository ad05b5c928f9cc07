"""Tally: each call counts once, seen twice, late or out of order."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from live.figures.formulas import Measure
from live.figures.tally import Tally
from routing.model.calls import Call, CallStatus
from tests.unit.live.centres import NOON, a_call

LIFE = (
    a_call(status=CallStatus.QUEUED, version=1),
    a_call(status=CallStatus.OFFERED, version=2),
    a_call(status=CallStatus.IN_PROGRESS, waited=7, version=3),
    a_call(status=CallStatus.COMPLETED, waited=7, version=4),
)


def a_tally(*calls: Call) -> Tally:
    tally = Tally(since=NOON, measure=Measure())
    for call in calls:
        tally.observe(call)
    return tally


def counts(tally: Tally) -> tuple[object, ...]:
    row = tally.row()
    return tuple(row[name] for name in ("offered", "answered", "abandoned", "within_target"))


def test_it_follows_a_call_through_its_life() -> None:
    tally = a_tally()
    seen = []
    for call in LIFE:
        tally.observe(call)
        seen.append(counts(tally))
    assert seen == [(1, 0, 0, 0), (1, 0, 0, 0), (1, 1, 0, 1), (1, 1, 0, 1)]


@given(st.lists(st.sampled_from(LIFE), max_size=12))
def test_repetition_and_order_do_not_matter(sights: list[Call]) -> None:
    assert counts(a_tally(*sights, LIFE[3])) == counts(a_tally(LIFE[3]))


def test_it_tells_a_late_answer_from_one_within_the_target() -> None:
    in_time, late = a_call("c1", waited=20), a_call("c2", waited=20.001)
    assert counts(a_tally(in_time, late)) == (2, 2, 0, 1)


def test_it_counts_abandoned_calls() -> None:
    assert counts(a_tally(a_call(status=CallStatus.ABANDONED))) == (1, 0, 1, 0)


def test_it_leaves_out_what_was_queued_before() -> None:
    yesterday = a_call(at=NOON - timedelta(microseconds=1), waited=5)
    assert counts(a_tally(yesterday)) == (0, 0, 0, 0)


def test_a_count_of_the_table_that_lags_behind_undoes_nothing() -> None:
    tally = a_tally(LIFE[3])
    tally.absorb(a_tally(LIFE[0], a_call("c2", status=CallStatus.ABANDONED)))
    assert counts(tally) == (2, 1, 1, 1)


def test_the_row_carries_its_formula_and_the_moment_it_counts_from() -> None:
    row = a_tally().row()
    assert isinstance(row["formulas"], dict)
    assert row["formulas"]["abandonment"] == "abandoned ÷ offered"
    assert row["since"] == "2026-11-21T12:00:00.000+00:00"


def test_the_wait_of_one_given_back_counts_from_then() -> None:
    back = replace(a_call(version=4), rejoined_at=NOON + timedelta(minutes=9))
    now = NOON + timedelta(minutes=9, seconds=15)
    assert a_tally(back).recent_row(now)["overdue"] == 0
    assert longest(back, at=now + timedelta(minutes=1)) == [60]
    answered = replace(back, answered_at=now, status=CallStatus.IN_PROGRESS, version=5)
    row = a_tally(back, answered).row()
    assert (row["asa_seconds"], row["within_target"], row["offered"]) == (15, 1, 1)


def longest(*calls: Call, at: datetime) -> Sequence[object]:
    """The longest waits at the ends of the minutes before a moment, the last first, until there was none."""
    rows = a_tally(*calls).minutes(at)
    assert rows[max(rows)]["longest_seconds"] == 0
    waits = [rows[key]["longest_seconds"] for key in sorted(rows, reverse=True)[1:]]
    return waits[: next((place for place, wait in enumerate(waits) if wait == 0), None)]


def test_each_minute_tells_how_long_who_waited_at_its_end_had_waited_at_most() -> None:
    first = a_call("c1", at=NOON + timedelta(seconds=10), waited=160)
    second = a_call("c2", at=NOON + timedelta(seconds=40), waited=90)
    waits = a_call("c3", at=NOON + timedelta(seconds=130))

    assert longest(first, second, waits, at=NOON + timedelta(seconds=250)) == [110, 50, 110, 50]
    assert longest(second, at=NOON + timedelta(minutes=3, seconds=5)) == []


def test_the_longest_waits_are_the_same_whatever_was_seen_of_a_call_before() -> None:
    seen = a_call("c1", at=NOON + timedelta(seconds=10))
    done = a_call("c1", at=NOON + timedelta(seconds=10), waited=60, version=2)
    after_one, after_two = NOON + timedelta(seconds=65), NOON + timedelta(seconds=125)

    assert longest(seen, at=after_two) == [110, 50]
    for calls in ((done,), (seen, done), (done, seen)):
        assert longest(*calls, at=after_one) == [50]
        assert longest(*calls, at=after_two) == []
