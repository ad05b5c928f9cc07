"""`simulate` in real time on the real engine: a table of its own, or the deployment's."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import StringIO
from pathlib import Path
from threading import Event

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from dynamo.aws_table import DynamoTable
from messaging.chats.agreement import disagreements
from messaging.runtime import messenger
from messaging.services import message_table_create
from routing import runtime, selectors
from routing.dispatcher.dispatching import drain
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.model.trail import SIMULATION_STARTED
from routing.repair.audit import Finding, audit
from routing.router import Router
from routing.services import agent_create, agents_enqueue, call_enqueue, table_create
from simulation.background.real_time_turn import run_lead
from simulation.background.results import Played
from simulation.background.simulation_services import real_time_start
from simulation.background.worker import Onlooker, Worker
from simulation.durations import Exponential
from simulation.exceptions import LoadRunningError
from simulation.in_real_time import Progress
from simulation.load.load_services import LoadStatus, load_start, load_state
from simulation.models import LoadRun, SimulationRun
from simulation.people.pace import Pace
from simulation.reports import simulated
from simulation.scenarios import Preference, Scenario, scenario_to_json
from simulation.states import Place
from tests.integration.simulation.test_in_real_time_stopped import tables_of_simulations
from tests.trails import audit_trail
from tests.unit.simulation.days import a_group
from tests.unit.simulation.sittings import CHAT, WRITTEN, callers_of, chats, ten_agents
from tests.unit.simulation.worlds import NINE, Clock

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = 10
# As the documentation has it: see "Beside virtual time".
TOLERANCE_OF_CALLS, TOLERANCE_OF_WAITS, TOLERANCE_OF_SECONDS = 0.1, 0.3, 0.5


def small(**changes: object) -> Scenario:
    return ten_agents(length_seconds=SECONDS, **changes)


@pytest.fixture
def router(table: DynamoTable, redis_url: str, settings: Settings) -> Router:
    """The router of this process, on an empty table."""
    assert redis_url == settings.REDIS_URL
    router = runtime.router()
    assert router.table.name == table.name
    table_create(router)
    message_table_create(messenger())
    return router


def simulate(*words: str) -> str:
    out = StringIO()
    call_command("simulate", *words, stdout=out, stderr=StringIO())
    return out.getvalue()


def apart(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch, *, stop_at: float = 1e9
) -> tuple[Played, list[tuple[object, ...]]]:
    """Plays by a clock of its own, as fast as the engine goes; who came, as the table had it."""
    clock, routers = Clock(), list[Router]()
    beside = runtime.router_beside

    def router_beside(*facts: object) -> Router:
        routers.append(replace(beside(*facts), clock=clock))  # type: ignore[arg-type]  # handed on
        return routers[-1]

    came = list[tuple[object, ...]]()

    def audited(router: Router) -> list[Finding]:
        came.extend(callers_of(router))
        assert all(call.is_ended for call in selectors.all_calls(router))
        assert {agent.status for agent in selectors.agents(router)} == {AgentStatus.OFFLINE}
        return audit(router)

    monkeypatch.setattr(runtime, "router_beside", router_beside)
    monkeypatch.setattr("simulation.background.worker.audit", audited)
    onlooker = Onlooker(
        pace=Pace(clock.monotonic, clock.sleep),
        stopping=lambda: (clock.now - NINE).total_seconds() >= stop_at,
    )
    played = led(replace(runtime.router(), clock=clock), scenario, Place.APART, onlooker)
    monkeypatch.undo()
    assert not routers[0].table.exists()
    return played, came


def led(router: Router, scenario: Scenario, place: Place, onlooker: Onlooker) -> Played:
    """Plays in this process what it starts."""
    person = replace(router, origin="test", actor="sue")
    run = real_time_start(scenario, place=place, by="sue", owner="test", router=person)
    return run_lead(Worker("test", router, onlooker=onlooker), run)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("router")
def test_twice_with_one_seed_the_same_callers_come_and_the_audit_is_clean(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (first, came), (_, came_again) = apart(small(), monkeypatch), apart(small(), monkeypatch)

    assert came == came_again
    assert len(came) == first.report.total.offered > 10
    assert first.facts["is_clean"]
    assert first.findings == ()


@pytest.mark.usefixtures("router")
def test_stopped_in_the_middle_it_leaves_nothing_half_done(monkeypatch: pytest.MonkeyPatch) -> None:
    played, came = apart(small(handle_time=Exponential(20)), monkeypatch, stop_at=5)

    assert played.facts["was_stopped"]
    assert played.facts["is_clean"]
    assert played.how.startswith("in real time at speed 1, stopped after 5")
    assert played.report.total.offered == len(came) < played.facts["planned"]


# On a table in memory virtual time is compared with the router in every run.
@pytest.mark.exhaustive
@pytest.mark.usefixtures("router")
def test_real_and_virtual_time_agree_within_the_stated_tolerance(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = ten_agents(length_seconds=30)

    real, virtual = apart(scenario, monkeypatch)[0].report, simulated(scenario)

    assert real.total.offered == virtual.total.offered
    assert [(queue, one.offered) for queue, one in real.queues.items()] == [
        (queue, one.offered) for queue, one in virtual.queues.items()
    ]
    within = TOLERANCE_OF_CALLS * virtual.total.offered
    assert real.total.answered == pytest.approx(virtual.total.answered, abs=within)
    assert real.total.asa_seconds == pytest.approx(
        virtual.total.asa_seconds or 0, rel=TOLERANCE_OF_WAITS, abs=TOLERANCE_OF_SECONDS
    )
    for ours, theirs in zip(real.groups, virtual.groups, strict=True):
        assert ours.occupancy == pytest.approx(theirs.occupancy or 0, abs=TOLERANCE_OF_CALLS)


@pytest.mark.usefixtures("router")
def test_the_command_plays_by_the_clock_on_the_wall_and_answers_in_json(tmp_path: Path) -> None:
    path = tmp_path / "small.json"
    path.write_text(scenario_to_json(small(speed=10)), encoding="utf-8")

    found = json.loads(simulate(str(path), "--json"))

    assert found["in_real_time"]["is_clean"]
    assert found["in_real_time"]["arrived"] == found["in_real_time"]["planned"] == found["total"]["offered"]
    assert found["theory"]["failing"]


@pytest.mark.usefixtures("router")
def test_chats_are_played_on_two_tables_of_their_own_which_are_deleted(
    table: DynamoTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, _ = apart(chats(length_seconds=SECONDS), monkeypatch)

    assert (played.facts["is_clean"], played.findings, played.facts["errors"]) == (True, (), 0)
    assert played.report.replied is not None
    assert played.report.replied.reply_seconds is not None
    assert [one.slots for one in played.slots] == [1, 2, 3, 4, 5, 6]
    assert tables_of_simulations(table) == []


def on_deployment(router: Router, scenario: Scenario, *, tell: Callable[[Progress], None]) -> Played:
    """Plays on the deployment's table, whose dispatcher is in this process."""
    with ThreadPoolExecutor(1) as pool:
        over = Event()

        def match() -> None:
            while not over.wait(0.02):
                drain(router)

        matching = pool.submit(match)
        try:
            return led(router, scenario, Place.DEPLOYMENT, Onlooker(tell=tell))
        finally:
            over.set()
            matching.result()


def test_on_the_deployment_others_are_left_alone_and_nothing_of_the_run_goes_on(router: Router) -> None:
    agent_create(router, name="Ana", gender="F", languages=["French"], agent_id="ana")
    agents_enqueue(router)
    call_enqueue(router, language="French", gender="T", call_id="real")
    refused = list[str]()

    def tell(_: Progress) -> None:
        if not refused:
            with pytest.raises(LoadRunningError) as error:
                load_start(rate=1, agents=1, by="sue", router=router)
            refused.append(str(error.value))
            with pytest.raises(CommandError) as second:
                simulate("one-queue", "--on-the-deployment", "--yes")
            refused.append(str(second.value))

    mix = (Preference("English", share=2), Preference("Spanish"), CHAT)
    groups = (*small().groups, a_group("Chats", 3, chat_slots=2))
    short = replace(WRITTEN, per_chat=1, patience=None)
    played = on_deployment(router, small(speed=5, mix=mix, groups=groups, messages=short), tell=tell)

    assert all(played.run_id in one for one in refused)
    assert len(refused) == 2
    assert played.ended.is_clean
    calls = {call.call_id: call for call in selectors.all_calls(router)}
    assert calls.pop("real").status is CallStatus.QUEUED
    assert len(calls) == played.report.total.offered > 10
    assert all(call.is_ended for call in calls.values())
    assert [agent.agent_id for agent in selectors.agents(router)] == ["ana"]
    assert audit(router) == []
    assert disagreements(router) == set()
    assert any(call.channel for call in calls.values())
    assert load_state().state is LoadStatus.IDLE
    kinds = [kind for line in audit_trail(router, router.clock().date()) for kind in line.kinds]
    assert kinds == [SIMULATION_STARTED]


def test_a_run_that_lost_its_place_ends_by_itself(router: Router) -> None:
    def tell(progress: Progress) -> None:
        if progress.arrived:
            SimulationRun.objects.filter(is_cleared=False).update(owner="a worker")

    played = on_deployment(router, ten_agents(length_seconds=600), tell=tell)

    assert played.facts["was_stopped"]
    assert all(call.is_ended for call in selectors.all_calls(router))


@pytest.mark.parametrize("answer", ["no", ""])
def test_it_asks_before_it_plays_among_real_callers(
    router: Router, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    asked = list[str]()

    def answered(question: str) -> str:
        asked.append(question)
        return answer

    monkeypatch.setattr("builtins.input", answered)

    with pytest.raises(CommandError, match=r"^Nothing was run\.$"):
        simulate("one-queue", "--on-the-deployment")

    assert router.table.name in asked[0]
    assert selectors.agents(router) == []


def test_it_is_refused_while_a_load_is_there(router: Router) -> None:
    load_start(rate=1, agents=1, by="sue", router=router)

    with pytest.raises(CommandError, match=LoadRun.objects.get().id):
        simulate("one-queue", "--on-the-deployment", "--yes")
