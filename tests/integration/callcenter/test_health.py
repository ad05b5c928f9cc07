"""Health checks with the real engine and the real Redis."""

import pytest
from django.test import Client
from pytest_django import Settings

from bench.ports import free_port
from dynamo.aws_table import DynamoTable
from dynamo.exceptions import EngineUnavailableError
from messaging.runtime import messenger
from routing.runtime import router
from routing.services.lease import Lease
from routing.storage import keys
from tests.contracts.filling import stored


def test_it_is_alive_without_asking_anyone(client: Client) -> None:
    answer = client.get("/health/")

    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert "no-store" in answer.headers["Cache-Control"]


@pytest.mark.usefixtures("table", "redis_url")
def test_it_is_ready_when_table_and_redis_answer(client: Client) -> None:
    answer = client.get("/health/ready/")

    assert answer.status_code == 200
    assert answer.json() == {
        "table": "ok",
        "redis": "ok",
        "dispatcher": "no dispatcher leads",
        "messages": "missing: run `python manage.py create_table`",
    }


@pytest.mark.usefixtures("table", "redis_url")
def test_it_says_whether_the_table_of_messages_is_there(client: Client) -> None:
    messenger().table.create()
    assert client.get("/health/ready/").json()["messages"] == "ok"


@pytest.mark.usefixtures("redis_url")
def test_it_says_whether_a_dispatcher_leads(client: Client, table: DynamoTable) -> None:
    assert Lease(router(), "desk:7", seconds=60).hold()
    assert client.get("/health/ready/").json()["dispatcher"] == "ok"

    stored(table, keys.DISPATCHER_LEASE, Owner="gone", ExpiresAt="2999-01-01T00:00:00+00:00")
    answer = client.get("/health/ready/")

    assert answer.status_code == 200, "this process can work"
    assert answer.json()["dispatcher"].startswith("the lease of gone ends at 2999-01-01")


@pytest.mark.usefixtures("redis_url")
def test_it_is_not_ready_without_its_table(client: Client, table: DynamoTable) -> None:
    table.delete()

    answer = client.get("/health/ready/")

    assert answer.status_code == 503
    assert (answer.json()["table"], answer.json()["redis"]) == (
        "missing: run `python manage.py create_table`",
        "ok",
    )
    table.create()


@pytest.mark.usefixtures("redis_url", "table")
def test_it_does_not_tell_where_the_engine_is(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_table: DynamoTable) -> bool:
        raise EngineUnavailableError("http://127.83.4.9:6667")

    with monkeypatch.context() as patched:
        patched.setattr(DynamoTable, "exists", nothing)
        answer = client.get("/health/ready/")

    assert (answer.status_code, answer.json()["table"]) == (503, "DynamoDB does not answer")
    assert "127.83" not in answer.content.decode()


@pytest.mark.usefixtures("table")
def test_it_is_not_ready_without_redis(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"

    answer = client.get("/health/ready/")

    assert answer.status_code == 503
    assert answer.json()["table"] == "ok"
    assert "refused" in answer.json()["redis"]
