"""Transaction: refuses before sending what DynamoDB would refuse."""

import pytest

from dynamo.changes import Append, Set
from dynamo.conditions import Absent, Condition, Exists
from dynamo.exceptions import DuplicateActionError, InvalidRequestError, TransactionTooLargeError
from dynamo.items import Key
from dynamo.transaction import OPERATIONS, ActionKind, Transaction, names_operation

KEY = Key("a", "b")
THERE = Condition("there", Exists())


def test_it_collects_actions_in_order() -> None:
    transaction = Transaction("op")
    transaction.put(Key("a", "1"), {"X": 1}, when=Condition("new", Absent()))
    transaction.update(Key("a", "2"), Set("X", 2))
    transaction.delete(Key("a", "3"), when=THERE)
    transaction.check(Key("a", "4"), when=THERE)
    assert [action.kind for action in transaction.actions] == list(ActionKind)
    assert len(transaction) == 4
    assert Key("a", "2") in transaction
    assert Key("a", "5") not in transaction


def test_a_put_carries_its_key_whatever_the_attributes_say() -> None:
    transaction = Transaction("op")
    transaction.put(KEY, {"pk": "other", "X": 1})
    assert transaction.actions[0].attributes == {"pk": "a", "sk": "b", "X": 1}


def test_it_refuses_a_second_action_on_one_item() -> None:
    transaction = Transaction("op")
    transaction.delete(KEY)
    with pytest.raises(DuplicateActionError, match="acts twice on the item a / b") as caught:
        transaction.check(KEY, when=THERE)
    assert caught.value.key == KEY


def test_it_refuses_the_101st_item() -> None:
    transaction = Transaction("op")
    for number in range(100):
        transaction.delete(Key("a", str(number)))
    with pytest.raises(TransactionTooLargeError, match="would have 101 items; the limit is 100") as caught:
        transaction.delete(KEY)
    assert (caught.value.items, caught.value.limit) == (101, 100)
    assert len(transaction) == 100


@pytest.mark.parametrize("operation_id", ["", "x" * 37])
def test_it_refuses_an_operation_id_that_is_no_token(operation_id: str) -> None:
    with pytest.raises(InvalidRequestError, match=f"has {len(operation_id)} characters; 1 to 36"):
        Transaction(operation_id)


@pytest.mark.parametrize("changes", [(), (Set("X", 1), Append("X", [1])), (Set("pk", "z"),)])
def test_it_refuses_an_update_that_makes_no_sense(changes: tuple[Set | Append, ...]) -> None:
    with pytest.raises(InvalidRequestError, match="the update of a / b"):
        Transaction("op").update(KEY, *changes)


def test_it_knows_which_items_will_keep_the_operation_id() -> None:
    transaction = Transaction("op")
    transaction.put(Key("a", "1"), {OPERATIONS: ["op"]})
    transaction.update(Key("a", "2"), Append(OPERATIONS, ["op"]))
    transaction.put(Key("a", "3"), {"X": 1})
    transaction.delete(Key("a", "4"))
    assert [action.writes_operations for action in transaction.actions] == [True, True, False, False]


def test_an_item_names_the_operations_that_changed_it() -> None:
    assert names_operation({OPERATIONS: ["one", "two"]}, "two")
    assert not names_operation({OPERATIONS: ["one"]}, "two")
    assert not names_operation({OPERATIONS: "two"}, "two")
    assert not names_operation({}, "two")
    assert not names_operation(None, "two")
