"""Tickets: never below one in use, whatever happened to the counter."""

from collections.abc import Iterator
from contextlib import suppress

import pytest

from dynamo.exceptions import DynamoError
from dynamo.items import Attributes
from routing.exceptions import UnreadableItemError
from routing.model.queues import AGENT_SIDE, CALL_SIDE
from routing.repair.audit import audit
from routing.repair.repairing import repair
from routing.router import Router
from routing.services.tickets import reserve_tickets
from routing.storage import keys, store
from routing.storage.ticket_items import last_tickets
from tests.builders import a_waiting_call
from tests.memory.table import MemoryTable
from tests.unit.routing.repair.damages import WOMEN, a_busy_centre, entry_of, remove, spoil


@pytest.fixture
def router() -> Router:
    """A centre with tickets up to 4 for agents and 5 for calls."""
    return a_busy_centre()


def test_they_ascend(router: Router) -> None:
    assert reserve_tickets(router, CALL_SIDE, 3) == range(6, 9)
    assert reserve_tickets(router, CALL_SIDE) == range(9, 10)
    assert last_tickets(router.table) == (4, 9)


def test_a_counter_that_is_lost_begins_beyond_those_in_use(router: Router) -> None:
    spoil(router, keys.agent_entry_key(WOMEN, 70), **entry_of("ghost"))
    for counter in (keys.AGENT_TICKETS, keys.CALL_TICKETS):
        remove(router, counter)
    assert last_tickets(router.table) == (None, None)

    assert reserve_tickets(router, AGENT_SIDE) == range(71, 72)
    assert reserve_tickets(router, CALL_SIDE) == range(6, 7)


@pytest.mark.parametrize(
    "counter",
    [{"Next": "12"}, {"Next": 4.5}, {"Next": -3}, {"Next": True}, {"Next": None}, {"Next": 10**12 + 1}],
)
def test_one_that_cannot_be_read_gives_none_until_it_is_repaired(router: Router, counter: Attributes) -> None:
    spoil(router, keys.CALL_TICKETS, **counter)

    with pytest.raises(UnreadableItemError, match=r"^Tickets Calls: its item in the table cannot be read"):
        a_waiting_call(router, "next")
    (done,) = repair(router)

    assert done.changes[0].endswith("→ 1005, beyond the newest ticket 5")
    assert a_waiting_call(router, "next").ticket == 1006


def test_one_that_nobody_was_given_is_dropped_and_leaves_the_counter_alone(
    router: Router,
) -> None:
    spoil(router, keys.agent_key("ana"), Ticket=10**15)
    spoil(router, keys.agent_entry_key(WOMEN, 10**15), **entry_of("ana"))

    assert [*repair(router)]

    assert audit(router) == []
    ana = store.read_agent(router.table, "ana")
    assert ana is not None
    assert ana.ticket == 5
    assert reserve_tickets(router, AGENT_SIDE) == range(6, 7)


class InUse(MemoryTable):
    """A table in use: a ticket is reserved while the whole table is read."""

    def scan(self) -> Iterator[Attributes]:
        yield from super().scan()
        with suppress(DynamoError):
            self.add(keys.AGENT_TICKETS, "Next", 1)


def test_a_counter_too_high_is_replaced_although_it_moves_on() -> None:
    router = a_busy_centre(InUse())
    spoil(router, keys.AGENT_TICKETS, Next=10**15)
    spoil(router, keys.agent_key("ana"), "Ticket")

    assert [*repair(router)]

    assert audit(router) == []
    assert reserve_tickets(router, AGENT_SIDE).start < 10**4
