"""Old table without the sparse index: it gets one, whatever messages are lost."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from mypy_boto3_dynamodb import DynamoDBClient

from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from dynamo.exceptions import OutcomeUnknownError
from dynamo.items import INDEX, INDEX_PK, INDEX_SK, Key
from dynamo.protocol import requests
from dynamo.retry import Retry
from dynamo.transaction import Transaction
from tests.amazon import mock_amazon
from tests.faults.proxy import WRITES, Fault
from tests.integration.dynamo.conftest import FaultyTable

OLD = Key("Call#1", "Call")


def make_old(client: DynamoDBClient, table: DynamoTable) -> None:
    """Makes the table as an earlier version did, with one item that knows of the index already."""
    request = requests.create_table(table.name)
    del request["GlobalSecondaryIndexes"]
    request["AttributeDefinitions"] = [
        one for one in request["AttributeDefinitions"] if one["AttributeName"] in ("pk", "sk")
    ]
    client.create_table(**request)
    fill = Transaction(uuid4().hex)
    fill.put(OLD, {INDEX_PK: "Due", INDEX_SK: "1"})
    assert table.commit(fill).ok


@pytest.fixture
def old_table(faulty_table: FaultyTable) -> Iterator[FaultyTable]:
    """A table on the engine without the index; the proxy may harm its changes."""
    faulty_table.delete()
    make_old(faulty_table.client, faulty_table)
    faulty_table.proxy.harms = frozenset({"UpdateTable"})
    yield faulty_table
    faulty_table.proxy.harms = WRITES


def test_it_gets_the_index_once_and_finds_what_is_there(old_table: FaultyTable) -> None:
    assert old_table.ensure_index() is True

    assert old_table.pending("Due") == [OLD]
    assert old_table.ensure_index() is False


@pytest.mark.parametrize("fault", Fault, ids=lambda fault: fault.name.lower())
def test_whatever_is_lost_it_has_the_index_after_the_next_try(old_table: FaultyTable, fault: Fault) -> None:
    old_table.proxy.next(fault)
    try:
        assert old_table.ensure_index() is True
    except OutcomeUnknownError:
        old_table.ensure_index()

    assert old_table.proxy.happened == [fault]
    assert old_table.ensure_index() is False
    assert old_table.pending("Due") == [OLD]


def test_amazon_accepts_the_request_for_it() -> None:
    with mock_amazon():
        client = connect(endpoint_url=None, region="eu-central-1", access_key="x", secret_key="x")
        table = DynamoTable(client, "calls", retry=Retry())
        make_old(client, table)

        assert table.ensure_index() is True

        (index,) = client.describe_table(TableName="calls")["Table"]["GlobalSecondaryIndexes"]
        assert (index["IndexName"], index["Projection"]) == (INDEX, {"ProjectionType": "KEYS_ONLY"})
        assert [key["AttributeName"] for key in index["KeySchema"]] == [INDEX_PK, INDEX_SK]
        assert table.ensure_index() is False
