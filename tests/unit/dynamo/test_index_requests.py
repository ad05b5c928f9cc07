"""Requests around the sparse index, in DynamoDB's words; moto accepts them."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dynamo.aws_table import DynamoTable
from dynamo.changes import Remove, Set
from dynamo.client import connect
from dynamo.items import INDEX, INDEX_PK, INDEX_SK, Key
from dynamo.protocol.requests import add_index, create_table, query_index
from dynamo.retry import Retry
from dynamo.transaction import Transaction
from tests.amazon import mock_amazon
from tests.memory.items import MemoryItems


def test_a_table_is_made_with_the_index_of_keys_alone() -> None:
    request = create_table("calls")

    assert {one["AttributeName"] for one in request["AttributeDefinitions"]} == {
        "pk",
        "sk",
        INDEX_PK,
        INDEX_SK,
    }
    assert request["GlobalSecondaryIndexes"] == [
        {
            "IndexName": INDEX,
            "KeySchema": [
                {"AttributeName": INDEX_PK, "KeyType": "HASH"},
                {"AttributeName": INDEX_SK, "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        }
    ]


def test_an_index_added_later_is_the_same_index() -> None:
    (update,) = add_index("calls")["GlobalSecondaryIndexUpdates"]

    assert [update["Create"]] == create_table("calls")["GlobalSecondaryIndexes"]


def test_a_query_of_it_asks_for_no_consistency_which_it_cannot_give() -> None:
    request = query_index("calls", "Due#0", until="2026", newest_first=True)

    assert request["IndexName"] == INDEX
    assert not request.get("ConsistentRead")
    assert request["ScanIndexForward"] is False
    assert request["KeyConditionExpression"] == "#Pending = :0 AND #PendingAt <= :1"
    assert request["ExpressionAttributeValues"] == {":0": {"S": "Due#0"}, ":1": {"S": "2026"}}
    assert request["ReturnConsumedCapacity"] == "TOTAL"


def test_without_an_end_the_whole_group_is_asked_for() -> None:
    request = query_index("calls", "DeadLetters", until="", newest_first=False)

    assert request["KeyConditionExpression"] == "#Pending = :0"
    assert request["ScanIndexForward"] is True


@pytest.fixture
def amazon_table() -> Iterator[DynamoTable]:
    """A table on moto, reached as Amazon is: without any endpoint."""
    with mock_amazon():
        client = connect(endpoint_url=None, region="eu-central-1", access_key="x", secret_key="x")
        table = DynamoTable(client, "calls", retry=Retry())
        table.create()
        yield table


def test_amazon_accepts_every_request_around_it(amazon_table: DynamoTable) -> None:
    fill = Transaction("fill")
    for number in range(3):
        fill.put(Key(f"Call#{number}", "Call"), {INDEX_PK: "Due#0", INDEX_SK: str(number)})
    assert amazon_table.commit(fill).ok
    first, second, third = (Key(f"Call#{number}", "Call") for number in range(3))

    assert amazon_table.pending("Due#0") == [first, second, third]
    assert amazon_table.pending("Due#0", until="1") == [first, second]
    assert amazon_table.pending("Due#0", limit=1, newest_first=True) == [third]
    change = Transaction("change")
    change.update(first, Set(INDEX_SK, "9"))
    change.update(second, Remove(INDEX_PK))
    assert amazon_table.commit(change).ok
    assert amazon_table.pending("Due#0") == [third, first]
    assert amazon_table.ensure_index() is False


_places = st.text(alphabet="abü", min_size=1, max_size=2)


@given(
    st.lists(st.tuples(_places, st.none() | st.tuples(st.sampled_from("XY"), _places))),
    _places | st.just(""),
    _places | st.just(""),
    st.none() | st.integers(1, 4),
)
def test_in_memory_a_group_is_what_sorting_all_items_would_give(
    steps: list[tuple[str, tuple[str, str] | None]], since: str, until: str, limit: int | None
) -> None:
    items, expected = MemoryItems(), dict[str, tuple[str, str]]()
    for pk, place in steps:
        expected.pop(pk, None)
        if place is None:
            items.remove(Key(pk, "1"))
            continue
        items.put(Key(pk, "1"), {"pk": pk, "sk": "1", INDEX_PK: place[0], INDEX_SK: place[1]})
        expected[pk] = place
    for group in "XY":
        there = sorted((at, pk) for pk, (own, at) in expected.items() if own == group)
        wanted = [Key(pk, "1") for at, pk in there if since <= at and (not until or at <= until)]
        found = items.pending(group, since=since, until=until, limit=limit, newest_first=False)
        assert found == wanted[:limit]
        newest = items.pending(group, since=since, until=until, limit=limit, newest_first=True)
        assert newest == wanted[::-1][:limit]
