"""Transactions over two tables: applied as a whole or not at all, in memory and on the real engines."""

import pytest

from dynamo.changes import Append, Set
from dynamo.conditions import Absent, Condition, Equals
from dynamo.exceptions import TableMissingError
from dynamo.items import Key
from dynamo.table import Table
from dynamo.transaction import OPERATIONS, Committed, Failure, Refused, Transaction
from tests.contracts.filling import a_transaction, stored

CALL = Key("Call#1", "Call")
NEW, WAITING = Condition("new", Absent()), Condition("waiting", Equals("Status", "queued"))


def a_message(table: Table) -> Key:
    """The key of the first message, in its own table."""
    return Key("Log#c1", "0000000001", table.name)


def accepting(message: Key) -> Transaction:
    """A call accepted, with the message that says so in the other table."""
    transaction = a_transaction()
    mine = transaction.operation_id
    transaction.update(CALL, Set("Status", "inProgress"), Append(OPERATIONS, [mine]), when=WAITING)
    transaction.put(message, {"Body": "accepted", "Operation": mine}, when=NEW)
    return transaction


def test_both_tables_change_together(either_table: Table, second_table: Table) -> None:
    stored(either_table, CALL, Status="queued")
    message = a_message(second_table)

    assert either_table.commit(accepting(message)) == Committed()

    call, written = either_table.get(CALL), second_table.get(Key(message.pk, message.sk))
    assert call is not None
    assert written is not None
    assert (call["Status"], written["Body"]) == ("inProgress", "accepted")
    assert either_table.get(Key(message.pk, message.sk)) is None, "it is in its own table only"


@pytest.mark.parametrize("blocked", ["call", "message", "both"])
def test_a_refusal_in_either_table_changes_neither_and_names_the_items(
    either_table: Table, second_table: Table, blocked: str
) -> None:
    message = a_message(second_table)
    stored(either_table, CALL, Status="queued" if blocked == "message" else "abandoned")
    if blocked != "call":
        stored(second_table, Key(message.pk, message.sk), Body="seen by nobody")

    outcome = either_table.commit(accepting(message))

    call = Failure(CALL, "waiting", {"pk": CALL.pk, "sk": CALL.sk, "Status": "abandoned"})
    line = Failure(message, "new", {"pk": message.pk, "sk": message.sk, "Body": "seen by nobody"})
    assert outcome == Refused({"call": (call,), "message": (line,), "both": (call, line)}[blocked])
    found = second_table.get(Key(message.pk, message.sk))
    assert found is None if blocked == "call" else found == line.image
    assert either_table.get(CALL) == {
        "pk": CALL.pk,
        "sk": CALL.sk,
        "Status": "queued" if blocked == "message" else "abandoned",
    }


def test_items_of_the_same_key_in_two_tables_are_two_items(either_table: Table, second_table: Table) -> None:
    transaction = a_transaction()
    transaction.put(CALL, {"Where": "first"})
    transaction.put(CALL._replace(table=second_table.name), {"Where": "second"})
    assert either_table.commit(transaction).ok
    both = [CALL, CALL._replace(table=second_table.name)]
    found = either_table.get_many(both)
    assert [found[key]["Where"] for key in both] == ["first", "second"]
    assert either_table.get(both[1]) == found[both[1]]
    assert either_table.snapshot(both) == found


def test_the_own_operation_id_on_the_old_item_of_the_other_table_means_success(
    either_table: Table, second_table: Table
) -> None:
    message = a_message(second_table)
    transaction = a_transaction()
    transaction.update(CALL, Set("Status", "inProgress"))
    transaction.put(message, {OPERATIONS: [transaction.operation_id]}, when=NEW)
    stored(second_table, Key(message.pk, message.sk), **{OPERATIONS: [transaction.operation_id]})

    assert either_table.commit(transaction) == Committed(recovered=True)


def test_a_missing_other_table_is_an_error_that_names_it(either_table: Table) -> None:
    stored(either_table, CALL, Status="queued")
    with pytest.raises(TableMissingError, match=f"{either_table.name}-none does not exist"):
        either_table.commit(accepting(Key("Log#c1", "1", f"{either_table.name}-none")))
    assert either_table.get(CALL) == {"pk": CALL.pk, "sk": CALL.sk, "Status": "queued"}


@pytest.mark.differs("counts other capacity units")
def test_the_meter_counts_the_units_of_both(either_table: Table, second_table: Table) -> None:
    stored(either_table, CALL, Status="queued")
    before = either_table.meter.reading()
    assert either_table.commit(accepting(a_message(second_table))).ok
    cost = either_table.meter.reading() - before
    assert (cost.write_units, cost.requests) == (2 + 2, 1)
