"""Table: its promises to callers, in memory and on the real engine."""

import threading
from collections.abc import Callable

import pytest

from dynamo.changes import Add, Append, Change
from dynamo.conditions import Absent, Condition
from dynamo.exceptions import (
    TableExistsError,
    TableMissingError,
    TransactionTooLargeError,
    UnfitItemError,
)
from dynamo.items import Attributes, Key, key_of
from dynamo.table import Table
from dynamo.transaction import Committed
from tests.contracts.filling import a_partition, a_transaction, stored

KEY, OTHER = Key("a", "1"), Key("a", "2")
NEW = Condition("new", Absent())


def test_it_is_there_from_create_to_delete(absent_table: Table) -> None:
    assert not absent_table.exists()
    absent_table.create()
    assert absent_table.exists()
    absent_table.delete()
    assert not absent_table.exists()


def test_it_can_not_be_created_twice(either_table: Table) -> None:
    with pytest.raises(TableExistsError) as caught:
        either_table.create()
    assert caught.value.table == either_table.name


@pytest.mark.parametrize(
    "use",
    [
        lambda table: table.delete(),
        lambda table: table.get(KEY),
        lambda table: table.get_many([KEY]),
        lambda table: table.snapshot([KEY]),
        lambda table: table.query("a"),
        lambda table: list(table.scan()),
        lambda table: table.add(KEY, "Next", 1),
        lambda table: stored(table, KEY),
    ],
)
def test_nothing_can_be_done_with_a_missing_table(
    absent_table: Table, use: Callable[[Table], object]
) -> None:
    with pytest.raises(TableMissingError, match=f"Table {absent_table.name} does not exist"):
        use(absent_table)


# --- reading


def test_it_returns_what_was_stored_with_its_key(either_table: Table) -> None:
    item: Attributes = {
        "Text": "Grüße",
        "Empty": "",
        "Number": -7,
        "Share": 0.25,
        "Yes": True,
        "Nothing": None,
        "Languages": frozenset({"Spanish", "English"}),
        "List": ["a", 1, [None]],
        "Map": {"b": {"c": 2}},
    }
    transaction = a_transaction()
    transaction.put(KEY, item)
    assert either_table.commit(transaction) == Committed()
    assert either_table.get(KEY) == {**item, "pk": "a", "sk": "1"}
    assert either_table.get(OTHER) is None


def test_what_it_returns_belongs_to_the_caller(either_table: Table) -> None:
    stored(either_table, KEY, List=["a"])
    for item in (either_table.get(KEY), either_table.query("a")[0], either_table.snapshot([KEY])[KEY]):
        assert item is not None
        item["List"].append("b")  # type: ignore[union-attr]  # it was stored as a list
    assert either_table.get(KEY) == {"pk": "a", "sk": "1", "List": ["a"]}


def test_it_gets_many_items_and_leaves_out_those_that_are_missing(either_table: Table) -> None:
    for chunk in ("b", "c"):
        a_partition(either_table, chunk, 100)
    keys = [Key(pk, f"{number:03}") for pk in "bc" for number in range(101)]
    found = either_table.get_many([*keys, keys[0]])
    assert set(found) == {key for key in keys if key.sk != "100"}
    assert found[keys[7]]["Number"] == 7
    assert either_table.get_many([]) == {}


def test_a_snapshot_holds_up_to_100_items(either_table: Table) -> None:
    a_partition(either_table, "b", 100)
    keys = [Key("b", f"{number:03}") for number in range(101)]
    assert set(either_table.snapshot([*keys[:50], keys[100], keys[0]])) == set(keys[:50])
    assert either_table.snapshot([]) == {}
    with pytest.raises(TransactionTooLargeError, match="101 items; the limit is 100"):
        either_table.snapshot(keys)


def test_a_query_reads_one_partition_in_order(either_table: Table) -> None:
    a_partition(either_table, "b", 12)
    a_partition(either_table, "c", 3)
    assert [item["sk"] for item in either_table.query("c")] == ["000", "001", "002"]
    assert [item["Number"] for item in either_table.query("b", limit=3)] == [0, 1, 2]
    assert [item["Number"] for item in either_table.query("b", limit=3, newest_first=True)] == [11, 10, 9]
    assert [item["Number"] for item in either_table.query("b", prefix="01")] == [10, 11]
    assert [item["Number"] for item in either_table.query("b", prefix="01", limit=1, newest_first=True)] == [
        11
    ]
    assert either_table.query("b", limit=0) == []
    assert either_table.query("b", prefix="9") == []
    assert either_table.query("nothing") == []


def test_a_query_goes_on_over_pages(either_table: Table) -> None:
    # 12 items of 300 KB are more than the 1 MB that one page holds.
    for number in range(12):
        stored(either_table, Key("big", f"{number:03}"), Text="x" * 300_000)
    assert len(either_table.query("big")) == 12
    assert [item["sk"] for item in either_table.query("big", limit=5)] == [
        f"{number:03}" for number in range(5)
    ]
    assert len(list(either_table.scan())) == 12


def test_a_scan_finds_every_item(either_table: Table) -> None:
    a_partition(either_table, "b", 5)
    stored(either_table, KEY)
    assert {key_of(item) for item in either_table.scan()} == {
        KEY,
        *(Key("b", f"{number:03}") for number in range(5)),
    }


# --- counting


def test_a_number_grows(either_table: Table) -> None:
    stored(either_table, KEY, Next=0)
    assert either_table.add(KEY, "Next", 5) == 5
    assert either_table.add(KEY, "Next", 1) == 6
    assert either_table.get(KEY) == {"pk": "a", "sk": "1", "Next": 6}


@pytest.mark.parametrize("there", [{}, {"Next": "12"}, {"Next": 1.5}, {"Next": True}])
def test_nothing_is_added_where_no_whole_number_is(either_table: Table, there: Attributes) -> None:
    stored(either_table, KEY, **there)
    for key in (KEY, OTHER):
        with pytest.raises(UnfitItemError) as caught:
            either_table.add(key, "Next", 1)
        assert caught.value.keys == (key,)
    assert either_table.get(OTHER) is None, "no number begins by itself"


@pytest.mark.differs("refuses the request without naming the action")
@pytest.mark.parametrize("change", [Add("Text", 1), Append("Text", ["x"])])
def test_a_change_that_does_not_fit_its_item_is_an_error_that_names_it(
    either_table: Table, change: Change
) -> None:
    stored(either_table, KEY, Text="x")
    transaction = a_transaction()
    transaction.put(OTHER, {})
    transaction.update(KEY, change)

    with pytest.raises(UnfitItemError, match="a 1: ") as caught:
        either_table.commit(transaction)

    assert caught.value.keys == (KEY,)
    assert either_table.get(OTHER) is None, "nothing is applied"


def test_many_threads_get_numbers_of_their_own(either_table: Table) -> None:
    stored(either_table, KEY, Next=0)
    got: list[int] = []
    threads = [
        threading.Thread(target=lambda: got.extend(either_table.add(KEY, "Next", 1) for _ in range(10)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == list(range(1, 41))


# --- what it costs


def test_a_query_that_may_lag_costs_half(either_table: Table) -> None:
    a_partition(either_table, "b", 12)
    before = either_table.meter.reading()
    assert len(either_table.query("b")) == 12
    between = either_table.meter.reading()
    assert len(either_table.query("b", consistent=False)) == 12
    cost, half = between - before, either_table.meter.reading() - between
    assert (cost.read_units, half.read_units) == (1, 0.5)


@pytest.mark.differs("counts other capacity units")
def test_it_meters_capacity_units_and_sends(either_table: Table) -> None:
    stored(either_table, Key("a", "4"), Next=0)
    before = either_table.meter.reading()
    transaction = a_transaction()
    transaction.put(KEY, {"Text": "x" * 1500})
    transaction.put(OTHER, {})
    transaction.check(Key("a", "3"), when=NEW)
    either_table.commit(transaction)
    either_table.get(KEY)
    either_table.snapshot([KEY, OTHER])
    either_table.query("a")
    either_table.add(Key("a", "4"), "Next", 1)
    cost = either_table.meter.reading() - before
    assert cost.write_units == 2 * 2 + 2 + 2 + 1
    assert cost.read_units == 1 + 2 * 2 + 1
    assert (cost.requests, cost.attempts, cost.retries) == (5, 5, 0)
