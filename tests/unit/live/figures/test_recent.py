"""Sliding window of the headline: which calls are in it when, whatever the order of news."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from live.board.frames import Row
from live.figures.formulas import Measure, as_shown
from live.figures.tally import Tally
from routing.model.calls import Call, CallStatus
from routing.model.policies import Policies, QueuePolicy
from routing.model.queues import call_queue
from routing.model.service_level import Denominator, ServiceLevel
from tests.unit.live.centres import NOON, a_call

MIDNIGHT = NOON - timedelta(hours=12)
SPANISH = call_queue("Spanish", "Any")


def later(**lasted: float) -> datetime:
    return NOON + timedelta(**lasted)


def ended(call_id: str, status: CallStatus, *, at: datetime, after: float = 30, version: int = 2) -> Call:
    """A call whose wait ended, unanswered, `after` seconds after `at`."""
    end = at + timedelta(seconds=after)
    gone = replace(a_call(call_id, at=at, version=version), status=status, status_since=end)
    return gone if status is CallStatus.DEAD_LETTERED else replace(gone, ended_at=end)


def a_tally(*calls: Call, measure: Measure | None = None, since: datetime = MIDNIGHT) -> Tally:
    tally = Tally(since=since, measure=measure or Measure())
    for call in calls:
        tally.observe(call)
    return tally


def shares(row: Row) -> tuple[object, ...]:
    return tuple(row[name] for name in ("service_level", "asa_seconds", "abandonment"))


def test_a_bad_hour_is_forgotten_when_the_window_has_passed_it_and_the_day_remembers_it() -> None:
    bad = [a_call(f"bad{number}", waited=300) for number in range(10)]
    tally = a_tally(*bad)

    assert shares(tally.recent_row(later(minutes=20))) == (0, 300, 0)
    tally.observe(a_call("good", at=later(minutes=40), waited=5))
    assert shares(tally.recent_row(later(minutes=41))) == (1, 5, 0)
    assert tally.row()["service_level"] == 0.091


def test_a_call_counts_from_the_moment_its_wait_ended_until_it_is_as_old_as_the_window() -> None:
    tally = a_tally(a_call(waited=10))
    tally.observe(ended("c2", CallStatus.ABANDONED, at=NOON, after=10))

    for seconds, answered in ((10, 1), (30 * 60 + 9.999, 1), (30 * 60 + 10, 0), (30 * 60 + 11, 0)):
        row = tally.recent_row(later(seconds=seconds))
        assert (row["answered"], row["abandoned"]) == (answered, answered), seconds


def test_a_call_that_waits_longer_than_the_target_is_missed_already() -> None:
    tally = a_tally(a_call("served", waited=5), a_call("waits"))

    assert shares(tally.recent_row(later(seconds=20))) == (1, 5, 0)
    missed = tally.recent_row(later(seconds=20.001))
    assert (missed["overdue"], shares(missed)) == (1, (0.5, 5, 0))
    tally.observe(a_call("waits", waited=40, version=2))
    assert shares(tally.recent_row(later(seconds=50))) == (0.5, 23, 0)
    assert tally.recent_row(later(seconds=50))["overdue"] == 0


def test_where_nobody_is_answered_the_service_level_is_nothing_and_not_unknown() -> None:
    tally = a_tally(*(a_call(f"c{number}") for number in range(70)))

    assert shares(tally.recent_row(later(seconds=19))) == (None, None, None)
    assert shares(tally.recent_row(later(minutes=5))) == (0, None, None)


def test_abandonment_is_of_those_whose_wait_ended() -> None:
    gone = [ended(f"g{number}", CallStatus.ABANDONED, at=NOON) for number in range(3)]
    failed = ended("f", CallStatus.DEAD_LETTERED, at=NOON)
    row = a_tally(*gone, failed, a_call("a", waited=1), a_call("waits")).recent_row(later(minutes=1))

    assert (row["abandonment"], row["failed"], row["removed"], row["offered"]) == (0.6, 1, 0, 5)


@pytest.mark.parametrize(
    ("of", "level"), [(Denominator.OFFERED, 0.25), (Denominator.ANSWERED, 1), (Denominator.DECIDED, 0.5)]
)
def test_the_setting_says_of_whom_it_is_a_share(of: Denominator, level: float) -> None:
    calls = (a_call("a", waited=1), ended("b", CallStatus.ABANDONED, at=NOON), a_call("c"), a_call("d"))

    assert (
        a_tally(*calls, measure=Measure(level=ServiceLevel(of))).recent_row(later(minutes=1))["service_level"]
        == level
    )


def test_each_queue_has_its_own_window_and_target() -> None:
    patient = Measure(Policies(queues={SPANISH: QueuePolicy(service_level_seconds=60)}))
    tally = a_tally(a_call("s"), replace(a_call("e"), language="English"), measure=patient)
    now = later(seconds=30)

    assert tally.recent_queue_row(SPANISH, now)["overdue"] == 0
    assert tally.recent_queue_row(call_queue("English", "Any"), now)["overdue"] == 1
    assert tally.recent_row(now)["overdue"] == 1


def test_the_length_of_the_window_is_a_setting_and_told() -> None:
    row = a_tally(a_call(waited=10), measure=Measure(headline_minutes=5)).recent_row(later(minutes=6))

    assert (row["minutes"], row["answered"]) == (5, 0)
    assert isinstance(row["formulas"], dict)
    assert row["formulas"]["service_level"] == (
        "answered within 20 s ÷ (answered + abandoned + removed + failed + still waiting after 20 s)"
    )


def test_a_restored_call_waits_again() -> None:
    tally = a_tally(ended("c1", CallStatus.DEAD_LETTERED, at=NOON, version=3))
    assert tally.recent_row(later(minutes=1))["failed"] == 1

    tally.observe(a_call("c1", version=4))
    row = tally.recent_row(later(minutes=1))
    assert (row["failed"], row["overdue"]) == (0, 1)


def test_midnight_empties_the_day_and_not_the_window() -> None:
    before = a_tally(a_call("a", waited=50), a_call("old", at=later(hours=-2), waited=1), a_call("waits"))
    midnight, now = later(minutes=1), later(minutes=2)
    after = before.of_day(midnight, now=now)
    after.observe(a_call("waits", waited=65, version=2))

    assert after.row()["offered"] == 0
    assert shares(after.recent_row(now)) == shares(a_tally(*CALLS).recent_row(now)) == (0, 58, 0)


CALLS = (a_call("a", waited=50), a_call("waits", waited=65, version=2))

LIVES = [
    *(a_call(f"w{number}", at=later(seconds=97 * number)) for number in range(6)),
    *(
        a_call(f"w{number}", at=later(seconds=97 * number), waited=11 * number, version=3)
        for number in range(6)
    ),
    *(ended(f"w{number}", CallStatus.ABANDONED, at=later(seconds=97 * number)) for number in range(3)),
]


@given(st.lists(st.sampled_from(LIVES) | st.integers(0, 900), max_size=40), st.integers(0, 2400))
def test_whatever_was_seen_and_asked_before_it_is_what_a_count_from_nothing_gives(
    steps: list[Call | int], seconds: int
) -> None:
    tally, now, newest = a_tally(), NOON, dict[str, Call]()
    for step in steps:
        if isinstance(step, int):
            now = max(now, later(seconds=step))
            tally.recent_row(now)
        else:
            tally.observe(step)
            known = newest.get(step.call_id)
            newest[step.call_id] = step if known is None or step.version > known.version else known
    now = max(now, later(seconds=seconds))

    assert tally.recent_row(now) == a_tally(*newest.values()).recent_row(now)


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (0.7949, 0.79),
        (0.795, 0.8),
        (0.80499, 0.8),
        (0.0994, 0.099),
        (0.09951, 0.1),
        (0.0496, 0.05),
        (0, 0),
        (1, 1),
    ],
)
def test_what_is_held_against_a_target_is_what_is_shown(share: float, shown: float) -> None:
    row = as_shown({"service_level": share, "abandonment": None, "asa_seconds": 7.5})

    assert row == {"service_level": shown, "abandonment": None, "asa_seconds": 8}
