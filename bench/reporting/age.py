"""Steady stream of events from another process, and their age at delivery."""

import multiprocessing
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import redis

from bench.reporting.ways import SINK, Ours
from reporting.buffers.batches import MOMENT_DIGITS, Batch, Limits
from reporting.buffers.in_redis import RedisBuffers
from reporting.delivery.reporter import reporting
from routing.model.events import Event, EventKind
from routing.runtime import new_id

TICKS = 100  # a second
LATEST_SECONDS = 20.0


@dataclass(frozen=True)
class Stream:
    """Events to produce, and the Redis for them."""

    url: str
    rate: int
    keys: int
    seconds: int

    @property
    def events(self) -> int:
        """All its events."""
        return self.rate * self.seconds


class Ages:
    """A sink that remembers the age of events, in seconds."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._lock = threading.Lock()

    def deliver(self, batch: Batch) -> None:
        """See `Sink`."""
        now = time.time()
        with self._lock:
            self.seconds += [now - moment / 1000 for moment in moments_ms(batch)]

    def close(self) -> None:
        """Nothing is open."""


def moments_ms(batch: Batch) -> Iterator[int]:
    """The time of each event, in milliseconds."""
    return (int(line[:MOMENT_DIGITS]) for line in batch.lines())


def ages_of(stream: Stream) -> tuple[list[float], float]:
    """The ages at delivery, ascending, in seconds, and the share of a core used by reporting."""
    sink, buffers = Ages(), RedisBuffers(redis.Redis.from_url(stream.url), sinks=[SINK], limits=Limits())
    producer = multiprocessing.get_context("spawn").Process(target=produce_steadily, args=(stream,))
    began, cpu = time.monotonic(), time.process_time()
    with reporting(buffers, {SINK: sink}):
        producer.start()
        producer.join()
        took, used = time.monotonic() - began, time.process_time() - cpu
        until = time.monotonic() + LATEST_SECONDS
        while len(sink.seconds) < stream.events and time.monotonic() < until:
            time.sleep(0.05)
    return sorted(sink.seconds), used / took


def produce_steadily(stream: Stream) -> None:
    """Commits events at the rate of the stream, key after key; one that is late catches up."""
    way = Ours(redis.Redis.from_url(stream.url), new_id)
    each, began = stream.rate // TICKS, time.monotonic()
    for tick in range(stream.seconds * TICKS):
        while (ahead := began + tick / TICKS - time.monotonic()) > 0:
            time.sleep(ahead)
        numbers = range(tick * each, (tick + 1) * each)
        way.produce([an_event(number, number % stream.keys) for number in numbers])


def an_event(number: int, key: int) -> Event:
    """An event of now, as from a router."""
    queue = f"W#Language{key}#Any"
    agents = (f"Q#Language{key}#F", queue)
    at = datetime.now(UTC)
    return Event(EventKind.CALL_OFFERED, at, f"agent-{number:06d}", f"call-{number:08d}", agents, queue=queue)
