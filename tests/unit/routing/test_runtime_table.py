"""Tables of a process: which of them send idempotency tokens."""

import pytest
from pytest_django import Settings

from dynamo.changes import Set
from dynamo.items import Key
from dynamo.transaction import Transaction
from routing.runtime import table_named
from tests.faults.answers import success
from tests.faults.forger import Forger


@pytest.mark.parametrize(
    ("endpoint", "sends"),
    [
        ("http://127.83.4.9:6667", False),
        ("http://localhost:8000", False),
        ("https://dynamodb.eu-central-1.amazonaws.com", True),
        (None, True),
    ],
)
def test_only_an_engine_on_this_machine_gets_no_token(
    settings: Settings, endpoint: str | None, *, sends: bool
) -> None:
    access = {"region": "eu-central-1", "access_key": "x", "secret_key": "x"}
    settings.DYNAMODB = {"endpoint_url": endpoint, "table": "calls", **access}
    table = table_named("calls")
    change = Transaction("op-1")
    change.update(Key("a", "1"), Set("A", 1))
    with Forger(table._sender._client) as forger:
        forger.next("TransactWriteItems", success())
        assert table.commit(change).ok
        assert ("ClientRequestToken" in forger.sent[0][1]) is sends
