"""Turns of workers at a run: its lease, which expires three seconds after a kill."""

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from routing import selectors
from routing.dispatcher.dispatching import drain
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.repair.audit import audit
from routing.router import Router
from routing.services import call_enqueue, table_create, table_delete
from simulation import tasks
from simulation.agents_by_hand import agent_take_over
from simulation.load import records
from simulation.load.load_plan import Plan, load_from
from simulation.load.load_services import LoadStatus, load_start, load_state, load_stop
from simulation.load.turns import TURN_SECONDS, turn_take
from simulation.models import LoadRun
from simulation.people.pace import LEAST_PAUSE_SECONDS, Pace
from simulation.people.runner import Runner
from simulation.people.step import Step
from simulation.states import LOAD_LEASE_SECONDS, RunState
from tests.unit.simulation.worlds import Clock, a_router

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def router(clock: Clock) -> Router:
    router = a_router(clock)
    load_start(rate=5, agents=8, talk_seconds=2, by="sue", seed=1, router=router)
    return router


def led(router: Router, clock: Clock, *, lead: bool = True) -> Pace:
    """A pace at which a dispatcher works between two steps."""

    def sleep(seconds: float) -> None:
        clock.sleep(seconds)
        if lead:
            drain(router)

    return Pace(clock.monotonic, sleep)


def turn(router: Router, clock: Clock, owner: str = "ann", *, lead: bool = True) -> bool:
    """One worker's turn."""
    return turn_take(router, owner=owner, pace=led(router, clock, lead=lead))


def plan_of(run: LoadRun) -> Plan:
    assert run.begins_at is not None
    return load_from(run.scenario).plan(run_id=run.id, started_at=run.begins_at)


def seconds_of(router: Router, clock: Clock, seconds: int, *, lead: bool = True) -> None:
    for _ in range(seconds):
        assert turn(router, clock, lead=lead)
        clock.sleep(0.1)


def test_it_runs_stops_and_ends_and_leaves_nothing_half_done(router: Router, clock: Clock) -> None:
    seconds_of(router, clock, 30)
    state = load_state(now=clock())
    assert (state.state, state.error) == (LoadStatus.RUNNING, "")
    assert 110 < state.arrived < 190

    load_stop(by="sue", now=clock())
    while load_state(now=clock()).state is LoadStatus.STOPPING:
        assert clock() < LoadRun.objects.get().created_at + timedelta(seconds=36)
        turn(router, clock)

    assert all(call.is_ended for call in selectors.all_calls(router))
    assert {agent.status for agent in selectors.agents(router)} == {AgentStatus.QUEUED}
    assert audit(router) == []
    assert LoadRun.objects.get().ended_at is not None
    assert load_state(now=clock()).state is LoadStatus.IDLE


def test_a_new_run_may_start_once_the_last_has_ended(router: Router, clock: Clock) -> None:
    seconds_of(router, clock, 3)
    load_stop(by="sue", now=clock())
    seconds_of(router, clock, 1)

    second = load_start(rate=5, agents=8, by="sue", router=router)
    seconds_of(router, clock, 3)

    assert load_state(now=clock()).run == second.run
    assert audit(router) == []


def test_a_turn_takes_about_a_second_and_nothing_where_there_is_no_run(router: Router, clock: Clock) -> None:
    before = clock.monotonic()
    assert turn(router, clock)
    assert 0.7 <= clock.monotonic() - before <= TURN_SECONDS + 1e-6

    LoadRun.objects.update(is_cleared=True)
    before = clock.monotonic()
    assert not turn(router, clock)
    assert clock.monotonic() == before


def test_where_there_is_no_run_the_task_reads_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()
    monkeypatch.setattr(tasks, "router", lambda: asked.append("router"))

    tasks.play_in_real_time.apply().get()

    assert asked == []


def test_a_second_worker_finds_the_lease_taken_and_the_next_turn_free(router: Router, clock: Clock) -> None:
    assert records.lease_take(owner="ann", now=clock()) is not None
    assert not turn(router, clock, owner="bob")

    records.lease_release(owner="ann", now=clock())
    assert turn(router, clock, owner="bob")
    assert turn(router, clock, owner="cid")


def test_while_it_may_go_on_a_turn_keeps_what_it_knows_and_the_lease(
    router: Router, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    runners, made = list[Runner](), Runner.__init__

    def counted(self: Runner, *args: Any, **options: Any) -> None:
        runners.append(self)
        made(self, *args, **options)

    monkeypatch.setattr(Runner, "__init__", counted)
    asked = list[bool]()

    def goes_on() -> bool:
        asked.append(turn(router, clock, owner="bob"))
        return len(asked) < 10

    assert turn_take(router, owner="ann", pace=led(router, clock), goes_on=goes_on)

    assert asked == [False] * 10, "nobody else gets a turn meanwhile"
    assert len(runners) == 1
    assert {call.status for call in selectors.all_calls(router)} > {CallStatus.COMPLETED}
    assert turn(router, clock, owner="bob"), "the lease is given back"


def test_a_turn_that_goes_on_leaves_an_agent_to_the_person_who_takes_it_over(
    router: Router, clock: Clock
) -> None:
    seconds = iter(range(4))

    def goes_on() -> bool:
        for agent in selectors.agents(router):
            agent_take_over(agent.agent_id)
        return next(seconds, None) is not None

    assert turn_take(router, owner="ann", pace=led(router, clock), goes_on=goes_on)
    accepted = {call.call_id for call in selectors.all_calls(router) if call.answered_at}
    clock.sleep(5)
    assert turn_take(router, owner="ann", pace=led(router, clock), goes_on=goes_on)

    assert {call.call_id for call in selectors.all_calls(router) if call.answered_at} == accepted


def test_the_lease_of_a_killed_worker_runs_out_within_three_seconds(router: Router, clock: Clock) -> None:
    assert records.lease_take(owner="killed", now=clock()) is not None

    clock.sleep(2)
    assert not turn(router, clock, owner="bob")
    clock.sleep(1.2)
    assert turn(router, clock, owner="bob")


def test_only_the_holder_of_the_lease_renews_or_releases_it_and_progress_is_written_once(
    router: Router, clock: Clock
) -> None:
    run = records.lease_take(owner="ann", now=clock())
    assert run is not None
    step = replace(
        Runner(router, plan_of(run)).step(records.mark_of(run), now=clock() + timedelta(seconds=9)), missed=2
    )

    records.lease_release(owner="bob", now=clock())
    for owner, has_lease in (("bob", False), ("ann", True)):
        assert records.step_record(run, step, owner=owner, now=clock()) is has_lease
        now = LoadRun.objects.get()
        assert (now.arrived, records.missed_of(now), now.owner) == (step.mark.arrived, 2, "ann")
    assert step.mark.arrived > 0


def test_counters_tell_what_was_created_though_every_step_outlasts_its_lease(
    router: Router, clock: Clock
) -> None:
    workers: list[str] = []

    def overtaken(do: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        done = list(map(do, items))
        clock.sleep(LOAD_LEASE_SECONDS + 1)
        if len(workers) < 12:
            workers.append(f"worker-{len(workers)}")
            turn_take(router, owner=workers[-1], each=overtaken, pace=Pace(clock.monotonic, clock.sleep))
        return iter(done)

    clock.sleep(2)
    turn_take(router, owner="ann", each=overtaken, pace=Pace(clock.monotonic, clock.sleep))
    seconds_of(router, clock, 5, lead=False)
    load_stop(by="sue", now=clock())
    while load_state(now=clock()).state is LoadStatus.STOPPING:
        turn(router, clock)

    run = LoadRun.objects.get()
    assert records.missed_of(run) > 0
    assert run.arrived - records.missed_of(run) == len(list(selectors.all_calls(router)))


def test_a_worker_that_stalled_while_another_ended_the_run_takes_its_callers_back(
    router: Router, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Runner.step

    def stalling(self: Runner, *args: Any, **options: Any) -> Step:
        made = step(self, *args, **options)
        LoadRun.objects.update(state=RunState.STOPPED, is_cleared=True, ended_at=clock(), owner="bob")
        return made

    clock.sleep(5)
    monkeypatch.setattr(Runner, "step", stalling)
    turn(router, clock, lead=False)

    calls = list(selectors.all_calls(router))
    assert len(calls) > 10
    assert all(call.is_ended for call in calls)


def test_an_error_is_shown_and_logged_once_and_gone_when_it_is_over(
    router: Router, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "simulation")
    seconds_of(router, clock, 1)
    table_delete(router)

    seconds_of(router, clock, 3, lead=False)
    assert load_state(now=clock()).error == "Table memory does not exist."
    assert [record.levelname for record in caplog.records] == ["WARNING"]

    table_create(router)
    seconds_of(router, clock, 1)
    assert load_state(now=clock()).error == ""
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


def test_languages_no_longer_routed_by_are_passed_over_and_counted(router: Router, clock: Clock) -> None:
    fewer = replace(router, skills=replace(router.skills, languages=("English",)))

    clock.sleep(20)
    turn(fewer, clock, lead=False)

    state = load_state(now=clock())
    assert 0 < state.missed < state.arrived
    assert len(list(selectors.all_calls(router))) == state.arrived - state.missed


def test_steps_that_take_long_follow_each_other_closely(
    router: Router, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    began = clock.monotonic()
    step = Runner.step

    def slow(self: Runner, *args: Any, **options: Any) -> Step:
        clock.sleep(0.1)
        return step(self, *args, **options)

    def sleep(seconds: float) -> None:
        clock.sleep(seconds)
        slept.append(seconds)

    monkeypatch.setattr(Runner, "step", slow)
    turn_take(router, owner="ann", pace=Pace(clock.monotonic, sleep))

    assert set(slept) == {LEAST_PAUSE_SECONDS}
    assert clock.monotonic() - began < TURN_SECONDS + 0.3


def test_calls_of_persons_do_not_keep_a_run_from_ending(router: Router, clock: Clock) -> None:
    call_enqueue(router, language="Spanish", gender="T", call_id="a-person")
    load_stop(by="sue", now=clock())

    turn(router, clock)

    assert load_state(now=clock()).state is LoadStatus.IDLE
