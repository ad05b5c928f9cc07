"""Fixtures of reporting tests: a Redis with buffers, and a scripted receiver."""

from collections.abc import Iterator

import pytest
import redis

from reporting.buffers.in_redis import RedisBuffers
from tests.contracts.reporting_buffers import SINKS
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
