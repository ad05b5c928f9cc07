"""Tables under contract: in memory, on the embedded engine, and on DynamoDB Local."""

from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from mypy_boto3_dynamodb import DynamoDBClient

from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from dynamo.retry import Retry
from dynamo.table import Table
from tests.dynamodb_local import NAME
from tests.memory.table import MemoryTable
from tests.running import RunningEngine

ENGINES = [
    pytest.param("engine", marks=pytest.mark.servers),
    pytest.param(NAME, marks=[pytest.mark.servers, pytest.mark.dynamodb_local]),
]
# What uses the promises of a table is in every run on the embedded engine, and in the storm on both.
ALWAYS_ON_BOTH = ("tables/", "test_damaged_items.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves most of DynamoDB Local to exhaustive runs, and expects its known differences."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and item.get_closest_marker(NAME):
            if not str(item.path.relative_to(here)).startswith(ALWAYS_ON_BOTH):
                item.add_marker(pytest.mark.exhaustive)
            if known := item.get_closest_marker("differs"):
                item.add_marker(pytest.mark.xfail(strict=True, reason=f"DynamoDB Local {known.args[0]}"))


@pytest.fixture(scope="session")
def clients() -> Iterator[Callable[[RunningEngine], DynamoDBClient]]:
    """One client for each engine."""
    made: dict[str, DynamoDBClient] = {}

    def client_of(engine: RunningEngine) -> DynamoDBClient:
        url = engine.endpoint_url
        if url not in made:
            made[url] = connect(
                endpoint_url=url, region="eu-central-1", access_key="local", secret_key="local"
            )
        return made[url]

    yield client_of
    for client in made.values():
        client.close()


@pytest.fixture(params=["memory", *ENGINES])
def absent_table(
    request: pytest.FixtureRequest, clients: Callable[[RunningEngine], DynamoDBClient]
) -> Iterator[Table]:
    """A table that has not been created, of each kind."""
    name = f"contract-{uuid4().hex}"
    table: Table = MemoryTable(name)
    if request.param != "memory":
        table = DynamoTable(clients(request.getfixturevalue(request.param)), name, retry=Retry())
    yield table
    if table.exists():
        table.delete()


@pytest.fixture
def either_table(absent_table: Table) -> Table:
    """An empty table of each kind."""
    absent_table.create()
    return absent_table
