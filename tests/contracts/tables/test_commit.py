"""Commit: its promises to callers, in memory and on the real engine."""

import threading

import pytest

from dynamo.changes import Add, Append, Remove, Set
from dynamo.conditions import Absent, Condition, Equals, Exists
from dynamo.exceptions import InvalidRequestError
from dynamo.items import Key
from dynamo.table import Table
from dynamo.transaction import OPERATIONS, Committed, Failure, Refused, Transaction
from tests.contracts.filling import a_transaction, stored

KEY, OTHER = Key("a", "1"), Key("a", "2")
NEW, THERE = Condition("new", Absent()), Condition("there", Exists())


def test_a_transaction_puts_updates_deletes_and_checks(either_table: Table) -> None:
    stored(either_table, Key("a", "update"), Count=1, Log=["x"], Old=True)
    stored(either_table, Key("a", "delete"))
    stored(either_table, Key("a", "check"), Fine=True)
    transaction = a_transaction()
    transaction.put(Key("a", "put"), {"X": 1}, when=NEW)
    transaction.update(
        Key("a", "update"), Add("Count", 2), Append("Log", ["y"]), Remove("Old"), Set("New", 1), when=THERE
    )
    transaction.delete(Key("a", "delete"), when=THERE)
    transaction.check(Key("a", "check"), when=Condition("fine", Equals("Fine", value=True)))
    assert either_table.commit(transaction) == Committed()
    assert either_table.query("a") == [
        {"pk": "a", "sk": "check", "Fine": True},
        {"pk": "a", "sk": "put", "X": 1},
        {"pk": "a", "sk": "update", "Count": 3, "Log": ["x", "y"], "New": 1},
    ]


def test_an_update_makes_an_item_that_is_not_there(either_table: Table) -> None:
    transaction = a_transaction()
    transaction.update(KEY, Append("Log", ["x"]), Add("Count", 1), Remove("Nothing"))
    assert either_table.commit(transaction).ok
    assert either_table.get(KEY) == {"pk": "a", "sk": "1", "Log": ["x"], "Count": 1}


def test_a_put_replaces_the_whole_item(either_table: Table) -> None:
    stored(either_table, KEY, A=1, B=2)
    stored(either_table, KEY, C=3.5)
    assert either_table.get(KEY) == {"pk": "a", "sk": "1", "C": 3.5}


def test_a_refused_transaction_changes_nothing_and_names_every_failed_condition(either_table: Table) -> None:
    stored(either_table, KEY, Status="taken")
    transaction = a_transaction()
    transaction.put(Key("a", "0"), {})
    transaction.update(KEY, Set("Status", "mine"), when=Condition("free", Equals("Status", "free")))
    transaction.delete(OTHER, when=THERE)
    transaction.check(Key("a", "3"), when=NEW)
    assert either_table.commit(transaction) == Refused(
        (
            Failure(KEY, "free", {"pk": "a", "sk": "1", "Status": "taken"}, "ConditionalCheckFailed"),
            Failure(OTHER, "there", None, "ConditionalCheckFailed"),
        )
    )
    assert either_table.query("a") == [{"pk": "a", "sk": "1", "Status": "taken"}]


def test_the_same_transaction_is_applied_once(either_table: Table) -> None:
    transaction = a_transaction()
    transaction.update(KEY, Add("Count", 1))
    assert either_table.commit(transaction).ok
    assert either_table.commit(transaction).ok
    assert either_table.get(KEY) == {"pk": "a", "sk": "1", "Count": 1}


def test_a_refused_transaction_may_be_committed_later(either_table: Table) -> None:
    transaction = a_transaction()
    transaction.delete(KEY, when=THERE)
    assert not either_table.commit(transaction).ok
    stored(either_table, KEY)
    assert either_table.commit(transaction).ok
    assert either_table.get(KEY) is None


def test_an_operation_id_belongs_to_its_actions(either_table: Table) -> None:
    transaction = a_transaction()
    transaction.put(KEY, {"A": 1})
    assert either_table.commit(transaction).ok
    other = Transaction(transaction.operation_id)
    other.put(KEY, {"A": 2})
    with pytest.raises(InvalidRequestError):
        either_table.commit(other)


def test_the_own_operation_id_on_the_old_item_means_success(either_table: Table) -> None:
    transaction = a_transaction()
    mine = transaction.operation_id
    stored(either_table, KEY, Status="mine", **{OPERATIONS: ["before", mine]})
    transaction.update(KEY, Append(OPERATIONS, [mine]), when=Condition("free", Equals("Status", "free")))
    transaction.delete(OTHER, when=THERE)
    assert either_table.commit(transaction) == Committed(recovered=True)


def test_exactly_one_of_many_threads_wins_an_item(either_table: Table) -> None:
    for number in range(5):
        stored(either_table, Key("won", str(number)))
    wins: list[int] = []

    def take_all() -> None:
        for number in range(5):
            transaction = a_transaction()
            transaction.delete(Key("won", str(number)), when=THERE)
            if either_table.commit(transaction).ok:
                wins.append(number)

    threads = [threading.Thread(target=take_all) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(wins) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    "change", [Add("Text", 1), Append("Text", ["x"]), Set("Text", frozenset()), Set("Text", "x" * 500_000)]
)
def test_it_refuses_what_can_not_be_stored_and_applies_nothing(either_table: Table, change: Set) -> None:
    stored(either_table, KEY, Text="text")
    transaction = a_transaction()
    transaction.put(OTHER, {})
    transaction.update(KEY, change)
    with pytest.raises(InvalidRequestError):
        either_table.commit(transaction)
    assert either_table.query("a") == [{"pk": "a", "sk": "1", "Text": "text"}]
