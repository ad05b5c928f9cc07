"""What a runner finds out by looking: offers, what others did; and what it says of its own delay."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from itertools import count
from threading import Event
from typing import Any

import pytest

from routing import selectors, services
from routing.dispatcher.dispatching import drain
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.model.policies import AgentPolicy, Policies, QueuePolicy
from routing.repair.audit import audit
from routing.router import Router
from simulation.arrivals import START, Mark
from simulation.durations import Uniform
from simulation.people.hands import InThreads, OneByOne
from simulation.people.runner import Runner
from simulation.people.step import Step
from tests.unit.simulation.plays import STEP, Reads, calls_of
from tests.unit.simulation.worlds import NINE, Clock, a_plan, a_router, with_agents
from tests.waiting import wait_until


def on(runner: Runner, router: Router, clock: Clock, mark: Mark, *, until: Callable[[], bool]) -> Step:
    """Steps and matching until something is so."""
    together = Step(mark)
    while not until():
        assert clock.now < NINE + timedelta(seconds=300)
        clock.sleep(STEP)
        together = together.then(runner.step(together.mark, now=clock.now))
        drain(router)
        services.sweep(router)
    return together


def in_status(router: Router, status: CallStatus) -> list[str]:
    return [call.call_id for call in calls_of(router) if call.status is status]


def test_a_call_that_a_supervisor_moves_is_played_on() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 4)
    runner = Runner(router, a_plan())
    mark = on(
        runner, router, clock, START, until=lambda: bool(in_status(router, CallStatus.IN_PROGRESS))
    ).mark
    moved = in_status(router, CallStatus.IN_PROGRESS)[0]
    services.call_hand_back(router, call_id=moved, reason="wrong team", keep_available=True, by="sue")

    def has_ended() -> bool:
        call = selectors.call(router, moved)
        return call is not None and call.is_ended

    on(runner, router, clock, mark, until=has_ended)
    assert audit(router) == []


def test_an_offer_nobody_answers_is_followed_by_one_that_is_answered_in_time() -> None:
    clock = Clock()
    policies = Policies(AgentPolicy(no_answer_rest_seconds=1), QueuePolicy(ring_seconds=3))
    router = replace(with_agents(a_router(clock), 8), policies=policies)
    plan = a_plan(rate=1.0, patience_seconds=500)
    plan = replace(plan, durations=replace(plan.durations, missed_share=0.4))
    runner = Runner(router, plan)

    on(runner, router, clock, START, until=lambda: clock.now >= NINE + timedelta(seconds=60))

    again = [call for call in calls_of(router) if call.failures and call.answered_at and call.offered_at]
    assert len(again) > 5
    for call in again:
        number = plan.number_of(call.call_id)
        assert number is not None
        assert call.answered_at is not None
        assert call.offered_at is not None
        delay = plan.durations.answer_delay_of(number, failures=call.failures)
        assert (call.answered_at - call.offered_at).total_seconds() - delay <= STEP + 1e-5


def test_agents_are_read_seldom_and_no_item_before_an_action() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 9)
    reads = Reads(router)
    runner = Runner(reads.router, a_plan())

    step = on(runner, router, clock, START, until=lambda: clock.now >= NINE + timedelta(seconds=20))

    assert step.done > 60
    assert step.conflicts == 0
    assert reads.single <= 2
    assert reads.of_agents <= 11
    assert reads.agents <= 10, "an offer of the match tells how it left its agent"


@pytest.mark.parametrize(("soonest", "looks"), [(0.0, 100), (0.5, 67), (2.0, 20)])
def test_offers_are_looked_for_as_often_as_the_soonest_answer_needs(soonest: float, looks: int) -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 30)
    reads, plan = Reads(router), a_plan()
    answers = Uniform(soonest, soonest + 1)
    runner = Runner(reads.router, replace(plan, durations=replace(plan.durations, answer_delay=answers)))

    step = on(runner, router, clock, START, until=lambda: clock.now >= NINE + timedelta(seconds=20))

    assert step.done > 50
    assert soonest == 0 or step.late == 0
    assert reads.of_calls <= looks + 2


def test_calls_that_are_as_known_are_not_read_again() -> None:
    """Though every reading of the clock gives another moment, as it does outside of tests."""
    clock, ticks = Clock(), count()
    router = with_agents(a_router(clock), 30)
    reads = Reads(replace(router, clock=lambda: clock() + timedelta(microseconds=next(ticks))))
    runner = Runner(reads.router, a_plan(talk_seconds=30))

    step = on(runner, reads.router, clock, START, until=lambda: clock.now >= NINE + timedelta(seconds=20))

    assert step.mark.arrived > 25
    assert len(in_status(router, CallStatus.IN_PROGRESS)) > 10
    assert reads.calls <= 2.5 * step.mark.arrived, "each while it waits, and once when it rings"


def test_a_run_that_keeps_its_schedule_is_never_late_and_one_that_stalls_says_so() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 9)
    runner = Runner(router, a_plan())
    step = on(runner, router, clock, START, until=lambda: clock.now >= NINE + timedelta(seconds=20))
    assert (step.late, step.error) == (0, "")
    assert step.timed == step.done + step.mark.arrived - step.missed

    clock.sleep(5)
    late = runner.step(step.mark, now=clock.now)
    assert late.timed > 8
    assert late.late > 0.8 * late.timed


def test_a_job_that_takes_long_holds_up_no_other() -> None:
    """Without a wait for all: others act while one operation is stuck."""
    clock, stuck = Clock(), Event()
    router = with_agents(a_router(clock), 9)
    enqueue, plan = services.call_enqueue, a_plan()

    def slow(router: Router, **options: Any) -> Any:
        if options["call_id"] == plan.call_id(1):
            assert stuck.wait(30)
        return enqueue(router, **options)

    with ThreadPoolExecutor(4) as pool, pytest.MonkeyPatch.context() as patched:
        patched.setattr(services, "call_enqueue", slow)
        runner, mark = Runner(router, plan, hands=InThreads(pool, threads=4)), START

        def step() -> Mark:
            nonlocal mark
            mark = runner.step(mark, now=clock.now).mark
            drain(router)
            return mark

        clock.sleep(10)
        wait_until(lambda: step().arrived and len(calls_of(router)) > 8, "others came")
        clock.sleep(2)
        wait_until(lambda: step() and in_status(router, CallStatus.IN_PROGRESS), "others are answered")
        assert mark.arrived == 1
        stuck.set()
        mark = runner.settle(mark).mark
        assert mark.arrived > 8
    assert audit(router) == []


def test_two_actions_of_one_call_never_go_on_at_once() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 3)
    busy: list[str] = []

    def each(do: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        jobs = list(items)
        calls = [one.do.keywords.get("due_at") and one.do.args[1].call_id for one in jobs if _acts(one)]
        busy.extend(call for call in calls if calls.count(call) > 1)
        return map(do, jobs)

    runner = Runner(router, a_plan(patience_seconds=3), hands=OneByOne(each))
    on(runner, router, clock, START, until=lambda: clock.now >= NINE + timedelta(seconds=30))

    assert busy == []
    agents = selectors.agents(router)
    assert {agent.status for agent in agents} <= {
        AgentStatus.QUEUED,
        AgentStatus.OFFERED,
        AgentStatus.ATTENDING_CALL,
        AgentStatus.WRAP_UP,
    }


def _acts(job: Any) -> bool:
    return hasattr(job.do, "keywords")
