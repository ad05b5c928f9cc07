"""Reporting process: one thread for each sink and lane, so that no sink waits for another."""

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from reporting.breaker import receiver_breaker
from reporting.buffers.batches import Lane
from reporting.buffers.in_redis import RedisBuffers
from reporting.delivery.worker import Worker
from reporting.sinks.sink import Sink


@contextmanager
def reporting(buffers: RedisBuffers, sinks: Mapping[str, Sink]) -> Iterator[None]:
    """Delivers until the end of the block; batches in progress are finished first."""
    stop = threading.Event()
    threads = [
        threading.Thread(target=worker.run, name=f"{name} {lane}")
        for name, sink in sinks.items()
        for lane, worker in _workers(name, sink, buffers, stop).items()
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _workers(name: str, sink: Sink, buffers: RedisBuffers, stop: threading.Event) -> dict[Lane, Worker]:
    breaker = receiver_breaker(time.monotonic)
    return {
        lane: Worker(name, lane, sink=sink, buffers=buffers, breaker=breaker, notebook=buffers, stop=stop)
        for lane in Lane
    }
