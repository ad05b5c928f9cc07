"""Tables under contract: in memory, on the embedded engine, and on DynamoDB Local."""

from collections.abc import Callable, Iterator
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
# The embedded engine through boto3's own operations, as with DYNAMODB_CLIENT=boto3.
BOTO3 = "boto3"
HERE = "tests/contracts/"
# The promises of a table themselves, and what leans on each of them.
ALWAYS_ON_ALL = ("tables/",)
ALWAYS_ON_BOTH = (*ALWAYS_ON_ALL, "test_damaged_items.py")
# What reads by the index, reads much or counts costs. All others need a table that keeps its promises, and
# each of their writes is on the engine in the fault matrices, all of them together in the storms.
ALWAYS_ON_ENGINE = (
    *(*ALWAYS_ON_BOTH, "matching/", "sweeps/", "messaging/scenes/"),
    *("chats/test_chat_costs.py", "messaging/test_reading.py", "messaging/test_purge.py", "test_"),
)
ALWAYS = {"engine": ALWAYS_ON_ENGINE, NAME: ALWAYS_ON_BOTH, BOTO3: ALWAYS_ON_ALL}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves most of what runs on engines to exhaustive runs, and expects known differences."""
    for item in items:
        kind = _kind_of_table(item) if item.nodeid.startswith(HERE) else ""
        if kind and not item.nodeid.removeprefix(HERE).startswith(ALWAYS[kind]):
            item.add_marker(pytest.mark.exhaustive)
        if kind == NAME and (known := item.get_closest_marker("differs")):
            item.add_marker(pytest.mark.xfail(strict=True, reason=f"DynamoDB Local {known.args[0]}"))


def _kind_of_table(item: pytest.Item) -> str:
    """The engine that the test is on, empty where it is on none."""
    call = getattr(item, "callspec", None)
    kind = str(call.params.get("absent_table", "")) if call else ""
    return kind if kind in ALWAYS else ""


@pytest.fixture(scope="session")
def clients() -> Iterator[Callable[..., DynamoDBClient]]:
    """One client for each engine, and each way to make requests."""
    made: dict[tuple[str, bool], DynamoDBClient] = {}

    def client_of(engine: RunningEngine, *, plain_json: bool = True) -> DynamoDBClient:
        which = engine.endpoint_url, plain_json
        if which not in made:
            made[which] = connect(
                endpoint_url=engine.endpoint_url,
                region="eu-central-1",
                access_key="local",
                secret_key="local",
                plain_json=plain_json,
            )
        return made[which]

    yield client_of
    for client in made.values():
        client.close()


@pytest.fixture(
    params=["memory", *ENGINES, pytest.param(BOTO3, marks=[pytest.mark.servers, pytest.mark.boto3])]
)
def absent_table(request: pytest.FixtureRequest, clients: Callable[..., DynamoDBClient]) -> Iterator[Table]:
    """A table that has not been created, of each kind."""
    name = f"contract-{uuid4().hex}"
    table: Table = MemoryTable(name)
    if request.param != "memory":
        by_boto3 = request.param == BOTO3
        engine = request.getfixturevalue("engine" if by_boto3 else request.param)
        table = DynamoTable(clients(engine, plain_json=not by_boto3), name, retry=Retry())
    yield table
    if table.exists():
        table.delete()


@pytest.fixture
def either_table(absent_table: Table) -> Table:
    """An empty table of each kind."""
    absent_table.create()
    return absent_table


@pytest.fixture
def second_table(either_table: Table) -> Iterator[Table]:
    """Another empty table of the same engine, reached in the same way."""
    name = f"{either_table.name}-messages"
    if isinstance(either_table, MemoryTable):
        yield made(either_table.beside(name))
        return
    assert isinstance(either_table, DynamoTable)
    table = made(DynamoTable(either_table._sender._client, name, retry=Retry()))
    yield table
    if table.exists():
        table.delete()


def made(table: Table) -> Table:
    """The table, created."""
    table.create()
    return table
