"""Dispatcher process on the real engine: woken, polling, killed, replaced, without its engine."""

import signal
from itertools import count

import pytest

from bench.ports import free_port
from dynamo.aws_table import DynamoTable
from routing import services
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.repair.audit import audit
from routing.router import Router
from routing.runtime import router as make_router
from routing.services.lease import lease_holder
from tests.builders import a_waiting_agent, a_waiting_call, unique_id
from tests.centres import agent_now, call_now
from tests.forked import Forked
from tests.integration.routing.commands import running
from tests.running import RunningEngine
from tests.waiting import wait_until

NEVER = "30"
numbers = count(1)


@pytest.fixture
def router(table: DynamoTable, redis_url: str) -> Router:
    assert table.exists()
    assert redis_url
    router = make_router()
    services.table_create(router)
    return router


def leads(router: Router, dispatcher: Forked) -> bool:
    """Whether this process is the one that matches."""
    assert dispatcher.is_running, dispatcher.said
    return (lease_holder(router) or "").endswith(f":{dispatcher.pid}")


def wait_until_it_matches(router: Router) -> None:
    """A call and an agent come, in turn one or the other first; then the call rings."""
    number = next(numbers)
    if number % 2:
        a_waiting_call(router, f"c{number}")
        a_waiting_agent(router, f"a{number}")
    else:
        a_waiting_agent(router, f"a{number}")
        a_waiting_call(router, f"c{number}")
    wait_until(lambda: call_now(router, f"c{number}").status is CallStatus.OFFERED, "the call rings")
    assert agent_now(router, f"a{number}").status is AgentStatus.OFFERED


def test_a_notice_wakes_it_long_before_it_would_look(router: Router) -> None:
    with running("dispatch", f"--poll={NEVER}") as dispatcher:

        def led() -> bool:
            """The first look is a poll time after the start, so only a notice can make it begin."""
            services.call_abandon(router, call_id=a_waiting_call(router, unique_id()).call_id)
            return leads(router, dispatcher)

        wait_until(led, "it leads")
        for _ in range(4):
            wait_until_it_matches(router)
    assert audit(router) == []


def test_without_redis_it_looks_by_itself(router: Router) -> None:
    nowhere = f"redis://127.0.0.1:{free_port()}/0"
    with running("dispatch", REDIS_URL=nowhere):
        for _ in range(4):
            wait_until_it_matches(router)
    assert audit(router) == []


def test_it_ends_on_sigterm_and_lets_another_lead(router: Router) -> None:
    with running("dispatch") as dispatcher:
        wait_until(lambda: leads(router, dispatcher), "it leads")
        dispatcher.send(signal.SIGTERM)
        assert (dispatcher.wait(), dispatcher.ending) == ("", "exit code 0")
    assert lease_holder(router) is None


def test_of_two_one_leads_and_the_other_takes_over_when_it_is_killed(router: Router) -> None:
    with running("dispatch") as first:
        wait_until(lambda: leads(router, first), "the first leads")
        with running("dispatch") as second:
            wait_until_it_matches(router)
            first.kill()
            wait_until(lambda: leads(router, second), "the second leads")
            wait_until_it_matches(router)
    assert audit(router) == []


def test_it_waits_for_an_engine_that_was_killed_and_goes_on(router: Router, engine: RunningEngine) -> None:
    with running("dispatch") as dispatcher:
        wait_until(lambda: leads(router, dispatcher), "it leads")
        engine.kill()
        engine.restart()
        wait_until_it_matches(router)
        assert dispatcher.is_running
    assert audit(router) == []


def test_it_waits_for_a_table_that_is_not_there_yet(router: Router) -> None:
    router.table.delete()
    with running("dispatch") as dispatcher:
        wait_until(lambda: "\n" in dispatcher.said, "it says what it waits for")
        (line,) = dispatcher.said.splitlines()
        assert "matching waits: Table" in line
        assert "does not exist." in line
        services.table_create(router)
        wait_until(lambda: dispatcher.said.count("\n") == 2, "it says that it goes on")
        assert "the table answers again" in dispatcher.said.splitlines()[1]
        wait_until_it_matches(router)
