"""Cost of a sweep: next to nothing if nothing is due, little for each item that is."""

from collections.abc import Callable

import pytest

from dynamo.meter import MeterReading
from dynamo.table import Table
from routing import services
from routing.services.sweeping import Swept
from routing.storage import keys
from tests.builders import a_waiting_agent, a_waiting_call
from tests.contracts.call_life import Life, a_life
from tests.contracts.sweeps.due import DUE, everything_due


def cost(life: Life, action: Callable[[], object]) -> MeterReading:
    """What the requests of an action cost."""
    before = life.router.table.meter.reading()
    action()
    return life.router.table.meter.reading() - before


@pytest.mark.differs("counts other capacity units")
def test_a_sweep_that_finds_nothing_costs_two_read_units_at_most(either_table: Table) -> None:
    life = a_life(either_table)
    for number in range(40):
        a_waiting_call(life.router, f"c{number}")
        a_waiting_agent(life.router, f"a{number}", gender="M")
    services.match_once(life.router)
    assert sum(len(life.router.table.pending(group)) for group in keys.DUE_GROUPS) >= 40

    spent = cost(life, lambda: services.sweep(life.router))

    assert (spent.read_units, spent.write_units, spent.requests) == (2, 0, 4)


def test_a_sweep_of_an_empty_centre_costs_no_more(either_table: Table) -> None:
    life = a_life(either_table)

    assert cost(life, life.sweep).read_units <= 2


def test_what_was_done_costs_nothing_any_more(either_table: Table) -> None:
    life = everything_due(either_table)
    life.sweep()

    assert cost(life, life.sweep).read_units <= 2


def test_each_thing_that_is_due_costs_one_transaction_and_few_reads(either_table: Table) -> None:
    life = everything_due(either_table)

    spent = cost(life, lambda: services.sweep(life.router))

    # The queries and the items found at once; then for each its own reading, its agent, a ticket for the
    # agents who wait again, its transaction. The three calls of one match share an item that says so.
    queries, tickets, shared = 4 + 1, 2, 1 + 1
    rings, others = 3, len(DUE) - 3
    assert spent.requests <= queries + 3 * rings + 2 * others + tickets + shared
    assert spent.read_units <= 25


@pytest.mark.parametrize("strategy", ["batched", "published"])
def test_ringing_costs_no_write_to_the_index_beyond_one_for_all_of_a_match(
    either_table: Table, strategy: str
) -> None:
    life = a_life(either_table, strategy=strategy)
    for number in range(8):
        a_waiting_agent(life.router, f"a{number}")
        a_waiting_call(life.router, f"c{number}")

    matches = len(services.match_once(life.router).matches)

    kept = [item for item in either_table.scan() if str(item["pk"]).startswith(keys.OFFERS_PREFIX)]
    assert [len(str(item["Calls"]).split(",")) for item in kept] == [matches]
    assert matches == (8 if strategy == "batched" else 1)
    assert services.sweep(life.router) == Swept()
