"""Simulations in real time by workers: start, play, stop, refusal, audit entries."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

import pytest

from routing import selectors
from routing.exceptions import RoutingError
from routing.model.agents import AgentStatus
from routing.model.trail import SIMULATION_STARTED, SIMULATION_STOPPED
from routing.repair.audit import audit
from simulation import run_records
from simulation.background.real_time_turn import turn_in_real_time
from simulation.background.simulation_services import real_time_start
from simulation.exceptions import LoadRunningError
from simulation.in_real_time import Progress
from simulation.load.load_services import LoadStatus, load_start, load_state, load_stop
from simulation.load.turns import turn_take
from simulation.people.pace import Pace
from simulation.people.runner import Runner
from simulation.scenarios import Preference, ScenarioError
from simulation.states import LOST_SECONDS, Place, RunState
from tests.integration.simulation.runs_in_real_time import SHORT, Deployment, now_of
from tests.trails import audit_trail
from tests.unit.simulation.days import a_group
from tests.unit.simulation.sittings import ten_agents

pytestmark = pytest.mark.django_db
T = TypeVar("T")
R = TypeVar("R")


@pytest.fixture
def deployment() -> Deployment:
    return Deployment()


def test_a_worker_plays_it_to_the_end_and_keeps_a_report(deployment: Deployment) -> None:
    run = deployment.start()

    assert turn_in_real_time(deployment.worker())
    ended = now_of(run)

    assert (ended.state, ended.done, ended.attempts, ended.error) == (RunState.DONE, 1, 1, "")
    assert ended.report is not None
    facts = ended.report["in_real_time"]
    assert facts["arrived"] == facts["planned"] == ended.arrived == len(deployment.calls()) > 20
    assert facts["is_clean"]
    assert ended.report["total"]["matches_per_second"] > 0
    assert "W#English#Any" in ended.sheet
    assert deployment.is_left_alone()
    assert audit(deployment.router) == []
    assert ended.is_cleared
    assert load_state().state is LoadStatus.IDLE
    assert not turn_in_real_time(deployment.worker())


def test_asked_to_stop_it_ends_everything_and_reports_what_there_was(deployment: Deployment) -> None:
    run = deployment.start(ten_agents(length_seconds=600))

    def stop(progress: Progress) -> None:
        if progress.elapsed_seconds > 5:
            deployment.stop(run, by="bea")

    turn_in_real_time(deployment.worker(tell=stop))
    ended = now_of(run)

    assert (ended.state, ended.stopped_by, ended.done) == (RunState.STOPPED, "bea", 0)
    assert ended.report is not None
    assert ended.report["in_real_time"]["was_stopped"]
    assert ended.report["total"]["offered"] == len(deployment.calls()) < 60
    assert deployment.is_left_alone()
    trail = audit_trail(deployment.router, deployment.clock().date())
    assert sorted((line.kinds, line.by) for line in trail) == [
        ((SIMULATION_STARTED,), "sue"),
        ((SIMULATION_STOPPED,), "bea"),
    ]


def test_stopped_before_a_worker_comes_it_makes_place_for_the_next(deployment: Deployment) -> None:
    run = deployment.start()
    deployment.stop(run, by="bea")

    assert (now_of(run).state, now_of(run).is_cleared) == (RunState.STOPPED, True)
    assert not turn_in_real_time(deployment.worker())
    deployment.start()


def test_a_second_one_is_refused_and_told_which_is_there(deployment: Deployment) -> None:
    run = deployment.start()

    for place in (Place.DEPLOYMENT, Place.APART):
        with pytest.raises(LoadRunningError, match=run.id) as refused:
            real_time_start(SHORT, place=place, by="bea", router=deployment.router)
        assert refused.value.simulation == run.id
    with pytest.raises(LoadRunningError, match="simulation in real time") as load:
        load_start(rate=1, agents=1, by="bea", router=deployment.router)
    assert load.value.simulation == run.id


def test_no_worker_plays_a_load_where_a_simulation_has_the_table(deployment: Deployment) -> None:
    run = deployment.start()

    found = load_state(now=deployment.clock())
    assert (found.state, found.simulation, found.agents) == (LoadStatus.SIMULATION, run.id, 10)
    load_stop(by="bea", now=deployment.clock())
    pace = Pace(deployment.clock.monotonic, deployment.clock.sleep)
    assert not turn_take(deployment.router, owner="tick", pace=pace)
    assert now_of(run).state == RunState.QUEUED
    assert load_state(now=deployment.clock()).simulation == run.id


def test_beside_a_load_it_is_refused_on_the_same_table_only(deployment: Deployment) -> None:
    load = load_start(rate=1, agents=1, by="sue", router=deployment.router)

    with pytest.raises(LoadRunningError, match=load.run):
        deployment.start()
    real_time_start(SHORT, place=Place.APART, by="bea", router=deployment.router)


@pytest.mark.parametrize(
    ("scenario", "error", "says"),
    [
        (
            ten_agents(mix=(Preference("Klingon"),), groups=(a_group(languages=("Klingon",)),)),
            RoutingError,
            "Klingon",
        ),
        (ten_agents(speed=60), ScenarioError, "calls per second at this speed: 120 is not allowed"),
    ],
)
def test_what_cannot_be_played_there_is_refused_before_anything_is_written(
    deployment: Deployment, scenario: object, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        deployment.start(scenario)  # type: ignore[arg-type]  # a scenario

    assert load_state().state is LoadStatus.IDLE
    assert run_records.simulation_in_real_time() is None


def test_a_fault_of_the_program_ends_it_as_failed_and_the_next_worker_clears_it(
    deployment: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, calls = deployment.start(), [0]
    step = Runner.step

    def stumble(self: Runner, *args: object, **words: object) -> object:
        calls[0] += 1
        if calls[0] > 30:
            raise ZeroDivisionError("of the test")
        return step(self, *args, **words)  # type: ignore[arg-type]  # handed on

    monkeypatch.setattr(Runner, "step", stumble)
    turn_in_real_time(deployment.worker())

    assert (now_of(run).state, now_of(run).error) == (RunState.FAILED, "It failed: of the test")
    assert all(call.is_ended for call in deployment.calls())
    assert {agent.status for agent in selectors.agents(deployment.router)} == {AgentStatus.OFFLINE}
    deployment.clock.sleep(11)
    turn_in_real_time(deployment.worker("bob"))
    assert now_of(run).is_cleared
    assert deployment.is_left_alone()
    assert (now_of(run).state, now_of(run).error) == (RunState.FAILED, "It failed: of the test")


def test_a_step_that_takes_long_is_no_lost_worker(deployment: Deployment) -> None:
    run, silent = deployment.start(), list[float]()

    def slowly(do: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]:
        for item in items:
            deployment.clock.sleep(4)
            silent.append((deployment.clock() - now_of(run).heard_at).total_seconds())
            yield do(item)

    turn_in_real_time(replace(deployment.worker(), each=slowly))

    assert now_of(run).state == RunState.DONE
    assert len(silent) > 5
    assert max(silent) < LOST_SECONDS
