"""Table in memory: what only it does; the rest is in the contract tests."""

from collections.abc import Iterator

import pytest

from dynamo.changes import Add
from dynamo.items import Key
from dynamo.transaction import Transaction
from tests.memory import commit as memory_commit
from tests.memory.table import MemoryTable

KEY = Key("a", "1")


@pytest.fixture
def table() -> Iterator[MemoryTable]:
    made = MemoryTable()
    made.create()
    yield made
    made.delete()


def count_up(table: MemoryTable, operation_id: str) -> None:
    transaction = Transaction(operation_id)
    transaction.update(KEY, Add("Count", 1))
    assert table.commit(transaction).ok


def test_it_forgets_the_oldest_token_first(table: MemoryTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_commit, "MAX_TOKENS", 2)
    for operation_id in ("one", "two", "three", "two", "three", "one"):
        count_up(table, operation_id)
    assert table.get(KEY) == {"pk": "a", "sk": "1", "Count": 4}


def test_a_new_table_knows_no_token_of_the_old_one(table: MemoryTable) -> None:
    count_up(table, "one")
    table.delete()
    table.create()
    count_up(table, "one")
    assert table.get(KEY) == {"pk": "a", "sk": "1", "Count": 1}


def test_a_repeated_transaction_costs_nothing(table: MemoryTable) -> None:
    count_up(table, "one")
    before = table.meter.reading()
    count_up(table, "one")
    assert (table.meter.reading() - before).write_units == 0
