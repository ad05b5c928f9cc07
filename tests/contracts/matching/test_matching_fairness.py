"""Fairness of matching: first queued, first served, also if both arrive during a read."""

import pytest

from dynamo.table import Table
from routing import services
from routing.repair.audit import audit
from routing.router import Router
from tests.builders import a_router, a_waiting_agent, a_waiting_call
from tests.centres import match_all
from tests.tables import InterruptedTable
from tests.waiting import wait_until


@pytest.fixture
def watched(either_table: Table) -> InterruptedTable:
    return InterruptedTable(either_table)


def router_of(watched: InterruptedTable, strategy: str) -> Router:
    """Agents Fay and Max wait; so do, once the test says so, as many calls as it likes."""
    router = a_router(watched, strategy=strategy)
    a_waiting_agent(router, "fay", gender="F")
    a_waiting_agent(router, "max", gender="M")
    return router


def was_read(watched: InterruptedTable, queue: str) -> None:
    wait_until(lambda: queue in {pk for pk, _ in watched.queries}, f"{queue} is read")


@pytest.mark.parametrize("strategy", ["batched", "published"])
def test_an_agent_who_queued_first_is_rung_first_though_the_second_was_seen_first(
    watched: InterruptedTable, strategy: str
) -> None:
    router, other = router_of(watched, strategy), a_router(watched.behind)
    for number in (1, 2, 3):
        a_waiting_call(router, f"c{number}")

    def two_come_one_after_the_other() -> None:
        was_read(watched, "Q#Spanish#F")
        a_waiting_agent(other, "first", gender="F")
        a_waiting_agent(other, "second", gender="M")

    watched.before_queries["Q#Spanish#M"] = two_come_one_after_the_other

    assert match_all(router) == [("c1", "fay"), ("c2", "max"), ("c3", "first")]
    assert audit(router) == []


@pytest.mark.parametrize("strategy", ["batched", "published"])
def test_an_agent_who_queued_first_is_rung_first_though_its_queue_was_empty(
    watched: InterruptedTable, strategy: str
) -> None:
    router, other = router_of(watched, strategy), a_router(watched.behind)
    for number in (1, 2, 3):
        a_waiting_call(router, f"c{number}")

    def two_come_one_after_the_other() -> None:
        a_waiting_agent(other, "first", gender="T")
        a_waiting_agent(other, "second", gender="M")

    watched.before_queries["Q#Spanish#M"] = two_come_one_after_the_other

    assert match_all(router) == [("c1", "fay"), ("c2", "max"), ("c3", "first")]


@pytest.mark.parametrize("strategy", ["batched", "published"])
def test_a_call_that_came_first_is_offered_first_though_the_second_was_seen_first(
    watched: InterruptedTable, strategy: str
) -> None:
    router, other = a_router(watched, strategy=strategy), a_router(watched.behind)
    for name in ("ana", "eva", "mia"):
        a_waiting_agent(router, name)
    a_waiting_call(router, "c1")
    a_waiting_call(router, "c2", gender="F")

    def two_come_one_after_the_other() -> None:
        was_read(watched, "W#Spanish#Any")
        a_waiting_call(other, "first")
        a_waiting_call(other, "second", gender="F")

    watched.before_queries["W#Spanish#F"] = two_come_one_after_the_other

    assert match_all(router) == [("c1", "ana"), ("c2", "eva"), ("first", "mia")]


def test_who_came_since_the_look_began_waits_for_the_next_round(watched: InterruptedTable) -> None:
    router, other = router_of(watched, "batched"), a_router(watched.behind)
    a_waiting_call(router, "c1")
    a_waiting_call(router, "c2")
    many = [f"new{number}" for number in range(9)]
    watched.before_queries["W#Spanish#Any"] = lambda: [a_waiting_call(other, one) for one in many]
    services.call_abandon(router, call_id="c2")

    found = services.match_once(router)

    assert [(match.call.call_id, match.agent.agent_id) for match in found.matches] == [("c1", "fay")]
    assert match_all(router) == [("new0", "max")]
