"""Concurrent sweeps and failures: what is due is done once, one failure stops nothing else."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from dynamo.exceptions import EngineUnavailableError
from dynamo.transaction import Outcome, Transaction
from routing import selectors, services
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.repair.audit import audit
from routing.router import Router
from tests.builders import FakeClock, a_router, a_waiting_agent, a_waiting_call
from tests.centres import match_all
from tests.memory.table import MemoryTable
from tests.tables import PassingTable

MANY = 40
SWEEPERS = 4


class PartlyAwayTable(PassingTable):
    """Unreachable for writes of one agent."""

    away_for = ""

    def commit(self, transaction: Transaction) -> Outcome:
        if self.away_for and any(action.key.sk == f"Agent#{self.away_for}" for action in transaction.actions):
            raise EngineUnavailableError("http://nowhere")
        return super().commit(transaction)


def ringing(table: PassingTable, clock: FakeClock) -> Router:
    """A contact centre with many ringing calls."""
    router = a_router(table, clock=clock)
    for number in range(MANY):
        a_waiting_agent(router, f"a{number:02d}")
        a_waiting_call(router, f"c{number:02d}")
    assert len(match_all(router)) == MANY
    return router


def test_one_failure_stops_nothing_else_and_is_told() -> None:
    table, clock = PartlyAwayTable(MemoryTable()), FakeClock()
    router = ringing(table, clock)
    table.away_for = "a00"
    clock.advance(20)

    with pytest.raises(EngineUnavailableError):
        services.sweep(router)
    ring = [agent.agent_id for agent in selectors.agents(router) if agent.status is AgentStatus.OFFERED]
    table.away_for = ""
    rest = services.sweep(router)

    offered = {call.agent_id for call in selectors.all_calls(router) if call.status is CallStatus.OFFERED}
    assert ring == ["a00"]
    assert rest.changed == 1
    assert offered == set()
    assert audit(router) == []


def test_many_sweeps_at_once_do_everything_once() -> None:
    table, clock = PassingTable(MemoryTable()), FakeClock()
    router = ringing(table, clock)
    clock.advance(20)

    with ThreadPoolExecutor(SWEEPERS) as threads:
        list(threads.map(lambda _: services.sweep(router), range(SWEEPERS)))

    assert {call.failures for call in selectors.all_calls(router)} == {1}
    assert {agent.missed_offers for agent in selectors.agents(router)} == {1}
    assert services.sweep(router).changed == 0
    assert audit(router) == []
