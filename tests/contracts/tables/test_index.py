"""Sparse index of either table: only items with both attributes, sorted by the second."""

import pytest

from dynamo.changes import Remove, Set
from dynamo.conditions import Condition, Equals
from dynamo.exceptions import TableMissingError
from dynamo.items import INDEX_PK, INDEX_SK, Key
from dynamo.table import Table
from tests.contracts.filling import a_transaction, stored


def pending(table: Table, name: str, at: str, *, group: str = "Due") -> Key:
    """Puts an item that stands in a group of the index."""
    key = Key(name, "1")
    stored(table, key, **{INDEX_PK: group, INDEX_SK: at})
    return key


def test_a_group_is_read_in_its_order_up_to_a_place_and_a_limit(either_table: Table) -> None:
    second, third, first = pending(either_table, "a", "2"), pending(either_table, "b", "3"), Key("c", "1")
    assert pending(either_table, "c", "1") == first
    pending(either_table, "d", "1", group="Other")

    assert either_table.pending("Due") == [first, second, third]
    assert either_table.pending("Due", until="2") == [first, second]
    assert either_table.pending("Due", until="20") == [first, second]
    assert either_table.pending("Due", until="0") == []
    assert either_table.pending("Due", since="2") == [second, third]
    assert either_table.pending("Due", since="20") == [third]
    assert either_table.pending("Due", since="2", until="2") == [second]
    assert either_table.pending("Due", since="2", newest_first=True, limit=1) == [third]
    assert either_table.pending("Due", limit=2) == [first, second]
    assert either_table.pending("Due", until="3", limit=1) == [first]
    assert either_table.pending("Due", newest_first=True) == [third, second, first]
    assert either_table.pending("Due", until="2", limit=1, newest_first=True) == [second]
    assert either_table.pending("Nothing") == []
    assert (either_table.first_pending("Due"), either_table.first_pending("Nothing")) == ("1", "")


def test_items_at_the_same_place_are_all_found(either_table: Table) -> None:
    together = {pending(either_table, name, "noon") for name in "abc"}

    assert set(either_table.pending("Due", until="noon")) == together


@pytest.mark.parametrize("only", [INDEX_PK, INDEX_SK])
def test_an_item_that_lacks_one_of_the_two_is_not_in_it(either_table: Table, only: str) -> None:
    stored(either_table, Key("a", "1"), **{only: "Due"})

    assert either_table.pending("Due") == []


def test_an_item_moves_leaves_and_comes_back_with_its_attributes(either_table: Table) -> None:
    moving, other = pending(either_table, "a", "1"), pending(either_table, "b", "2")

    later = a_transaction()
    later.update(moving, Set(INDEX_SK, "3"))
    assert either_table.commit(later).ok
    assert either_table.pending("Due") == [other, moving]

    elsewhere = a_transaction()
    elsewhere.update(moving, Set(INDEX_PK, "Elsewhere"))
    assert either_table.commit(elsewhere).ok
    assert (either_table.pending("Due"), either_table.pending("Elsewhere")) == ([other], [moving])

    nowhere = a_transaction()
    nowhere.update(moving, Remove(INDEX_PK))
    assert either_table.commit(nowhere).ok
    assert either_table.pending("Elsewhere") == []

    stored(either_table, other, Something="else")
    assert either_table.pending("Due") == []
    assert pending(either_table, "a", "0") == moving
    assert either_table.pending("Due") == [moving]


def test_an_item_that_is_gone_is_gone_from_it(either_table: Table) -> None:
    gone, there = pending(either_table, "a", "1"), pending(either_table, "b", "2")

    delete = a_transaction()
    delete.delete(gone)
    assert either_table.commit(delete).ok

    assert either_table.pending("Due") == [there]


def test_a_refused_transaction_leaves_it_alone(either_table: Table) -> None:
    key = pending(either_table, "a", "1")
    late = a_transaction()
    late.update(key, Set(INDEX_SK, "9"), when=Condition("at_2", Equals(INDEX_SK, "2")))

    assert not either_table.commit(late).ok
    assert either_table.pending("Due", until="1") == [key]


@pytest.mark.differs("counts other capacity units")
def test_reading_it_costs_half_a_unit_where_nothing_is_due_and_grows_slowly(either_table: Table) -> None:
    before = either_table.meter.reading()
    assert either_table.pending("Due", until="9") == []
    nothing = either_table.meter.reading() - before
    for number in range(20):
        pending(either_table, f"name-{number:02}", "1")
    before = either_table.meter.reading()
    assert len(either_table.pending("Due", until="9")) == 20
    twenty = either_table.meter.reading() - before

    assert (nothing.read_units, nothing.requests) == (0.5, 1)
    assert twenty.read_units <= 2


def test_a_made_table_has_it_and_a_missing_one_says_so(absent_table: Table) -> None:
    with pytest.raises(TableMissingError):
        absent_table.ensure_index()
    with pytest.raises(TableMissingError):
        absent_table.pending("Due")
    absent_table.create()
    assert absent_table.ensure_index() is False
