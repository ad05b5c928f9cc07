"""Line to an engine with two sources of trouble, proxy and forger, and one without any; tables compared."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from dynamo.client import connect
from dynamo.items import Attributes, Key, key_of
from dynamo.table import Table
from dynamo.transaction import MAX_ITEMS, Transaction
from tests.faults.forger import Forger
from tests.faults.proxy import FaultProxy
from tests.running import RunningEngine

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@dataclass
class Line:
    """Clients of one engine: `client` through proxy and forger, `calm` past them."""

    proxy: FaultProxy
    client: "DynamoDBClient"
    calm: "DynamoDBClient"
    forger: Forger


@contextmanager
def line_to_engine(folder: Path) -> Iterator[Line]:
    """An engine of its own, until the end of the block."""
    engine = RunningEngine.in_folder(folder)
    with FaultProxy(engine) as proxy:
        client, calm = (
            connect(endpoint_url=url, region="eu-central-1", access_key="local", secret_key="local")
            for url in (proxy.endpoint_url, engine.endpoint_url)
        )
        yield Line(proxy, client, calm, Forger(client))
        client.close()
        calm.close()
    engine.stop()


def items_of(table: Table) -> dict[Key, Attributes]:
    """The whole table."""
    return {key_of(item): item for item in table.scan()}


def copy(table: Table, to: Table) -> None:
    """Writes every item of one table into another."""
    items = list(table.scan())
    for start in range(0, len(items), MAX_ITEMS):
        transaction = Transaction(uuid4().hex)
        for item in items[start : start + MAX_ITEMS]:
            transaction.put(key_of(item), item)
        assert to.commit(transaction).ok
