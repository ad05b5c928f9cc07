"""Services of the load: limits, one run at a time, agents made ready, people's choices kept."""

from collections import Counter
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import IntegrityError, transaction

from dynamo.exceptions import TableMissingError
from routing import selectors
from routing.model.agents import AgentStatus, Choice
from routing.repair.audit import audit
from routing.router import Router
from routing.services import agent_choose, agent_create, table_delete
from simulation.exceptions import LoadError, LoadRangeError, LoadRunningError
from simulation.load.load_plan import LIMITS
from simulation.load.load_services import LoadState, LoadStatus, load_start, load_state, load_stop
from simulation.models import LoadRun
from simulation.states import RunState
from tests.unit.simulation.worlds import NINE, Clock, a_router, with_agents

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def router(clock: Clock) -> Router:
    return a_router(clock)


def choices(router: Router) -> Counter[tuple[Choice, AgentStatus]]:
    return Counter((agent.choice, agent.status) for agent in selectors.agents(router))


def test_it_starts_with_as_many_waiting_agents_as_were_asked_for(router: Router) -> None:
    state = load_start(rate=5, agents=12, by="sue", router=router)

    assert state == LoadState(LoadStatus.RUNNING, run=state.run, rate=5, agents=12)
    assert state.run.isalnum()
    assert choices(router) == {(Choice.READY, AgentStatus.QUEUED): 12}
    assert audit(router) == []
    run = LoadRun.objects.get()
    assert (run.id, run.created_by, run.begins_at) == (state.run, "sue", NINE)
    assert sum(wish["weight"] for wish in run.scenario["wishes"]) >= 12


def test_it_uses_the_agents_that_are_there_first(router: Router) -> None:
    with_agents(router, 4)
    for index in range(3):
        agent_create(
            router,
            name=f"Off {index}",
            gender="F",
            languages=["English"],
            agent_id=f"off-{index}",
            status=AgentStatus.OFFLINE,
        )

    load_start(rate=5, agents=6, by="sue", router=router)

    assert choices(router) == {
        (Choice.READY, AgentStatus.QUEUED): 6,
        (Choice.OFFLINE, AgentStatus.OFFLINE): 1,
    }


def test_it_never_overrules_what_a_person_chose(router: Router) -> None:
    with_agents(router, 4)
    agent_choose(router, agent_id="agent-0", choice=Choice.PAUSED, reason="lunch", by="sue")
    agent_choose(router, agent_id="agent-1", choice=Choice.OFFLINE, by="sue")

    load_start(rate=5, agents=5, by="sue", router=router)

    assert choices(router) == {
        (Choice.READY, AgentStatus.QUEUED): 5,
        (Choice.PAUSED, AgentStatus.PAUSED): 1,
        (Choice.OFFLINE, AgentStatus.OFFLINE): 1,
    }


def test_more_agents_than_asked_for_stay(router: Router) -> None:
    with_agents(router, 9)

    load_start(rate=5, agents=2, by="sue", router=router)

    assert choices(router) == {(Choice.READY, AgentStatus.QUEUED): 9}


def test_the_same_seed_makes_up_the_same_agents_and_callers(clock: Clock) -> None:
    wishes, names = [], []
    for _ in range(2):
        router = a_router(clock)
        load_start(rate=5, agents=20, by="sue", seed=11, router=router)
        wishes.append(LoadRun.objects.get().scenario["wishes"])
        names.append([agent.name for agent in selectors.agents(router)])
        LoadRun.objects.all().delete()

    assert wishes[0] == wishes[1]
    assert names[0] == names[1]


@pytest.mark.parametrize("field", LIMITS)
@pytest.mark.parametrize("beyond", [-1, 1, float("nan"), float("inf")])
def test_it_names_the_field_and_its_limits(router: Router, field: str, beyond: float) -> None:
    limits = LIMITS[field]
    value = limits.least - 1 if beyond == -1 else limits.most + beyond
    figures = {"rate": 5, "agents": 5, field: value}

    with pytest.raises(LoadRangeError, match=f"^{field}: .* from {limits.least:g} to") as refused:
        load_start(by="sue", router=router, **figures)  # type: ignore[arg-type]

    assert isinstance(refused.value, LoadError)
    assert not LoadRun.objects.exists()
    assert selectors.agents(router) == []


def test_it_refuses_a_second_run_and_names_the_first(router: Router) -> None:
    first = load_start(rate=5, agents=2, by="sue", router=router)

    with pytest.raises(LoadRunningError, match=first.run) as refused:
        load_start(rate=5, agents=9, by="bob", router=router)

    assert refused.value.run == first.run
    assert len(selectors.agents(router)) == 2


def test_the_database_itself_holds_that_there_is_one_run(router: Router) -> None:
    load_start(rate=5, agents=2, by="sue", router=router)
    second = LoadRun.objects.get()
    second.pk = "another"

    with pytest.raises(IntegrityError), transaction.atomic():
        second.save(force_insert=True)

    LoadRun.objects.update(is_cleared=True)
    second.save(force_insert=True)
    assert LoadRun.objects.count() == 2


def test_it_starts_nothing_where_the_table_is_missing(router: Router) -> None:
    table_delete(router)

    with pytest.raises(TableMissingError):
        load_start(rate=5, agents=2, by="sue", router=router)

    assert load_state(now=NINE) == LoadState()


def test_stopping_is_remembered_once_and_harmless_when_nothing_runs(router: Router, clock: Clock) -> None:
    assert load_stop(by="sue", now=clock()) == LoadState()
    load_start(rate=5, agents=2, by="sue", router=router)
    clock.sleep(3)

    assert load_stop(by="sue", now=clock()).state is LoadStatus.STOPPING
    clock.sleep(3)
    state = load_stop(by="bob", now=clock())

    run = LoadRun.objects.get()
    assert (state.state, state.elapsed_seconds) == (LoadStatus.STOPPING, 6.0)
    assert (run.stopped_by, run.state) == ("sue", RunState.STOPPING)


def test_it_says_so_when_no_worker_looks_after_the_load(router: Router) -> None:
    load_start(rate=5, agents=2, by="sue", router=router)

    assert load_state(now=NINE + timedelta(seconds=9)).error == ""
    assert (
        "No worker has looked after the load for 15 seconds"
        in load_state(now=NINE + timedelta(seconds=15)).error
    )


def test_there_is_a_permission_to_control_the_load() -> None:
    assert Permission.objects.filter(content_type__app_label="simulation").get().codename == "control_load"
