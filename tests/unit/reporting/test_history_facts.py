"""Facts of a call for the history, by the board's definitions."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from live.figures.formulas import Measure
from live.figures.marks import mark
from reporting.exceptions import BadDayError
from reporting.history.days import day_bounds, hours_between, read_day
from reporting.history.facts import CallFacts, Slot, call_facts, slot_start, slots_of
from routing.model.calls import ENDED, Call, CallStatus
from routing.model.hours.days import day_of
from routing.model.service_level import ServiceLevel
from tests.builders import NOON, a_call

BERLIN = ZoneInfo("Europe/Berlin")
MICROSECOND = timedelta(microseconds=1)


def seconds(number: float) -> datetime:
    return NOON + timedelta(seconds=number)


def facts(call: Call) -> CallFacts:
    found = call_facts(call, queue="W#Spanish#Any", target_ms=20_000, level=ServiceLevel())
    assert found is not None
    return found


def ended(status: CallStatus, left: datetime, **fields: Any) -> Call:
    answered: dict[str, Any] = {"answered_at": left} if status is CallStatus.COMPLETED else {}
    end = left + timedelta(seconds=60) if answered else left
    return a_call(status=status, queued_at=NOON, ended_at=end, status_since=end, **{**answered, **fields})


@pytest.mark.parametrize("status", sorted(ENDED))
@pytest.mark.parametrize("waited", [0, 4.9, 4.999999, 5, 19.9999999, 20, 20.000001, 20.0001, 90])
def test_a_call_counts_as_on_the_board(status: CallStatus, waited: float) -> None:
    call = ended(status, seconds(waited))
    counted, found = mark(call, Measure(), since=NOON), facts(call)

    assert counted is not None
    assert found.outcome == {"removed": "setAside"}.get(counted.became, counted.became)
    assert (found.within_target, found.abandoned_soon) == (counted.within_target, counted.soon)
    assert found.queue == counted.queue


def test_a_call_that_has_not_ended_is_not_told() -> None:
    for status in set(CallStatus) - ENDED:
        call = a_call(status=status, queued_at=NOON)
        assert call_facts(call, queue="W", target_ms=20_000, level=ServiceLevel()) is None


def test_times_are_whole_milliseconds_and_unknown_ones_are_none() -> None:
    found = facts(ended(CallStatus.COMPLETED, seconds(12.3456), agent_id="ana"))

    assert (found.waited_ms, found.talk_ms, found.target_ms) == (12_346, 60_000, 20_000)
    assert (found.hold_ms, found.wrap_up_ms, found.agent_id) == (None, None, "ana")


def test_a_call_never_queued_counts_in_no_interval() -> None:
    found = facts(a_call(status=CallStatus.ABANDONED, ended_at=NOON))

    assert (found.waited_ms, found.abandoned_soon) == (None, False)
    assert [*slots_of(found.queued_at, found.queue, found.agent_group)] == []


def test_a_call_counts_in_one_interval_of_each_length() -> None:
    assert [*slots_of(seconds(46 * 60), "W", "all")] == [
        Slot(15, seconds(45 * 60), "W", "all"),
        Slot(30, seconds(30 * 60), "W", "all"),
    ]
    assert slot_start(NOON, 15) == NOON
    assert slot_start(NOON - MICROSECOND, 15) == seconds(-15 * 60)
    assert Slot(30, NOON, "W", "all").quarters == [NOON, seconds(15 * 60)]


def test_a_day_lasts_from_its_hour_to_the_next_ones() -> None:
    start, end = day_bounds(date(2026, 11, 21), zone=BERLIN, begins_at=6)

    assert (start, end) == (
        datetime(2026, 11, 21, 5, tzinfo=UTC),
        datetime(2026, 11, 22, 5, tzinfo=UTC),
    )
    assert day_of(start, zone=BERLIN, begins_at=6) == date(2026, 11, 21)
    assert day_of(start - MICROSECOND, zone=BERLIN, begins_at=6) == date(2026, 11, 20)


@pytest.mark.parametrize(("day", "hours"), [("2026-03-29", 23), ("2026-10-25", 25), ("2026-11-21", 24)])
def test_a_day_on_which_clocks_are_changed_has_its_own_hours(day: str, hours: int) -> None:
    assert len([*hours_between(*day_bounds(date.fromisoformat(day), zone=BERLIN, begins_at=0))]) == hours


def test_an_hour_that_is_there_in_part_is_read() -> None:
    india = ZoneInfo("Asia/Kolkata")
    hours = [*hours_between(*day_bounds(date(2026, 11, 21), zone=india, begins_at=0))]

    assert (len(hours), hours[0]) == (25, datetime(2026, 11, 20, 18, tzinfo=UTC))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("yesterday", "day: a day such as 2026-11-21 is needed, not 'yesterday'"),
        ("2026-11-22", "day: at most today, 2026-11-21, not '2026-11-22'"),
        ("1999-12-31", "day: 2000-01-01 at the earliest, not '1999-12-31'"),
    ],
)
def test_a_day_that_cannot_be_is_refused_with_its_limit(text: str, said: str) -> None:
    with pytest.raises(BadDayError) as refused:
        read_day(text, today=NOON.date())

    assert str(refused.value) == said
    assert read_day("2026-11-21", today=NOON.date()) == NOON.date()


def test_a_chat_has_no_wrap_up_to_ask_for_and_is_found_by_conversation_and_scene() -> None:
    chat = ended(
        CallStatus.COMPLETED, seconds(5), channel="chat", chat_id="K7", scene="listing", agent_id="ana~chat"
    )

    assert facts(chat).wrap_up_ms == 0
    assert facts(ended(CallStatus.COMPLETED, seconds(5))).wrap_up_ms is None
    assert {"k7", "listing", "ana~chat"} <= set(facts(chat).search.split())
