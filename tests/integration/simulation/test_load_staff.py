"""Agents of a load: back after routing paused them; a person's choice is never touched."""

from datetime import timedelta

import pytest

from routing import selectors
from routing.dispatcher.dispatching import drain
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.policies import QueuePolicy
from routing.router import Router
from routing.services import agent_choose, agent_create, agents_enqueue, sweep
from simulation.agents_by_hand import agent_take_over
from simulation.load.load_services import load_start, load_stop
from simulation.load.staff import PAUSE, agents_bring_back
from simulation.load.turns import turn_take
from simulation.models import LoadRun
from simulation.people.pace import Pace
from tests.unit.simulation.worlds import Clock, a_router

pytestmark = pytest.mark.django_db
AGENTS = 4


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def router(clock: Clock) -> Router:
    """A router of a load whose agents have all been paused, since no worker answered for them."""
    router = a_router(clock)
    start(router)
    turn(router, clock, seconds=10)
    miss_all(router, clock)
    assert {agent.status for agent in selectors.agents(router)} == {AgentStatus.PAUSED}
    return router


def start(router: Router) -> None:
    load_start(rate=20, agents=AGENTS, patience_seconds=600, by="sue", seed=1, router=router)


def turn(router: Router, clock: Clock, *, seconds: float = 1) -> None:
    """Turns of a worker, for so long."""
    until = clock() + timedelta(seconds=seconds)
    while clock() < until:
        turn_take(router, owner="ann", pace=Pace(clock.monotonic, clock.sleep))
        clock.sleep(0.1)


def miss_all(router: Router, clock: Clock) -> None:
    """Calls ring without answers until each agent is paused or offline."""
    away = {AgentStatus.PAUSED, AgentStatus.OFFLINE}
    for _ in range(100):
        if {agent.status for agent in selectors.agents(router)} <= away:
            return
        drain(router)
        clock.sleep(QueuePolicy().ring_seconds + 1)
        sweep(router)
    raise AssertionError([agent.status for agent in selectors.agents(router)])


def agents(router: Router) -> dict[str, Agent]:
    return {agent.agent_id: agent for agent in selectors.agents(router)}


def test_they_come_back_and_calls_go_on(router: Router, clock: Clock) -> None:
    clock.sleep(PAUSE.total_seconds())
    turn(router, clock)

    assert {(agent.choice, agent.changed_by) for agent in selectors.agents(router)} == {
        (Choice.READY, "load")
    }
    drain(router)
    assert AgentStatus.OFFERED in {agent.status for agent in selectors.agents(router)}


def test_they_come_back_only_after_a_while(router: Router) -> None:
    (agent, *_) = selectors.agents(router)
    for late, choice in ((timedelta(seconds=-1), Choice.PAUSED), (timedelta(), Choice.READY)):
        now = agent.status_since + PAUSE + late
        agents_bring_back(router, [agent], staff={agent.agent_id}, now=now)
        assert agents(router)[agent.agent_id].choice is choice


def test_a_new_load_takes_over_the_agents_of_the_one_before(router: Router, clock: Clock) -> None:
    before = set(agents(router))
    load_stop(by="sue", now=clock())
    while LoadRun.objects.filter(is_cleared=False).exists():
        turn(router, clock)

    start(router)

    assert set(agents(router)) == before
    assert {agent.choice for agent in selectors.agents(router)} == {Choice.READY}


def test_agents_that_a_person_paused_sent_home_or_plays_stay_as_they_are(
    router: Router, clock: Clock
) -> None:
    paused, offline, played, other = sorted(agents(router))
    agent_choose(router, agent_id=paused, choice=Choice.PAUSED, reason="lunch", by="sue")
    agent_choose(router, agent_id=offline, choice=Choice.OFFLINE, by="sue")
    agent_take_over(played)
    clock.sleep(PAUSE.total_seconds() + 1)

    turn(router, clock)

    now = agents(router)
    assert now[paused].status is AgentStatus.PAUSED
    assert now[offline].status is AgentStatus.OFFLINE
    assert now[played].status is AgentStatus.PAUSED
    assert now[other].choice is Choice.READY


def test_an_agent_that_came_while_the_load_ran_is_not_the_loads(router: Router, clock: Clock) -> None:
    agent_create(router, name="Real", gender="F", languages=["English", "Spanish"], agent_id="real")
    agents_enqueue(router)
    miss_all(router, clock)
    clock.sleep(PAUSE.total_seconds() + 1)

    turn(router, clock)

    assert agents(router)["real"].status is AgentStatus.PAUSED


def test_a_load_that_is_stopping_brings_nobody_back(router: Router, clock: Clock) -> None:
    clock.sleep(PAUSE.total_seconds() + 1)
    load_stop(by="sue", now=clock())

    turn(router, clock)

    assert {agent.status for agent in selectors.agents(router)} == {AgentStatus.PAUSED}
