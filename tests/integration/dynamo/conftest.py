"""Table behind a proxy that drops messages, with a client whose replies can be forged."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from mypy_boto3_dynamodb import DynamoDBClient

from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from dynamo.retry import Retry
from tests.faults.forger import Forger
from tests.faults.proxy import FaultProxy
from tests.running import RunningEngine

DEADLINE_SECONDS = 10.0


class FaultyTable(DynamoTable):
    """A table on the real engine, with its two sources of trouble."""

    def __init__(self, client: DynamoDBClient, proxy: FaultProxy, forger: Forger) -> None:
        self.client, self.proxy, self.forger = client, proxy, forger
        super().__init__(client, f"faulty-{uuid4().hex}", retry=Retry(deadline_seconds=DEADLINE_SECONDS))


@pytest.fixture(scope="session")
def proxy(engine: RunningEngine) -> Iterator[FaultProxy]:
    """The proxy in front of the engine, one for the whole run."""
    with FaultProxy(engine) as running:
        yield running


@pytest.fixture(scope="session")
def faulty_client(proxy: FaultProxy) -> Iterator[DynamoDBClient]:
    """A client that reaches the engine through the proxy."""
    client = connect(
        endpoint_url=proxy.endpoint_url, region="eu-central-1", access_key="local", secret_key="local"
    )
    yield client
    client.close()


@pytest.fixture
def faulty_table(faulty_client: DynamoDBClient, proxy: FaultProxy) -> Iterator[FaultyTable]:
    """An empty table; it comes to no harm until the test plans some."""
    proxy.reset()
    with Forger(faulty_client) as forger:
        table = FaultyTable(faulty_client, proxy, forger)
        table.create()
        yield table
        proxy.reset()
        table.delete()
