"""Audit of a table that changes between readings: no change in flight is a finding."""

from collections import deque
from collections.abc import Callable, Iterator

import pytest

from dynamo.items import Attributes, key_of
from routing import services
from routing.model.agents import Choice
from routing.repair.audit import audit
from routing.router import Router
from tests.builders import a_router, a_waiting_agent, a_waiting_call
from tests.centres import agent_now, match_all
from tests.memory.table import MemoryTable
from tests.tables import PassingTable
from tests.unit.routing.repair.damages import DAMAGES


class ReadItemByItem(PassingTable):
    """Scans as a real table does: each item as it is when its turn comes, and others act in between."""

    def __init__(self, behind: MemoryTable) -> None:
        super().__init__(behind)
        self.plan: deque[tuple[int, Callable[[], object]]] = deque()
        self.scans = 0

    def scan(self) -> Iterator[Attributes]:
        self.scans += 1
        at, happens = self.plan.popleft() if self.plan else (-1, lambda: None)
        for number, key in enumerate(sorted(key_of(item) for item in self.behind.scan())):
            if number == at:
                happens()
            item = self.behind.get(key)
            if item is not None:
                yield item


def a_moving_centre() -> tuple[ReadItemByItem, Router, Router]:
    """A centre with people in every state; one router reads it slowly, the other acts on it."""
    slow = ReadItemByItem(MemoryTable())
    reader = a_router(slow)
    actor = a_router(slow.behind)
    for name in ("ana", "eva", "mia"):
        a_waiting_agent(actor, name, languages=("English", "Spanish"))
    for number in (1, 2):
        a_waiting_call(actor, f"c{number}")
    assert match_all(actor) == [("c1", "ana"), ("c2", "eva")]
    services.call_accept(actor, call_id="c2", agent_id="eva")
    a_waiting_call(actor, "c3", gender="M")
    return slow, reader, actor


CHANGES: dict[str, Callable[[Router], object]] = {
    "a match": lambda router: (a_waiting_call(router, "c4"), match_all(router)),
    "a decline and the next offer": lambda router: (
        services.call_decline(router, call_id="c1", agent_id="ana"),
        match_all(router),
    ),
    "a pause": lambda router: services.agent_choose(router, agent_id="mia", choice=Choice.PAUSED),
    "an answer": lambda router: services.call_accept(router, call_id="c1", agent_id="ana"),
    "an end": lambda router: services.call_complete(router, call_id="c2"),
    "a caller who hangs up": lambda router: services.call_abandon(router, call_id="c1"),
    "a reset": services.agents_reset,
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_between_any_two_items_is_no_finding(name: str) -> None:
    slow, reader, _ = a_moving_centre()
    items = sum(1 for _ in slow.behind.scan())
    doubted = 0
    for at in range(items):
        slow, reader, actor = a_moving_centre()
        slow.plan.append((at, lambda actor=actor: CHANGES[name](actor)))  # type: ignore[misc]
        assert audit(reader) == [], f"changed before item {at}"
        doubted += slow.scans == 2
    assert doubted, "some change must have looked like damage at first"


@pytest.mark.parametrize("first", [2, 12, 22])
def test_changes_in_both_readings_are_no_findings(first: int) -> None:
    for second in range(0, 32, 3):
        slow, reader, actor = a_moving_centre()
        slow.plan.append((first, lambda actor=actor: CHANGES["a decline and the next offer"](actor)))  # type: ignore[misc]
        slow.plan.append((second, lambda actor=actor: CHANGES["an end"](actor)))  # type: ignore[misc]
        assert audit(reader) == [], f"changed before items {first} and {second}"


def test_damage_is_named_also_while_others_move() -> None:
    slow, reader, actor = a_moving_centre()
    DAMAGES["an entry of an agent who does not exist"].spoils(actor)
    slow.plan.append((5, lambda: a_waiting_call(actor, "c9", language="French")))
    slow.plan.append((5, lambda: services.call_abandon(actor, call_id="c9")))

    subjects = {finding.subject for finding in audit(reader)}

    assert subjects == {"Q#Spanish#F", "Q#Spanish#F 00000000000000000999"}
    assert agent_now(actor, "mia").ticket == 3
