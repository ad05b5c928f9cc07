"""Agents played by people: a load offers them calls and leaves the rest to them, until it ends."""

import pytest

from routing import selectors
from routing.dispatcher.dispatching import drain
from routing.model.agents import AgentStatus
from routing.router import Router
from routing.services import agent_create
from simulation.agents_by_hand import agent_give_back, agent_take_over
from simulation.load.load_services import LoadStatus, load_start, load_state, load_stop
from simulation.load.turns import turn_take
from simulation.people.pace import Pace
from tests.centres import agent_now
from tests.unit.simulation.worlds import Clock, a_router

pytestmark = pytest.mark.django_db
ANA = "ana"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def router(clock: Clock) -> Router:
    """Ana alone speaks one language, and is played by a person."""
    router = a_router(clock)
    agent_create(router, name="Ana", gender="F", languages=router.skills.languages, agent_id=ANA)
    agent_take_over(ANA)
    load_start(rate=20, agents=4, by="sue", seed=1, router=router)
    return router


def seconds_of(router: Router, clock: Clock, seconds: int) -> None:
    def sleep(seconds: float) -> None:
        clock.sleep(seconds)
        drain(router)

    for _ in range(seconds):
        turn_take(router, owner="worker", pace=Pace(clock.monotonic, sleep))


def test_a_load_does_not_count_on_them(router: Router) -> None:
    assert len(selectors.agents(router)) == 5


def test_nobody_else_answers_for_them_until_they_are_given_back(router: Router, clock: Clock) -> None:
    while agent_now(router, ANA).status is not AgentStatus.OFFERED:
        seconds_of(router, clock, 1)
    seconds_of(router, clock, 3)
    assert agent_now(router, ANA).status is AgentStatus.OFFERED

    agent_give_back(ANA)
    seconds_of(router, clock, 2)
    assert agent_now(router, ANA).status is not AgentStatus.OFFERED


def test_the_end_of_the_load_ends_their_calls_too(router: Router, clock: Clock) -> None:
    while agent_now(router, ANA).status is not AgentStatus.OFFERED:
        seconds_of(router, clock, 1)
    load_stop(by="sue", now=clock())
    seconds_of(router, clock, 2)

    assert load_state(now=clock()).state is LoadStatus.IDLE
    assert agent_now(router, ANA).call_id is None


def test_to_take_over_and_to_give_back_may_be_repeated() -> None:
    for step in (agent_take_over, agent_take_over, agent_give_back, agent_give_back):
        step(ANA)
