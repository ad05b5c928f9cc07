"""Both tables under contract: in memory, and on the real engine."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from mypy_boto3_dynamodb import DynamoDBClient

from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from dynamo.retry import Retry
from dynamo.table import Table
from tests.memory.table import MemoryTable
from tests.running import RunningEngine


@pytest.fixture(scope="session")
def engine_client(engine: RunningEngine) -> Iterator[DynamoDBClient]:
    """A client of the real engine."""
    client = connect(
        endpoint_url=engine.endpoint_url, region="eu-central-1", access_key="local", secret_key="local"
    )
    yield client
    client.close()


@pytest.fixture(params=["memory", pytest.param("engine", marks=pytest.mark.servers)])
def absent_table(request: pytest.FixtureRequest) -> Iterator[Table]:
    """A table that has not been created, of either kind."""
    name = f"contract-{uuid4().hex}"
    table: Table = MemoryTable(name)
    if request.param == "engine":
        table = DynamoTable(request.getfixturevalue("engine_client"), name, retry=Retry())
    yield table
    if table.exists():
        table.delete()


@pytest.fixture
def either_table(absent_table: Table) -> Table:
    """An empty table of either kind."""
    absent_table.create()
    return absent_table
