"""Data for the contract tests of tables."""

from uuid import uuid4

from dynamo.items import Key
from dynamo.table import Table
from dynamo.transaction import Transaction


def a_transaction() -> Transaction:
    """A transaction with its own id: tokens apply to the whole engine, not a table."""
    return Transaction(uuid4().hex)


def stored(table: Table, key: Key, **attributes: object) -> None:
    """Puts an item without any condition."""
    transaction = a_transaction()
    transaction.put(key, attributes)  # type: ignore[arg-type]  # the callers pass what may be stored
    assert table.commit(transaction).ok


def a_partition(table: Table, pk: str, count: int) -> None:
    """Puts items with the sort keys 000, 001, …"""
    transaction = a_transaction()
    for number in range(count):
        transaction.put(Key(pk, f"{number:03}"), {"Number": number})
    assert table.commit(transaction).ok
