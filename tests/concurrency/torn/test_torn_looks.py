"""Queues read one after the other: an entry between two reads must not upset the order."""

import threading
from collections.abc import Callable

import pytest

from dynamo.items import Attributes
from dynamo.table import Table
from routing import services
from routing.repair.audit import audit
from tests.builders import a_router, a_waiting_agent, a_waiting_call
from tests.centres import match_all
from tests.memory.table import MemoryTable
from tests.tables import PassingTable

EITHER = pytest.mark.parametrize("strategy", ["batched", "published"])


class TornTable(PassingTable):
    """Once armed, runs an action after the first read of one partition and before that of another.

    Without a first one, just before the read of the other.
    """

    def __init__(self, behind: Table) -> None:
        super().__init__(behind)
        self._first_is_read = threading.Event()
        self._first = self._second = ""
        self._act: Callable[[], object] = lambda: None

    def between(self, first: str, second: str, act: Callable[[], object]) -> None:
        self._first, self._second, self._act = first, second, act

    def query(
        self,
        pk: str,
        *,
        limit: int | None = None,
        newest_first: bool = False,
        prefix: str = "",
        first: str = "",
        last: str = "",
        consistent: bool = True,
    ) -> list[Attributes]:
        if pk == self._second:
            self._second = ""
            assert not self._first or self._first_is_read.wait(10)
            self._act()
        rows = super().query(
            pk,
            limit=limit,
            newest_first=newest_first,
            prefix=prefix,
            first=first,
            last=last,
            consistent=consistent,
        )
        if pk == self._first:
            self._first_is_read.set()
        return rows


@EITHER
@pytest.mark.parametrize("others", [("sol", "eli"), ("eli",)], ids=["not seen there", "thought empty"])
def test_an_agent_seen_in_one_of_her_queues_only_goes_to_no_younger_call(
    strategy: str, others: tuple[str, ...]
) -> None:
    table = TornTable(MemoryTable())
    router, calm = a_router(table, strategy=strategy), a_router(table.behind)
    a_waiting_agent(router, "bea", languages=("English", "Spanish"))
    a_waiting_call(router, "c0", gender="F")
    assert match_all(router) == [("c0", "bea")]
    for name in others:
        a_waiting_agent(router, name, languages=("Spanish" if name == "sol" else "English",))
    if "sol" in others:
        a_waiting_call(router, "oldest", gender="F")
    a_waiting_call(router, "old", gender="F")
    a_waiting_call(router, "young", gender="F", language="English")

    first = "Q#Spanish#F" if "sol" in others and strategy == "batched" else ""
    table.between(first, "Q#English#F", lambda: services.call_abandon(calm, call_id="c0"))
    pairs = dict(match_all(router))

    assert {call for call, agent in pairs.items() if agent == "bea"} <= {"oldest", "old"}
    assert pairs["old"] in ("bea", "sol")
    assert audit(calm) == []


@EITHER
def test_a_call_whose_queue_was_thought_empty_is_not_passed_over(strategy: str) -> None:
    table = TornTable(MemoryTable())
    router, calm = a_router(table, strategy=strategy), a_router(table.behind)
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "gone", gender="F")

    def one_goes_and_two_come() -> None:
        services.call_abandon(calm, call_id="gone")
        a_waiting_call(calm, "first", gender="Any")
        a_waiting_call(calm, "second", gender="F")

    table.between("", "W#Spanish#F", one_goes_and_two_come)

    assert [*match_all(router), *match_all(router)] == [("first", "ana")]


@EITHER
def test_a_call_that_is_back_in_its_place_is_not_passed_over_by_the_next_round(strategy: str) -> None:
    table = TornTable(MemoryTable())
    router = a_router(table, strategy=strategy)
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "first")
    a_waiting_call(router, "second", gender="F")
    assert match_all(router) == [("first", "ana")]
    services.call_restore(router, call_id="first")

    assert match_all(router) == [("first", "ana")]
