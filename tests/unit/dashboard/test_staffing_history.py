"""Staffing question from the history: read back, gaps filled, made to fit."""

from datetime import UTC, datetime, timedelta

import pytest
from django.http import QueryDict

from dashboard.history.history_sheet import history_csv
from dashboard.staffing.from_history import taken_from
from dashboard.staffing.history_csv import is_history, read_history
from dashboard.staffing.intervals import MOST_TEXT, IntervalsError
from dashboard.staffing.staffing_form import staffing_form
from reporting.history.history_selectors import Figures

EIGHT = datetime(2026, 11, 2, 8, tzinfo=UTC)


def half_hours(amount: int, calls: int = 10) -> list[Figures]:
    return [
        Figures(
            EIGHT + n * timedelta(minutes=30), offered=calls, answered=3, talk_ms=500_000, wrap_up_ms=61_000
        )
        for n in range(amount)
    ]


def test_what_the_history_writes_is_read_with_queues_added_up() -> None:
    found = [
        Figures(
            EIGHT, queue, "all", offered=5, answered=4, talk_ms=400_500, wrap_up_ms=None, longest_wait_ms=9
        )
        for queue in ("W#English#Any", "W#French#Any")
    ]
    text = history_csv(found, length_minutes=15)
    minutes, (one,), unused = read_history(text.replace(",", ";"))

    assert is_history(text)
    assert not is_history("interval,calls\n1,5")
    assert minutes == 15
    assert (one.start, one.offered, one.answered, one.talk_ms, one.wrap_up_ms) == (
        EIGHT,
        10,
        8,
        801_000,
        None,
    )
    assert unused == [
        *("queue", "agent_group", "abandoned", "abandoned_soon", "set_aside", "within_target"),
        *("waited_seconds", "longest_wait_seconds"),
    ]


def test_a_fortnight_is_numbered_where_its_times_would_not_fit_and_asks_a_question_all_the_same() -> None:
    day, fortnight = taken_from(half_hours(20), 30), taken_from(half_hours(14 * 48, 600), 30)
    question = QueryDict(mutable=True)
    fortnight.fill(question)
    form = staffing_form(question)

    assert not day.is_numbered
    assert day.listed.splitlines()[:2] == ["interval,calls,aht", "08:00,10,187"]
    assert fortnight.is_numbered
    assert len(fortnight.listed) <= MOST_TEXT
    assert fortnight.listed.splitlines()[1] == "600,187"
    assert "The intervals are numbered" in fortnight.words
    assert form.is_valid(), form.errors
    assert len(form.cleaned_data["asked"].intervals) == 14 * 48


def test_more_intervals_than_a_list_holds_are_refused_before_they_are_made() -> None:
    with pytest.raises(IntervalsError, match="at most 672 intervals; from first to last there are 673"):
        taken_from(half_hours(673), 30)
    with pytest.raises(IntervalsError, match="there are 1,7"):
        taken_from([Figures(EIGHT), Figures(EIGHT.replace(year=2126))], 30)


def test_without_an_answered_call_the_handle_time_stays_what_it_was() -> None:
    question = QueryDict("aht=240", mutable=True)
    taken = taken_from([Figures(EIGHT, offered=2)], 30)
    taken.fill(question)

    assert question["aht"] == "240"
    assert taken.listed == "08:00,2"
    assert "No call was answered" in taken.words
