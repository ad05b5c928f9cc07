"""Newest reported events on a queue's page, delivered ones included."""

import pytest
from django.test import Client
from pytest_django import Settings

from reporting import runtime
from reporting.buffers.batches import Lane
from reporting.buffers.grouping import line_of
from reporting.buffers.in_redis import RedisBuffers
from tests.integration.dashboard.queues.test_places_queues import CALLS, page_of, words_of
from tests.unit.reporting.events import an_event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("router")]
KEY, ADDRESS = "W#Spanish#Any", f"/queues/{CALLS}/"


@pytest.fixture
def buffers(settings: Settings, redis_url: str) -> RedisBuffers:
    """For one sink, which has had all that is there."""
    assert redis_url
    settings.REPORTING_SINKS = {"bi": {"kind": "null"}}
    made = runtime.buffers()
    made.append("p", 1, {KEY: [line_of(an_event(number)) for number in range(3)]})
    batch = made.claim("bi", Lane.COLD)
    assert batch is not None
    made.finish("bi", batch, delivered=3)
    return made


def shown(client: Client) -> str:
    words = words_of(page_of(client, ADDRESS))
    return words.partition("Reported events")[2]


@pytest.mark.usefixtures("buffers")
def test_the_newest_stay_when_every_sink_has_had_them(operator: Client, settings: Settings) -> None:
    words = shown(operator)
    assert "newest 3, as sent to external systems" in words
    assert words.index("c2") < words.index("c1") < words.index("c0")

    settings.REPORTING_LIMITS = {**settings.REPORTING_LIMITS, "keep": 2}
    assert "newest 2, as sent to external systems" in shown(operator)


def test_nothing_of_late_and_no_redis_are_told_apart(
    operator: Client, settings: Settings, buffers: RedisBuffers
) -> None:
    buffers._client.flushall()
    assert "no recent events" in shown(operator)
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    assert "Redis is not responding" in shown(operator)


@pytest.mark.usefixtures("buffers")
@pytest.mark.parametrize(
    ("name", "value"), [("REPORTING_SINKS", {}), ("REPORTING_KEY", "site"), ("REPORTING_LIMITS", {"keep": 0})]
)
def test_it_is_left_out_where_nothing_is_kept_by_queue(
    operator: Client, settings: Settings, name: str, value: object
) -> None:
    setattr(settings, name, value)

    assert "Reported events" not in page_of(operator, ADDRESS)
