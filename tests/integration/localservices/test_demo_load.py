"""Load of the demo at a start: a new one, or the one left running."""

import pytest
from pytest_django import Settings

from localservices.demo.load import demo_load_end, demo_load_start
from routing import runtime
from simulation.background.simulation_services import real_time_start
from simulation.load.load_services import load_state, load_stop
from simulation.models import LoadRun, SimulationRun
from simulation.states import Place, RunState
from tests.unit.simulation.sittings import ten_agents
from tests.unit.simulation.worlds import Clock, a_router

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _world(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    clock = Clock()
    router = a_router(clock)
    monkeypatch.setattr(runtime, "router", lambda: router)
    monkeypatch.setattr(runtime, "now", clock)
    settings.DEMO_RATE, settings.DEMO_AGENTS = 5, 3


def no_pause(_seconds: float) -> None:
    raise AssertionError("there is nothing to wait for")


def the_worker_ends_it(_seconds: float) -> None:
    LoadRun.objects.filter(state=RunState.STOPPING).update(is_cleared=True, state=RunState.STOPPED)


def test_it_starts_one_where_none_runs() -> None:
    demo_load_start(pause=no_pause)

    assert (load_state().rate, load_state().agents) == (5, 3)


def test_it_goes_on_with_the_one_of_the_last_start() -> None:
    demo_load_start(pause=no_pause)
    run = load_state().run
    demo_load_start(pause=no_pause)

    assert load_state().run == run


@pytest.mark.parametrize(("rate", "agents"), [(8, 3), (5, 4)])
def test_it_ends_the_last_one_where_other_figures_are_asked_for(
    settings: Settings, rate: int, agents: int
) -> None:
    demo_load_start(pause=no_pause)
    settings.DEMO_RATE, settings.DEMO_AGENTS = rate, agents
    demo_load_start(pause=the_worker_ends_it)

    assert LoadRun.objects.count() == 2
    assert (load_state().rate, load_state().agents) == (rate, agents)


def test_it_waits_for_the_end_of_one_that_is_stopping() -> None:
    demo_load_start(pause=no_pause)
    run = load_state().run
    load_stop(by="somebody")
    demo_load_start(pause=the_worker_ends_it)

    assert load_state().run != run


def test_at_its_end_a_simulation_on_the_table_is_stopped_too() -> None:
    run = real_time_start(ten_agents(), place=Place.DEPLOYMENT, by="somebody")

    assert demo_load_end(pause=no_pause, patience_seconds=1)
    assert SimulationRun.objects.get(pk=run.id).stopped_by == "demo"
