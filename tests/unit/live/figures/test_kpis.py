"""KPIs of a day: every formula with every denominator, by queue and by minute."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from live.board.frames import Row
from live.figures.formulas import Measure, formulas
from live.figures.tally import Tally
from routing.model.calls import Call, CallStatus
from routing.model.policies import Policies, QueuePolicy
from routing.model.queues import call_queue
from routing.model.service_level import Denominator, ServiceLevel
from tests.unit.live.centres import NOON, a_call

QUICK = call_queue("English", "Any")
MEASURE = Measure(Policies(queues={QUICK: QueuePolicy(service_level_seconds=5, service_level_target=0.9)}))


def gone(call_id: str, status: CallStatus, after: float, at: datetime = NOON) -> Call:
    ended = at + timedelta(seconds=after)
    return replace(a_call(call_id, at=at), status=status, status_since=ended, ended_at=ended)


# 6 offered: answered after 10, 20 and 60 s, abandoned after 3 and 30 s, one removed.
A_DAY = (
    a_call("c1", waited=10),
    a_call("c2", waited=20),
    a_call("c3", waited=60),
    gone("c4", CallStatus.ABANDONED, 3),
    gone("c5", CallStatus.ABANDONED, 30),
    gone("c6", CallStatus.REMOVED, 30),
)


def a_tally(*calls: Call, measure: Measure = MEASURE) -> Tally:
    tally = Tally(since=NOON, measure=measure)
    for call in calls:
        tally.observe(call)
    return tally


@pytest.mark.parametrize(
    ("of", "service_level", "formula"),
    [
        (Denominator.OFFERED, 2 / 6, "÷ offered, without those who still wait"),
        (Denominator.ANSWERED, 2 / 3, "÷ answered"),
        (Denominator.DECIDED, 2 / 4, "÷ (answered + abandoned after 5 s)"),
    ],
)
def test_the_service_level_is_a_share_of_what_the_setting_says(
    of: Denominator, service_level: float, formula: str
) -> None:
    measure = Measure(level=ServiceLevel(of))

    assert a_tally(*A_DAY, measure=measure).row()["service_level"] == round(service_level, 2)
    assert str(formulas(measure)["service_level"]) == f"answered within 20 s {formula}"


def test_the_other_figures_follow_their_formulas() -> None:
    row = a_tally(*A_DAY).row()

    assert row["asa_seconds"] == 30
    assert row["abandonment"] == 0.33
    assert (row["offered"], row["answered"], row["abandoned"], row["removed"]) == (6, 3, 2, 1)


def test_a_share_of_nothing_is_none_and_not_zero() -> None:
    row = a_tally(a_call()).row()

    assert (row["service_level"], row["asa_seconds"], row["abandonment"]) == (None, None, 0)
    assert a_tally().row()["abandonment"] is None


def test_a_call_that_still_waits_is_not_missed() -> None:
    assert a_tally(*A_DAY[:2], a_call("waiting")).row()["service_level"] == 1


def test_each_queue_has_its_own_figures_and_target() -> None:
    english = replace(a_call("e1", waited=10), language="English")
    tally = a_tally(*A_DAY, english)
    quick, spanish = tally.queue_row(QUICK), tally.queue_row(call_queue("Spanish", "Any"))

    assert (quick["offered"], quick["service_level"], quick["target_seconds"]) == (1, 0, 5)
    assert (spanish["offered"], spanish["within_target"], spanish["target_seconds"]) == (6, 2, 20)
    assert quick["service_level_target"] == 0.9
    assert (spanish["waiting_target"], spanish["red_beyond"]) == (10, 2)
    assert str(formulas(MEASURE)["service_level"]).startswith("answered within its queue's target ÷ offered")


def test_minutes_tell_how_many_waited_at_the_end_of_each_and_what_happened_in_it() -> None:
    early = a_call("w1", at=NOON - timedelta(minutes=2))
    tally = a_tally(early, *A_DAY, gone("late", CallStatus.ABANDONED, 70))

    rows = tally.minutes(NOON + timedelta(minutes=1, seconds=30))

    assert len(rows) == 60
    assert figures_of(rows["2026-11-21T11:58Z"]) == (1, 1, 0, 0)
    assert figures_of(rows["2026-11-21T12:00Z"]) == (3, 7, 2, 2)
    assert figures_of(rows["2026-11-21T12:01Z"]) == (1, 0, 1, 1)
    assert rows["2026-11-21T11:57Z"]["waiting"] == 0


def figures_of(minute: Row) -> tuple[object, ...]:
    return tuple(minute[name] for name in ("waiting", "queued", "answered", "abandoned"))


def test_minutes_tell_of_those_answered_how_many_were_in_time_and_how_long_they_waited() -> None:
    rows = a_tally(*A_DAY).minutes(NOON + timedelta(minutes=1, seconds=30))

    noon, later = rows["2026-11-21T12:00Z"], rows["2026-11-21T12:01Z"]
    assert (noon["within_target"], noon["waited_seconds"]) == (2, 30)
    assert (later["within_target"], later["waited_seconds"]) == (0, 60)


@pytest.mark.parametrize(
    ("of", "noon", "later"),
    [(Denominator.OFFERED, 5, 2), (Denominator.ANSWERED, 2, 1), (Denominator.DECIDED, 3, 1)],
)
def test_minutes_tell_of_how_many_calls_those_in_time_are_a_share(
    of: Denominator, noon: int, later: int
) -> None:
    """First 2 answered, 2 abandoned, one of them soon, 1 removed; then 1 answered, 1 removed."""
    tally = a_tally(*A_DAY, gone("failed", CallStatus.REMOVED, 70), measure=Measure(level=ServiceLevel(of)))
    rows = tally.minutes(NOON + timedelta(minutes=1, seconds=30))

    assert rows["2026-11-21T12:00Z"]["service_level_of"] == noon
    assert rows["2026-11-21T12:01Z"]["service_level_of"] == later


def test_what_was_queued_before_the_day_counts_for_its_minutes_only() -> None:
    yesterday = a_call("y1", at=NOON - timedelta(minutes=1), waited=5)
    tally = a_tally(yesterday)

    assert tally.row()["offered"] == 0
    assert tally.minutes(NOON)["2026-11-21T11:59Z"]["answered"] == 1
