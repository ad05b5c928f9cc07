"""Moments on pages: in UTC, marked for the script that knows the reader's zone."""

from datetime import timedelta

import pytest
from django.template import Context

from dashboard.formats.numbers import written_duration
from dashboard.templatetags.moments import age, left, moment
from tests.builders import NOON

AS_OF_NOON = Context({"now": NOON})


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (7.9, "0:07"), (761, "12:41"), (3731, "1:02:11"), (-5, "0:00")]
)
def test_durations_read_as_on_the_board(seconds: float, text: str) -> None:
    assert written_duration(seconds) == text


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (timedelta(minutes=1), "11:59:00 UTC"),
        (timedelta(days=1), "20 Nov 12:00:00 UTC"),
        (timedelta(days=366), "20 Nov 2025 12:00:00 UTC"),
    ],
)
def test_a_moment_has_its_day_only_where_that_is_another(before: timedelta, text: str) -> None:
    assert f"data-moment>{text}</time>" in moment(AS_OF_NOON, NOON - before)


def test_opening_hours_are_exact_to_the_minute() -> None:
    written = moment(AS_OF_NOON, NOON + timedelta(days=1), "minutes")
    assert 'data-moment="minutes">22 Nov 12:00 UTC</time>' in written


def test_an_age_counts_from_the_page_s_own_moment() -> None:
    written = age(AS_OF_NOON, NOON - timedelta(seconds=161))
    assert written == ('<time class="number" datetime="2026-11-21T11:57:19.000+00:00" data-age>2:41</time>')


def test_what_is_due_runs_out_and_is_late_from_then_on() -> None:
    assert "data-left>0:13</time>" in left(AS_OF_NOON, NOON + timedelta(seconds=12.2))
    late = left(AS_OF_NOON, NOON - timedelta(seconds=5))
    assert 'class="number late"' in late
    assert "data-left>0:05 late</time>" in late


def test_no_moment_is_a_dash() -> None:
    assert {moment(AS_OF_NOON, None), age(AS_OF_NOON, None), left(AS_OF_NOON, None)} == {"\N{EN DASH}"}
