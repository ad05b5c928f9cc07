"""Service rate: the estimated wait follows from calls served in recent minutes."""

from dataclasses import replace
from datetime import timedelta

import pytest

from live.figures.pace import LEAST_SECONDS, WINDOW_SECONDS, Pace, rounded
from routing.model.calls import Call, CallStatus
from tests.unit.live.centres import NOON, a_call

QUEUE = "W#Spanish#Any"


def ago(seconds: float) -> Call:
    """A call answered some seconds before noon."""
    return replace(a_call(f"c{seconds}"), answered_at=NOON - timedelta(seconds=seconds))


def estimate(pace: Pace, depth: int, *, after: float = 0) -> float | None:
    return pace.estimates({QUEUE: depth}, now=NOON + timedelta(seconds=after))[QUEUE]


def served(*seconds: float) -> Pace:
    pace = Pace()
    for one in seconds:
        pace.observe(QUEUE, ago(one))
    return pace


def test_where_nothing_was_served_nobody_knows() -> None:
    pace = Pace()
    pace.observe(QUEUE, a_call())
    pace.observe("W#English#Any", ago(10))
    assert estimate(pace, 3) is None


def test_it_is_those_ahead_at_the_pace_of_late() -> None:
    pace = served(*range(10, 201, 10))  # twenty in two hundred seconds
    assert estimate(pace, 6) == 60
    assert estimate(pace, 0) == 0


def test_what_is_long_past_counts_no_more() -> None:
    pace = served(WINDOW_SECONDS - 1, 60)
    assert estimate(pace, 2) == 300
    assert estimate(pace, 2, after=60) == 240
    assert estimate(pace, 2, after=WINDOW_SECONDS) is None


def test_a_call_served_a_moment_ago_is_no_pace_yet() -> None:
    assert estimate(served(1), 4) == 4 * LEAST_SECONDS


def test_a_call_seen_twice_counts_once() -> None:
    assert estimate(served(100, 100, 50), 2) == 100


def test_a_call_finished_without_an_agent_was_served_and_one_given_up_was_not() -> None:
    done = replace(a_call(status=CallStatus.COMPLETED), ended_at=NOON - timedelta(seconds=60))
    given_up = replace(a_call("c2", status=CallStatus.ABANDONED), ended_at=NOON - timedelta(seconds=60))
    pace = Pace()
    pace.observe(QUEUE, given_up)
    assert estimate(pace, 1) is None
    pace.observe(QUEUE, done)
    assert estimate(pace, 1) == 60


def test_it_takes_over_what_another_has_seen() -> None:
    pace = served(50)
    pace.absorb(served(100, 50))
    assert estimate(pace, 1) == 50


def test_it_passes_over_what_was_served_before_it_is_told_to_begin() -> None:
    pace = Pace(since=NOON - timedelta(seconds=60))
    pace.observe(QUEUE, ago(61))
    assert estimate(pace, 1) is None


@pytest.mark.parametrize(
    ("seconds", "told"), [(0.4, 0), (33, 35), (119, 120), (130, 120), (1000, 990), (4000, 3900)]
)
def test_an_estimate_is_no_more_exact_than_it_can_be(seconds: float, told: float) -> None:
    assert rounded(seconds) == told
