"""Load on the real engine, through beat's task, beside a real dispatcher."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from pytest_django import Settings

from dynamo.aws_table import DynamoTable
from dynamo.retry import Retry
from routing import runtime, selectors
from routing.dispatcher.dispatching import drain
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.repair.audit import audit
from routing.router import Router
from routing.services import table_create
from simulation.load.load_services import LoadStatus, load_start, load_state, load_stop
from simulation.tasks import play_in_real_time
from tests.running import RunningEngine
from tests.waiting import wait_until

# The worker's threads and the test look at the same rows, so the rows are really committed.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def router(table: DynamoTable, redis_url: str, settings: Settings) -> Router:
    """The router of this process, as the task has it."""
    assert redis_url == settings.REDIS_URL
    router = runtime.router()
    assert router.table.name == table.name
    table_create(router)
    return router


@pytest.fixture
def dispatcher(router: Router) -> Iterator[None]:
    """Matches all the time, as the dispatcher process does."""
    stop = threading.Event()

    def match() -> None:
        while not stop.wait(0.02):
            drain(router)

    with ThreadPoolExecutor(1) as pool:
        matching = pool.submit(match)
        yield
        stop.set()
        matching.result()


def ticked(what: str, condition: Callable[[], bool]) -> None:
    """Ticks until the condition holds."""
    wait_until(lambda: play_in_real_time.apply().get() or condition(), what)


def completed(router: Router) -> int:
    """The number of completed calls."""
    return sum(call.status is CallStatus.COMPLETED for call in selectors.all_calls(router))


@pytest.mark.usefixtures("dispatcher")
def test_calls_arrive_are_answered_and_end_and_nothing_is_left_half_done(router: Router) -> None:
    load_start(
        rate=20,
        agents=40,
        seed=5,
        by="sue",
        talk_seconds=0.5,
        wrap_up_seconds=0.2,
        answer_seconds=0.2,
        patience_seconds=2,
    )
    ticked("thirty calls were completed", lambda: completed(router) >= 30)

    load_stop(by="sue")
    ticked("the load has ended", lambda: load_state().state is LoadStatus.IDLE)

    calls = list(selectors.all_calls(router))
    assert all(call.is_ended for call in calls)
    assert {agent.status for agent in selectors.agents(router)} == {AgentStatus.QUEUED}
    assert audit(router) == []


def test_an_engine_killed_under_the_load_is_said_and_the_load_goes_on(
    engine: RunningEngine, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "Retry", lambda: Retry(deadline_seconds=0.5))
    runtime.forget()
    load_start(rate=20, agents=5, seed=5, by="sue")
    ticked("calls arrived", lambda: load_state().arrived >= 5)

    engine.kill()
    ticked("the load says what it waits for", lambda: "does not answer" in load_state().error)
    engine.restart()
    before = load_state().arrived
    ticked("more calls arrived", lambda: load_state().arrived > before and not load_state().error)

    load_stop(by="sue")
    ticked("the load has ended", lambda: load_state().state is LoadStatus.IDLE)
    assert audit(router) == []
