"""Requests in DynamoDB's words; the engine and moto accept them."""

from collections.abc import Iterator

import pytest

from dynamo.aws_table import DynamoTable
from dynamo.changes import Add, Append, Remove, Set
from dynamo.client import connect
from dynamo.conditions import Absent, Condition, Equals, Exists
from dynamo.items import Key
from dynamo.protocol.requests import batch_get_item, next_page, query, transact_write_items
from dynamo.retry import Retry
from dynamo.transaction import Transaction
from tests.amazon import mock_amazon

KEY = Key("a", "1")


def a_transaction() -> Transaction:
    transaction = Transaction("op")
    transaction.put(KEY, {"Languages": frozenset({"b", "a"})}, when=Condition("new", Absent()))
    transaction.update(
        Key("a", "2"),
        Set("Status", "queued"),
        Add("Version", 1),
        Append("Log", ["x"]),
        Remove("Reason"),
        when=Condition("free", Exists(), Equals("Status", "available")),
    )
    transaction.delete(Key("a", "3"))
    transaction.check(Key("a", "4"), when=Condition("absent", Absent()))
    return transaction


def test_a_transaction_is_written_with_one_action_per_item() -> None:
    put, update, delete, check = transact_write_items("calls", a_transaction(), token=True)["TransactItems"]
    assert put["Put"] == {
        "TableName": "calls",
        "Item": {"pk": {"S": "a"}, "sk": {"S": "1"}, "Languages": {"SS": ["a", "b"]}},
        "ConditionExpression": "attribute_not_exists(#pk)",
        "ExpressionAttributeNames": {"#pk": "pk"},
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }
    assert update["Update"]["UpdateExpression"] == (
        "SET #Status = :0, #Log = list_append(if_not_exists(#Log, :2), :3) ADD #Version :1 REMOVE #Reason"
    )
    assert update["Update"]["ConditionExpression"] == "attribute_exists(#pk) AND #Status = :4"
    assert delete["Delete"] == {"TableName": "calls", "Key": {"pk": {"S": "a"}, "sk": {"S": "3"}}}
    assert check["ConditionCheck"]["ReturnValuesOnConditionCheckFailure"] == "ALL_OLD"


def test_the_token_is_the_operation_id_and_capacity_is_asked_for() -> None:
    request = transact_write_items("calls", a_transaction(), token=True)
    assert request["ClientRequestToken"] == "op"
    assert request["ReturnConsumedCapacity"] == "TOTAL"


def test_a_query_is_consistent_and_goes_on_where_the_page_ended() -> None:
    request = query("calls", "Q", prefix="5#", newest_first=True)
    assert request["ConsistentRead"] is True
    assert request["ScanIndexForward"] is False
    assert request["KeyConditionExpression"] == "#pk = :0 AND begins_with(#sk, :1)"
    last = {"pk": {"S": "Q"}, "sk": {"S": "5#1"}}
    assert next_page(request, {"LastEvaluatedKey": last}) == {**request, "ExclusiveStartKey": last}
    assert next_page(request, {"Items": []}) is None


@pytest.fixture
def amazon_table() -> Iterator[DynamoTable]:
    """A table on moto, reached as Amazon is: without any endpoint."""
    with mock_amazon():
        client = connect(endpoint_url=None, region="eu-central-1", access_key="x", secret_key="x")
        yield DynamoTable(client, "calls", retry=Retry())


def test_a_table_is_billed_on_demand(amazon_table: DynamoTable) -> None:
    client = connect(endpoint_url=None, region="eu-central-1", access_key="x", secret_key="x")
    amazon_table.create()
    described = client.describe_table(TableName="calls")["Table"]
    assert described["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"
    assert described["KeySchema"] == [
        {"AttributeName": "pk", "KeyType": "HASH"},
        {"AttributeName": "sk", "KeyType": "RANGE"},
    ]


def test_every_request_has_a_shape_that_amazon_accepts(amazon_table: DynamoTable) -> None:
    amazon_table.create()
    fill = Transaction("fill")
    fill.put(Key("a", "2"), {"Status": "available"})
    assert amazon_table.commit(fill).ok
    assert amazon_table.commit(a_transaction()).ok
    assert amazon_table.get(KEY) == amazon_table.snapshot([KEY])[KEY] == amazon_table.get_many([KEY])[KEY]
    assert [item["sk"] for item in amazon_table.query("a", limit=2)] == ["1", "2"]
    assert amazon_table.add(Key("a", "2"), "Version", 4) == 5
    assert len(list(amazon_table.scan())) == 2
    assert [item["sk"] for item in amazon_table.query("a", first="2", last="3")] == ["2"]
    amazon_table.delete()
    assert not amazon_table.exists()


def test_writes_of_one_item_and_expiry_have_shapes_that_amazon_accepts(amazon_table: DynamoTable) -> None:
    amazon_table.create(expires="ExpiresAt")
    assert amazon_table.ensure_expiry("ExpiresAt") is False
    assert amazon_table.put_new(KEY, {"ClientID": "a"}) is None
    assert amazon_table.put_new(KEY, {"ClientID": "b"}) == {"pk": "a", "sk": "1", "ClientID": "a"}
    is_b = Condition("is_b", Equals("ClientID", "b"))
    assert amazon_table.change(KEY, Set("Read", 1)) is None
    blocked = amazon_table.change(KEY, Set("Read", 2), when=is_b)
    assert blocked is not None
    assert blocked.image == {"pk": "a", "sk": "1", "ClientID": "a", "Read": 1}


def test_a_transaction_names_the_table_of_each_item() -> None:
    transaction = Transaction("op")
    transaction.put(Key("Log#c1", "1", "calls-messages"), {}, when=Condition("new", Absent()))
    transaction.update(KEY, Set("Status", "queued"))
    put, update = transact_write_items("calls", transaction, token=True)["TransactItems"]
    assert (put["Put"]["TableName"], update["Update"]["TableName"]) == ("calls-messages", "calls")
    both = [KEY, Key("a", "1", "calls-messages"), Key("a", "2")]
    wanted = batch_get_item("calls", both)["RequestItems"]
    assert {table: len(keys["Keys"]) for table, keys in wanted.items()} == {"calls": 2, "calls-messages": 1}
