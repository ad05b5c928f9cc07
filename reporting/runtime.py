"""Owns what this process reports with, made from the settings when first needed."""

import atexit
from collections.abc import Sequence
from functools import lru_cache

import redis
from django.conf import settings

from reporting.buffers import Limits
from reporting.grouping import GroupBy
from reporting.producer import TIMEOUT_SECONDS, Producer
from reporting.redis_buffers import RedisBuffers
from reporting.sinks.opening import open_sink
from reporting.sinks.sink import Sink
from reporting.sinks.specs import read_sinks
from routing.events import Event
from routing.runtime import new_id

WORKER_TIMEOUT_SECONDS = 2.0


def report(events: Sequence[Event]) -> None:
    """Hands on what was committed; nothing where nobody wants it."""
    if settings.REPORTING_SINKS and events:
        producer().produce(events)


@lru_cache(maxsize=1)
def producer() -> Producer:
    """The way of this process into the buffers; at its end it settles what it can."""
    made = Producer(
        lambda: buffers(TIMEOUT_SECONDS),
        group_by=GroupBy(settings.REPORTING_KEY),
        site=settings.REPORTING_SITE,
        new_id=new_id,
    )
    atexit.register(made.settle)
    return made


def buffers(timeout_seconds: float = WORKER_TIMEOUT_SECONDS) -> RedisBuffers:
    """The buffers of the settings, over connections of their own."""
    client = redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=timeout_seconds,
        socket_connect_timeout=timeout_seconds,
        retry=None,
        protocol=2,  # with this and without a name, a new connection costs no round trip of its own
        driver_info=None,
    )
    return RedisBuffers(client, sinks=list(settings.REPORTING_SINKS), limits=limits())


def limits() -> Limits:
    """What the buffers hold themselves to."""
    return Limits(**settings.REPORTING_LIMITS)


def sinks() -> dict[str, Sink]:
    """The sinks by name, opened. Raises BadSinkError."""
    specs = read_sinks(settings.REPORTING_SINKS, lease_seconds=limits().lease_seconds)
    folder = settings.DATA_DIR / "reporting"
    return {name: open_sink(name, spec, folder=folder) for name, spec in specs.items()}
