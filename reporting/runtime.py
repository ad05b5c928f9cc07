"""Runtime of reporting: producer, buffers, limits and sinks from the settings, made on first use."""

import atexit
import os
import uuid
from collections.abc import Sequence

from django.conf import settings

from reporting.buffers.batches import Limits
from reporting.buffers.grouping import GroupBy
from reporting.buffers.in_redis import RedisBuffers, connect
from reporting.buffers.producer import TIMEOUT_SECONDS, Producer
from reporting.sinks.opening import open_sink
from reporting.sinks.sink import Sink
from reporting.sinks.specs import read_sinks
from routing.model.events import Event

WORKER_TIMEOUT_SECONDS = 2.0
_producers: dict[int, Producer] = {}  # by process, since a fork needs new ones


def report(events: Sequence[Event]) -> None:
    """Hands on committed events; nothing without sinks."""
    if settings.REPORTING_SINKS and events:
        producer().produce(events)


def producer() -> Producer:
    """The producer of this process; at its end it settles what it can."""
    process = os.getpid()
    found = _producers.get(process)
    # Of concurrent threads, `setdefault` lets one win: all must count with the same producer.
    return found or _producers.setdefault(process, _new_producer())


def _new_producer() -> Producer:
    made = Producer(
        lambda: buffers(TIMEOUT_SECONDS),
        group_by=GroupBy(settings.REPORTING_KEY),
        site=settings.REPORTING_SITE,
        new_id=lambda: uuid.uuid4().hex,
    )
    atexit.register(made.close)
    return made


def buffers(timeout_seconds: float = WORKER_TIMEOUT_SECONDS) -> RedisBuffers:
    """The buffers of the settings, over their own connections."""
    client = connect(settings.REDIS_URL, timeout_seconds=timeout_seconds)
    return RedisBuffers(client, sinks=list(settings.REPORTING_SINKS), limits=limits())


def limits() -> Limits:
    """Limits of the buffers."""
    return Limits(**settings.REPORTING_LIMITS)


def sinks() -> dict[str, Sink]:
    """The sinks by name, opened. Raises BadSinkError."""
    specs = read_sinks(settings.REPORTING_SINKS, lease_seconds=limits().lease_seconds)
    folder = settings.DATA_DIR / "reporting"
    return {name: open_sink(name, spec, folder=folder) for name, spec in specs.items()}
