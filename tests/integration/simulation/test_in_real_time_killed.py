"""Killed process of a run in real time: the next one clears up and reports."""

import json
import signal
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from dynamo.aws_table import DynamoTable
from routing import runtime, selectors
from routing.repair.audit import audit
from routing.services import table_create
from simulation import run_records
from simulation.agents_by_hand import agent_take_over
from simulation.background import real_time_turn as real_time
from simulation.background.real_time_turn import turn_in_real_time
from simulation.in_real_time import Play, Progress
from simulation.load.load_services import LoadStatus, load_state
from simulation.models import SimulationRun
from simulation.scenarios import scenario_to_json
from simulation.states import LOST_SECONDS, RunState
from tests.integration.routing.commands import manage, running
from tests.integration.simulation.runs_in_real_time import Deployment, now_of
from tests.integration.simulation.test_in_real_time_stopped import tables_of_simulations
from tests.unit.simulation.sittings import chats, ten_agents
from tests.waiting import wait_until

AN_HOUR = timedelta(hours=1)
HOUR = ten_agents(length_seconds=3_600, patience=None)


class KilledError(BaseException):
    """The process is gone."""


def killed_after(deployment: Deployment, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays waiting simulations, in a process that is killed after some seconds."""

    def tell(progress: Progress) -> None:
        if progress.elapsed_seconds >= seconds:
            raise KilledError

    with monkeypatch.context() as dead:  # a dead process ends nothing
        dead.setattr(Play, "_close", lambda _: None)
        dead.setattr(real_time, "_failed", lambda *_: None)
        with pytest.raises(KilledError):
            turn_in_real_time(deployment.worker(tell=tell))


@pytest.mark.django_db
def test_the_next_worker_ends_its_calls_sends_its_agents_home_and_keeps_its_report(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deployment = Deployment()
    run = deployment.start(HOUR)
    killed_after(deployment, 8, monkeypatch)

    deployment.rest(LOST_SECONDS - 1)
    assert not turn_in_real_time(deployment.worker("bob"))
    assert now_of(run).state == RunState.RUNNING
    deployment.rest(2)
    assert turn_in_real_time(deployment.worker("bob"))
    ended = now_of(run)

    assert (ended.state, ended.is_cleared, ended.attempts) == (RunState.FAILED, True, 2)
    assert ended.error.startswith("The worker that ran it was lost.")
    assert ended.report is not None
    assert ended.report["total"]["offered"] == len(deployment.calls()) > 10
    assert ended.report["total"]["abandoned"] == 0
    assert ended.report["left_over"] > 0
    assert 0 < ended.report["groups"][0]["occupancy"] <= 1
    assert deployment.is_left_alone()
    assert audit(deployment.router) == []
    assert load_state().state is LoadStatus.IDLE


@pytest.mark.django_db
def test_it_removes_the_agents_that_are_left_but_one_that_a_person_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deployment = Deployment()
    run = deployment.start(HOUR)
    killed_after(deployment, 3, monkeypatch)
    made = [agent.agent_id for agent in selectors.agents(deployment.router)]
    agent_take_over(made[0])
    deployment.rest(LOST_SECONDS + 1)
    with monkeypatch.context() as dead:
        dead.setattr("simulation.background.worker.agents_remove", lambda *_, **__: False)
        turn_in_real_time(deployment.worker("bob"))
    assert not now_of(run).is_cleared, "a killed or hindered worker leaves the rest to the next one"
    deployment.rest(LOST_SECONDS + 1)
    turn_in_real_time(deployment.worker("cleo"))
    assert now_of(run).is_cleared
    assert [agent.agent_id for agent in selectors.agents(deployment.router)] == made[:1]


@pytest.mark.django_db
def test_one_whose_scenario_is_not_accepted_any_more_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deployment = Deployment()
    run = deployment.start(HOUR)
    killed_after(deployment, 8, monkeypatch)
    SimulationRun.objects.update(scenario={**run.scenario, "speed": 0})
    deployment.rest(LOST_SECONDS + 1)
    assert turn_in_real_time(deployment.worker("bob"))
    ended = now_of(run)

    assert (ended.state, ended.is_cleared) == (RunState.FAILED, True)
    assert ended.error.startswith("The scenario is no longer valid: speed: 0 is not allowed")
    assert deployment.start(HOUR).id != run.id


@pytest.mark.django_db
def test_one_that_was_asked_to_stop_ends_as_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    deployment = Deployment()
    run = deployment.start(HOUR)
    killed_after(deployment, 3, monkeypatch)
    deployment.stop(run, by="bea")
    deployment.rest(LOST_SECONDS + 1)
    turn_in_real_time(deployment.worker("bob"))

    assert (now_of(run).state, now_of(run).stopped_by) == (RunState.STOPPED, "bea")
    assert deployment.is_left_alone()


@pytest.mark.django_db
def test_one_that_died_before_anybody_called_fails_without_a_report() -> None:
    deployment = Deployment()
    run = deployment.start(HOUR)
    assert run_records.claim(run, owner="ann", now=deployment.clock())
    deployment.rest(LOST_SECONDS + 1)
    assert turn_in_real_time(deployment.worker("bob"))

    assert (now_of(run).state, now_of(run).report) == (RunState.FAILED, None)
    assert "before the first call" in now_of(run).error
    assert now_of(run).is_cleared


def hear_of_it(folder: Path, moment: datetime) -> None:
    """Moves the last sign of life of the run in a folder's database, so that no test waits or hurries."""
    with closing(sqlite3.connect(folder / "callcenter.sqlite3")) as database, database:
        database.execute("UPDATE simulation_simulationrun SET heard_at = ?", [f"{moment:%Y-%m-%d %H:%M:%S}"])


@pytest.mark.usefixtures("redis_url")
def test_after_kill_9_the_next_run_deletes_the_tables_that_were_left(
    table: DynamoTable, tmp_path: Path
) -> None:
    environ = {"DATA_DIR": str(tmp_path)}
    table_create(runtime.router())
    assert manage("migrate", "--verbosity", "0", **environ).code == 0
    path = tmp_path / "long.json"
    path.write_text(scenario_to_json(chats(length_seconds=3_600)))
    with running("simulate", str(path), **environ) as process:
        wait_until(lambda: len(tables_of_simulations(table)) == 2, "the run has its tables", seconds=60)
        process.send(signal.SIGKILL)
        process.wait()
    left = sorted(tables_of_simulations(table))
    hear_of_it(tmp_path, datetime.now(UTC) + AN_HOUR)
    refused = manage("simulate", "one-queue", **environ)
    assert (len(left), refused.code) == (2, 1)
    assert left[0].rpartition("-")[2] in refused.err

    hear_of_it(tmp_path, datetime.now(UTC) - AN_HOUR)
    path.write_text(scenario_to_json(ten_agents(length_seconds=10, speed=10)))
    played = manage("simulate", str(path), "--json", **environ)

    assert played.code == 0, played.err
    assert json.loads(played.out)["in_real_time"]["is_clean"]
    assert tables_of_simulations(table) == []
