"""Writes to one item: put where there is none, change under a condition; ranges and expiry."""

import threading

import pytest

from dynamo.changes import Add, Set
from dynamo.conditions import Absent, AnyOf, Below, Condition, Exists
from dynamo.exceptions import InvalidRequestError, TableMissingError
from dynamo.items import Attributes, Key
from dynamo.table import Table
from dynamo.transaction import Failure
from tests.contracts.filling import a_partition, stored

KEY = Key("Log#c1", "0000000001")
BEHIND = Condition("behind", Exists(), Below("Read", 7))


def test_an_item_is_put_where_there_is_none(either_table: Table) -> None:
    assert either_table.put_new(KEY, {"ClientID": "a", "Tags": frozenset({"x"})}) is None
    assert either_table.get(KEY) == {"pk": KEY.pk, "sk": KEY.sk, "ClientID": "a", "Tags": frozenset({"x"})}


def test_where_there_is_one_it_stays_and_is_the_answer(either_table: Table) -> None:
    first: Attributes = {"ClientID": "a", "Count": 3, "Tags": frozenset({"x", "y"}), "State": {"Open": True}}
    assert either_table.put_new(KEY, first) is None

    there = either_table.put_new(KEY, {"ClientID": "b"})

    assert there == {"pk": KEY.pk, "sk": KEY.sk, **first}
    assert either_table.get(KEY) == there


def test_of_many_writers_exactly_one_puts_it_and_the_others_learn_who(either_table: Table) -> None:
    answers: dict[str, Attributes | None] = {}

    def put(name: str) -> None:
        answers[name] = either_table.put_new(KEY, {"ClientID": name})

    threads = [threading.Thread(target=put, args=(f"w{number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    (winner,) = [name for name, answer in answers.items() if answer is None]
    assert {answer["ClientID"] for answer in answers.values() if answer} == {winner}


def test_an_item_is_changed_while_its_condition_holds(either_table: Table) -> None:
    stored(either_table, KEY, Read=3)
    assert either_table.change(KEY, Set("Read", 7), when=BEHIND) is None

    blocked = either_table.change(KEY, Set("Read", 5), when=BEHIND)

    assert blocked == Failure(KEY, "behind", {"pk": KEY.pk, "sk": KEY.sk, "Read": 7})
    assert either_table.change(Key("none", "1"), Set("Read", 7), when=BEHIND) == Failure(
        Key("none", "1"), "behind", None
    )
    assert either_table.get(Key("none", "1")) is None


def test_without_a_condition_a_change_makes_what_is_missing(either_table: Table) -> None:
    assert either_table.change(KEY, Set("Read", 1), Add("Times", 2)) is None
    free = Condition("free", AnyOf(Absent(), Below("Read", 2)))
    assert either_table.change(KEY, Set("Read", 2), when=free) is None
    assert either_table.get(KEY) == {"pk": KEY.pk, "sk": KEY.sk, "Read": 2, "Times": 2}


def test_a_change_of_nothing_or_of_the_key_is_refused(either_table: Table) -> None:
    with pytest.raises(InvalidRequestError, match="must change at least one attribute"):
        either_table.change(KEY)
    with pytest.raises(InvalidRequestError, match="and not the key"):
        either_table.change(KEY, Set("sk", "2"))


def test_each_costs_one_write_unit_for_each_kibibyte(either_table: Table) -> None:
    before = either_table.meter.reading()
    either_table.put_new(KEY, {"Text": "x" * 800})
    either_table.change(KEY, Set("Read", 1))
    either_table.put_new(Key("Log#c1", "0000000002"), {"Text": "x" * 1500})
    cost = either_table.meter.reading() - before
    assert (cost.write_units, cost.requests) == (1 + 1 + 2, 3)


def test_a_query_reads_a_range_with_both_its_ends(either_table: Table) -> None:
    a_partition(either_table, "b", 12)

    def numbers(**options: str | bool | int) -> list[object]:
        return [item["Number"] for item in either_table.query("b", **options)]  # type: ignore[arg-type]

    assert numbers(first="003", last="005") == [3, 4, 5]
    assert numbers(first="009") == [9, 10, 11]
    assert numbers(last="001") == [0, 1]
    assert numbers(last="005", newest_first=True, limit=2) == [5, 4]
    assert numbers(first="005", limit=1) == [5]


def test_items_may_expire_by_an_attribute(absent_table: Table) -> None:
    with pytest.raises(TableMissingError):
        absent_table.ensure_expiry("ExpiresAt")
    absent_table.create(expires="ExpiresAt")
    assert absent_table.ensure_expiry("ExpiresAt") is False


def test_a_table_made_without_it_gets_it_once(either_table: Table) -> None:
    assert either_table.ensure_expiry("ExpiresAt") is True
    assert either_table.ensure_expiry("ExpiresAt") is False
