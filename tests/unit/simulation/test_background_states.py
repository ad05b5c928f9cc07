"""Progress of a simulation, refusals before its start, and how long a worker keeps one."""

from dataclasses import replace
from datetime import timedelta

import pytest
from celery.signals import worker_init, worker_shutting_down

from simulation.background.size_limits import check_background
from simulation.background.stay import LONGEST_SECONDS, stay
from simulation.scenarios import READY_MADE, ScenarioError, Volume
from simulation.states import Progress, RunState, progress_of
from tests.unit.simulation.worlds import NINE

SMALL = READY_MADE["one-queue"]


def progress(
    state: RunState = RunState.RUNNING, *, arrived: int = 250, after: float = 5, **more: object
) -> Progress:
    facts = {
        "state": state,
        "done": 1,
        "total": 4,
        "arrived": arrived,
        "expected_calls": 1000.0,
        "started_at": NINE,
        "heard_at": NINE + timedelta(seconds=5),
        "now": NINE + timedelta(seconds=after),
        **more,
    }
    return progress_of(**facts)  # type: ignore[arg-type]  # the facts are those above


def test_share_rate_and_what_is_left_follow_from_the_calls_played() -> None:
    found = progress()

    assert (found.done, found.total, found.share) == (1, 4, 0.25)
    assert (found.calls_per_second, found.remaining_seconds) == (50.0, 15.0)
    assert progress(after=8).remaining_seconds == 12.0


def test_before_any_call_nothing_is_promised() -> None:
    found = progress(RunState.QUEUED, arrived=0, started_at=None)

    assert (found.share, found.calls_per_second, found.remaining_seconds) == (0.0, None, None)


def test_more_calls_than_expected_are_not_yet_the_end() -> None:
    assert progress(arrived=1_400).share == 0.999
    assert progress(RunState.DONE, arrived=900).share == 1.0


def test_a_worker_is_lost_after_ten_seconds_without_a_word() -> None:
    assert not progress(after=15).is_lost
    assert progress(after=15.1).is_lost
    assert progress(RunState.STOPPING, after=16, is_waited_for=True).is_lost
    assert not progress(RunState.STOPPED, after=99).is_lost


def test_who_waits_for_another_simulation_has_lost_nobody() -> None:
    assert progress(RunState.QUEUED, after=99).is_lost
    assert not progress(RunState.QUEUED, after=99, is_waited_for=True).is_lost


@pytest.mark.parametrize("replications", [0, 1_001, True, 1.5, "two", None])
def test_a_number_of_replications_that_cannot_be_is_refused(replications: object) -> None:
    with pytest.raises(ScenarioError, match=r"^replications: "):
        check_background(SMALL, replications)


def test_more_calls_than_end_within_minutes_are_refused_by_name() -> None:
    large, busy = (replace(SMALL, volume=Volume((calls,))) for calls in (100_000, 2_500))
    week = replace(READY_MADE["scarce"], length_seconds=604_800, volume=Volume((1,), interval_minutes=14.4))

    with pytest.raises(
        ScenarioError, match=r"^calls: 1,600,000 is not allowed; from 0 to 300,000 calls in one"
    ):
        check_background(large, 1)
    with pytest.raises(
        ScenarioError, match=r"^replications: 4,000,000 .* to 3,000,000 calls in all replications"
    ):
        check_background(busy, 100)
    with pytest.raises(ScenarioError, match=r"^interval_minutes: 2,800 .* to 2,000 intervals of all"):
        check_background(week, 1)


def test_a_task_stays_until_the_worker_shuts_down_or_its_time_is_over() -> None:
    now = [0.0]
    worker_init.send(sender=None)
    goes_on = stay(monotonic=lambda: now[0])
    assert goes_on()
    now[0] = LONGEST_SECONDS
    assert not goes_on()

    goes_on = stay(monotonic=lambda: 0.0)
    assert goes_on()
    worker_shutting_down.send(sender=None)
    assert not goes_on()
    assert not stay()(), "outside of a worker nothing stays"
