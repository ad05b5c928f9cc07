"""Known differences between the embedded engine and DynamoDB Local; decision 0001 lists them."""

from collections.abc import Callable

import pytest
from mypy_boto3_dynamodb import DynamoDBClient

from dynamo.items import INDEX_PK, INDEX_SK, Key
from dynamo.table import Table
from tests.contracts.conftest import ENGINES
from tests.contracts.filling import stored
from tests.contracts.tables.engines_asked import Asked
from tests.dynamodb_local import NAME
from tests.running import RunningEngine

REFUSED, INVALID = "TransactionCanceledException", "ValidationException"
DUE = {INDEX_PK: {"S": "Due"}, INDEX_SK: {"S": "1"}}
# What is asked, the answer of the embedded engine, the answer of DynamoDB Local.
DIFFERENCES: dict[str, tuple[Callable[[Asked], object], object, object]] = {
    "units of a put in a transaction": (lambda asked: asked.put("2"), 2, 4),
    "units of a put that is in the index too": (lambda asked: asked.put("2", **DUE), 3, 8),
    "units of a query that finds nothing": (Asked.nothing, 1, 0),
    "units of a query of the index that finds nothing": (Asked.nothing_due, 0.5, 0),
    "units of a missing item in a batch": (Asked.batch_of_nothing, 1, 0),
    "addition to a text in a transaction": (lambda asked: asked.update("ADD Word :one"), REFUSED, INVALID),
    "number as a key of the index": (lambda asked: asked.update(f"SET {INDEX_SK} = :one"), REFUSED, 4),
    "update of a key of the table": (lambda asked: asked.update("SET sk = :one"), 2, REFUSED),
    "transaction of reads of 4.5 MB": (lambda asked: asked.read_large(15), 15 * 2 * 74, INVALID),
    "items of 300 KB on a page of 1 MB": (lambda asked: asked.page_of_large(5), 3, 4),
    "order of a set": (lambda asked: asked.set_read("b", "a", "C"), ["b", "a", "C"], ["C", "a", "b"]),
}


@pytest.mark.parametrize("absent_table", ENGINES, indirect=True)
@pytest.mark.parametrize("what", DIFFERENCES)
def test_engines_differ_as_decision_0001_says(
    what: str,
    either_table: Table,
    clients: Callable[[RunningEngine], DynamoDBClient],
    request: pytest.FixtureRequest,
) -> None:
    stored(either_table, Key("a", "1"), Word="x")
    engine = request.node.callspec.params["absent_table"]
    ask, embedded, local = DIFFERENCES[what]

    answer = ask(Asked(clients(request.getfixturevalue(engine)), either_table.name))

    assert answer == (local if engine == NAME else embedded)
