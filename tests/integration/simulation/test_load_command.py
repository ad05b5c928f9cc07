"""`load`: one clear line for each verb, exit code 1 when refused."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from routing import runtime
from routing.model.trail import LOAD_STARTED, LOAD_STOPPED
from routing.router import Router
from simulation.background.simulation_services import real_time_start
from simulation.models import LoadRun
from simulation.states import Place
from tests.memory.table import MemoryTable
from tests.trails import audit_trail
from tests.unit.simulation.sittings import ten_agents
from tests.unit.simulation.worlds import Clock, a_router

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def router(monkeypatch: pytest.MonkeyPatch) -> Router:
    clock = Clock()
    router = a_router(clock)
    monkeypatch.setattr(runtime, "router", lambda: router)
    monkeypatch.setattr(runtime, "now", clock)
    return router


def load(*words: str) -> str:
    out = StringIO()
    call_command("load", *words, stdout=out, stderr=out)
    return out.getvalue().strip()


def test_it_starts_shows_and_stops() -> None:
    assert load("status") == "No load is running."

    started = load("start", "--rate", "2.5", "--agents", "4", "--seed", "3")
    run = LoadRun.objects.get()
    assert started == f"Load {run.id} is running: 2.5 calls/s, 4 agents, 0 calls arrived in 0 s"
    assert (run.scenario["seed"], run.scenario["figures"]["talk_seconds"]) == (3, 6.0)
    assert load("status") == started
    assert load("stop") == started.replace("running", "stopping")


def test_starts_and_stops_are_in_the_audit_trail(router: Router) -> None:
    load("start", "--rate", "2.5", "--agents", "4")
    load("stop")
    load("stop")

    entries = audit_trail(router, router.clock().date())
    assert sorted((one.kinds, one.by, one.origin) for one in entries) == [
        ((LOAD_STARTED,), "command line", "command line"),
        ((LOAD_STOPPED,), "command line", "command line"),
    ]


def test_it_says_that_a_simulation_has_the_table() -> None:
    run = real_time_start(ten_agents(), place=Place.DEPLOYMENT, by="sue")

    line = f"No load is running: simulation {run.id} is running on the table in real time."
    assert (load("status"), load("stop")) == (line, line)


def test_it_stops_nothing_without_complaint() -> None:
    assert load("stop") == "No load is running."


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--rate", "51"], "rate: 51 is not allowed; from 0.1 to 50 calls per second"),
        (["--agents", "0"], "agents: 0 is not allowed; from 1 to 500 agents"),
        (["--talk-seconds", "0"], "talk_seconds: 0 is not allowed; from 0.1 to 3600 seconds"),
    ],
)
def test_it_refuses_with_one_line(words: list[str], line: str) -> None:
    with pytest.raises(CommandError) as refused:
        load("start", *words)

    assert (str(refused.value), refused.value.returncode) == (line, 1)


def test_it_refuses_a_second_run_and_names_the_first() -> None:
    load("start", "--agents", "2")

    with pytest.raises(CommandError, match=LoadRun.objects.get().id):
        load("start")


def test_it_says_how_to_make_a_missing_table(router: Router) -> None:
    assert isinstance(router.table, MemoryTable)
    router.table.delete()

    with pytest.raises(CommandError, match="create_table"):
        load("start")


def test_it_says_what_to_do_where_the_database_was_never_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_database(**_facts: object) -> None:
        raise OperationalError("no such table: simulation_simulationrun")

    monkeypatch.setattr("simulation.management.commands.load.load_state", no_database)

    with pytest.raises(CommandError, match=r"^database: no such table.*python manage.py migrate$"):
        load("status")
