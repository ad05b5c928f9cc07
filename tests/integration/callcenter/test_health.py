"""What load balancers and launchers are told, with the real engine and the real Redis."""

import pytest
from django.test import Client
from pytest_django import Settings

from dynamo.aws_table import DynamoTable
from localservices.ports import free_port


def test_it_is_alive_without_asking_anyone(client: Client) -> None:
    answer = client.get("/health/")

    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert "no-store" in answer.headers["Cache-Control"]


@pytest.mark.usefixtures("table", "redis_url")
def test_it_is_ready_when_table_and_redis_answer(client: Client) -> None:
    answer = client.get("/health/ready/")

    assert (answer.status_code, answer.json()) == (200, {"table": "ok", "redis": "ok"})


@pytest.mark.usefixtures("redis_url")
def test_it_is_not_ready_without_its_table(client: Client, table: DynamoTable) -> None:
    table.delete()

    answer = client.get("/health/ready/")

    assert answer.status_code == 503
    assert answer.json() == {"table": "missing: run `python manage.py create_table`", "redis": "ok"}
    table.create()


@pytest.mark.usefixtures("table")
def test_it_is_not_ready_without_redis(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"

    answer = client.get("/health/ready/")

    assert answer.status_code == 503
    assert answer.json()["table"] == "ok"
    assert "refused" in answer.json()["redis"]
