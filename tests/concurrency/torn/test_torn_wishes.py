"""Preferred agents and direct service, read piece by piece, must not upset the order."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from dynamo.exceptions import EngineUnavailableError
from dynamo.items import Attributes, Key
from dynamo.transaction import Outcome, Transaction
from routing import services
from routing.repair.audit import audit
from routing.router import Router
from tests.builders import a_router, a_waiting_agent, a_waiting_call, as_match
from tests.centres import call_now, match_all
from tests.concurrency.torn.test_torn_looks import TornTable
from tests.memory.table import MemoryTable
from tests.tables import PassingTable


class AskingTable(TornTable):
    """Once armed, runs actions before and after agents are looked up by id."""

    def __init__(self, behind: MemoryTable) -> None:
        super().__init__(behind)
        self.before: Callable[[], object] = lambda: None
        self.after: Callable[[], object] = lambda: None

    def get_many(self, keys: Iterable[Key], *, consistent: bool = True) -> dict[Key, Attributes]:
        wanted = list(keys)
        if not any(key.pk == "AllAgents" for key in wanted):
            return super().get_many(wanted, consistent=consistent)
        before, self.before = self.before, lambda: None
        before()
        found = super().get_many(wanted, consistent=consistent)
        after, self.after = self.after, lambda: None
        after()
        return found


class LostTable(PassingTable):
    """Unreachable after the first commit."""

    lost = False

    def commit(self, transaction: Transaction) -> Outcome:
        outcome = super().commit(transaction)
        self.lost = True
        return outcome

    def get(self, key: Key) -> Attributes | None:
        self._reach()
        return super().get(key)

    def get_many(self, keys: Iterable[Key], *, consistent: bool = True) -> dict[Key, Attributes]:
        self._reach()
        return super().get_many(keys, consistent=consistent)

    def _reach(self) -> None:
        if self.lost:
            raise EngineUnavailableError("http://nowhere")


@pytest.fixture(params=["batched", "published"])
def centre(request: pytest.FixtureRequest) -> tuple[AskingTable, Router, Router]:
    """A table that can be torn, the matcher's router on it, and a plain one behind it."""
    table = AskingTable(MemoryTable())
    return table, a_router(table, strategy=request.param), a_router(table.behind)


def test_an_agent_who_comes_back_is_not_kept_for_a_younger_call_that_asks_for_her(
    centre: tuple[AskingTable, Router, Router],
) -> None:
    table, router, calm = centre
    a_waiting_agent(calm, "ana")
    a_waiting_call(calm, "before")
    assert match_all(calm) == [("before", "ana")]
    a_waiting_agent(calm, "max", gender="M")
    a_waiting_call(calm, "old", gender="F")
    a_waiting_call(calm, "young", preferred_agent="ana")

    table.before = lambda: services.call_abandon(calm, call_id="before")
    pairs = [*match_all(router), *match_all(router)]

    assert pairs == [("old", "ana")]
    assert audit(calm) == []


def test_an_agent_who_was_away_for_a_moment_does_not_go_past_the_call_that_asks_for_her(
    centre: tuple[AskingTable, Router, Router],
) -> None:
    table, router, calm = centre
    a_waiting_agent(calm, "ana")
    a_waiting_call(calm, "old", preferred_agent="ana")
    a_waiting_call(calm, "young", gender="F")

    def she_is_called_away() -> None:
        a_waiting_call(calm, "urgent", priority=0)
        as_match(services.call_offer(calm, agent_id="ana"))

    table.before = she_is_called_away
    table.after = lambda: services.call_abandon(calm, call_id="urgent")
    pairs = [*match_all(router), *match_all(router)]

    assert pairs == [("old", "ana")]
    assert audit(calm) == []


def test_an_agent_who_is_served_now_gets_the_call_that_came_first() -> None:
    table = AskingTable(MemoryTable())
    router, calm = a_router(table), a_router(table.behind)
    a_waiting_agent(calm, "ana")

    def two_come_one_after_the_other() -> None:
        a_waiting_call(calm, "first", gender="F")
        a_waiting_call(calm, "second")

    table.between("W#Spanish#F", "W#Spanish#Any", two_come_one_after_the_other)

    assert services.call_offer(router, agent_id="ana") is None
    assert as_match(services.call_offer(router, agent_id="ana")).call.call_id == "first"


def test_an_offer_that_was_made_is_told_though_the_table_is_away_at_once_afterwards() -> None:
    table = LostTable(MemoryTable())
    calm = a_router(table.behind)
    a_waiting_agent(calm, "ana")
    a_waiting_call(calm, "c1")

    match = as_match(services.call_offer(replace(calm, table=table), agent_id="ana"))

    assert (match.call.call_id, match.agent.agent_id) == ("c1", "ana")
    assert call_now(calm, "c1").agent_id == "ana"
