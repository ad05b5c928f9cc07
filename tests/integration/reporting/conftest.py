"""Fixtures of reporting tests: a Redis with buffers, and a scripted receiver."""

from collections.abc import Iterator

import pytest
import redis

from dynamo.aws_table import DynamoTable
from reporting.buffers.in_redis import RedisBuffers
from routing.router import Router
from tests.builders import FakeClock, a_router, a_waiting_call
from tests.centres import a_call_in
from tests.contracts.reporting_buffers import SINKS
from tests.integration.reporting.histories import ENDS
from tests.integration.reporting.receiver import Receiver
from tests.integration.reporting.stage import LIMITS


@pytest.fixture
def client(redis_url: str) -> "Iterator[redis.Redis]":
    with redis.Redis.from_url(redis_url) as one:
        yield one


@pytest.fixture
def buffers(client: "redis.Redis") -> RedisBuffers:
    """For the sinks `left` and `right`."""
    return RedisBuffers(client, sinks=SINKS, limits=LIMITS)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as one:
        yield one


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def router(table: DynamoTable, clock: FakeClock) -> Router:
    """A centre on the real engine in which calls have ended in every way, over half an hour."""
    made = a_router(table, clock=clock)
    for name, status in ENDS.items():
        a_call_in(made, status, name, agent_id=f"agent-{name}")
        clock.advance(600)
    a_waiting_call(made, "waits")
    return made
