"""Failures during a run: every call exists once, and the run goes on."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from functools import cache
from itertools import count
from typing import Any

import pytest

from dynamo.exceptions import EngineUnavailableError
from routing.dispatcher.dispatching import drain
from routing.repair.audit import audit
from routing.router import Router
from routing.services import agents_reset, table_delete
from simulation.arrivals import START, arrivals_due
from simulation.people.arriving import LATEST_SECONDS
from simulation.people.ending import Ending
from simulation.people.hands import Each, OneByOne
from simulation.people.runner import Runner
from simulation.people.step import Step
from tests.thorough import every
from tests.unit.simulation.plays import STEP, calls_of, close, play, story
from tests.unit.simulation.worlds import NINE, Clock, a_plan, a_router, with_agents

Story = list[tuple[object, ...]]


class Killed(BaseException):
    """The worker is gone, in the middle of whatever it did."""


def dying_after(actions: int) -> Each:
    """Performs a number of actions, and then dies before it records its progress."""
    done = count(1)

    def each(do: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            result = do(item)
            if next(done) == actions:
                raise Killed
            yield result

    return each


def a_story(each: Each, *, kills: int) -> Story:
    """Twenty seconds with five agents, in which the worker is killed so often."""
    clock, mark, killed = Clock(), START, 0
    router = with_agents(a_router(clock), 5)
    while clock.now < NINE + timedelta(seconds=20):
        clock.sleep(STEP)
        try:
            mark = Runner(router, a_plan(), hands=OneByOne(each)).step(mark, now=clock.now).mark
        except Killed:
            killed += 1
            mark = Runner(router, a_plan()).step(mark, now=clock.now).mark
        drain(router)
    assert killed == kills
    assert audit(router) == []
    return story(router)


@cache
def an_undisturbed_story() -> Story:
    """The same without a kill: played once."""
    return a_story(map, kills=0)


@pytest.mark.parametrize("actions", every(2, [1, 2, 3, 5, 8, 13, 21, 34, 55]))
def test_a_worker_killed_after_any_action_changes_nothing(actions: int) -> None:
    assert a_story(dying_after(actions), kills=1) == an_undisturbed_story()


def test_two_workers_at_once_do_everything_once() -> None:
    clock, mark = Clock(), START
    router = with_agents(a_router(clock), 9)
    runners = [Runner(router, a_plan()), Runner(router, a_plan())]
    while clock.now < NINE + timedelta(seconds=20):
        clock.sleep(STEP)
        both = [runner.step(mark, now=clock.now) for runner in runners]
        mark = both[0].mark
        assert both[1].mark == mark
        drain(router)

    assert len(calls_of(router)) == mark.arrived
    assert audit(router) == []


def test_who_should_have_come_during_a_long_pause_is_left_out() -> None:
    clock, plan = Clock(), a_plan()
    router = with_agents(a_router(clock), 2)
    clock.sleep(8 * 3600)
    everyone = arrivals_due(seed=plan.seed, rate=plan.rate, after=START, until_seconds=8 * 3600, limit=99_999)
    timely = [arrival for arrival in everyone if arrival.seconds >= 8 * 3600 - LATEST_SECONDS]

    runner, step, missed = Runner(router, plan), Step(START), 0
    while step.mark.arrived < len(everyone):
        step = runner.step(step.mark, now=clock.now)
        missed += step.missed

    assert len(everyone) > 50_000
    assert (missed, len(calls_of(router))) == (len(everyone) - len(timely), len(timely))


def brought_in_by_a_killed_worker(router: Router, clock: Clock) -> int:
    """The number of calls from a worker that died before it recorded its progress."""
    clock.sleep(10)
    with pytest.raises(Killed):
        Runner(router, a_plan(), hands=OneByOne(dying_after(4))).step(START, now=clock.now)
    return len(calls_of(router))


def test_whom_a_killed_worker_brought_in_is_not_counted_as_left_out() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 2)
    assert brought_in_by_a_killed_worker(router, clock) == 4
    clock.sleep(60)

    runner, step, missed = Runner(router, a_plan()), Step(START), 0
    for _ in range(10):
        step = runner.step(step.mark, now=clock.now)
        missed += step.missed

    assert missed > 10
    assert step.mark.arrived - missed == len(calls_of(router)) > 4


def test_whom_a_killed_worker_brought_in_counts_at_the_end() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 2)
    assert brought_in_by_a_killed_worker(router, clock) == 4

    ending, step = Ending(router, a_plan()), Step(START)
    while not step.is_over:
        step = ending.last_step(START)

    assert (step.mark.arrived, step.missed) == (4, 0)
    assert all(call.is_ended for call in calls_of(router))


def test_a_worker_that_stalled_brings_nobody_in_who_is_left_out_by_now() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 2)
    clock.sleep(10)

    def stalled(do: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        for index, item in enumerate(items):
            if index == 3:
                clock.sleep(60)
            yield do(item)

    step = Runner(router, a_plan(), hands=OneByOne(stalled)).step(START, now=clock.now)

    assert step.mark.arrived - step.missed == len(calls_of(router)) == 3


class Away:
    """A table that cannot be reached."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def away(*_args: object, **_options: object) -> Any:
            raise EngineUnavailableError("http://engine")

        return away


def test_an_engine_that_is_away_ends_the_step_calmly_and_the_next_one_goes_on() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 4)
    mark = play(router, clock, seconds=5)
    nowhere: Any = Away()
    away = replace(router, table=nowhere)

    clock.sleep(5)
    step = Runner(away, a_plan()).step(mark, now=clock.now)
    closing = Ending(away, a_plan()).closing_step(mark)

    assert (step.mark, step.error) == (mark, "DynamoDB at http://engine does not answer.")
    assert (closing.is_over, closing.error) == (False, step.error)
    assert play(router, clock, seconds=1, mark=mark).arrived > mark.arrived


def test_an_engine_lost_half_way_through_the_arrivals_loses_nobody() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 4)
    clock.sleep(10)

    def lost_after_three(do: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        for index, item in enumerate(items):
            if index == 3:
                raise EngineUnavailableError("http://engine")
            yield do(item)

    step = Runner(router, a_plan(), hands=OneByOne(lost_after_three)).step(START, now=clock.now)
    assert (step.mark.arrived, bool(step.error)) == (3, True)

    step = Runner(router, a_plan()).step(step.mark, now=clock.now)
    assert (step.error, len(calls_of(router))) == ("", step.mark.arrived)


def test_a_table_deleted_under_the_load_is_said_and_agents_reset_under_it_do_no_harm() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 4)
    mark = play(router, clock, seconds=10)

    agents_reset(router)
    mark = play(router, clock, seconds=10, mark=mark)
    close(router, clock, mark)
    assert audit(router) == []

    table_delete(router)
    assert "does not exist" in Runner(router, a_plan()).step(mark, now=clock.now).error
