"""Worker of one sink in one lane: claim, deliver, finish; undelivered events are given back.

It claims one batch at a time, or those of several keys for a sink that takes them together.

There is no retry here: a batch given back keeps its place, and is claimed again while it is fresh.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

import redis

from reporting.breaker import Breaker
from reporting.buffers.batches import Batch, Buffers, Lane
from reporting.exceptions import DeliveryError
from reporting.sinks.sink import Gathering, Sink

log = logging.getLogger(__name__)

SHORTEST_IDLE_SECONDS, LONGEST_IDLE_SECONDS = 0.02, 0.2
REDIS_AWAY_SECONDS = 0.5
FINISH_AGAIN_SECONDS = 0.2
MOST_TOGETHER = 32


class Notebook(Protocol):
    """Notes of workers about a sink."""

    def note(self, sink: str, **facts: str) -> None:
        """Keeps facts until they are replaced."""


class Worker:
    """Works for one sink in one lane. `clock` counts seconds."""

    def __init__(
        self,
        name: str,
        lane: Lane,
        *,
        sink: Sink,
        buffers: Buffers,
        breaker: Breaker,
        notebook: Notebook,
        stop: threading.Event,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rest = sink.rest_seconds if isinstance(sink, Gathering) else 0.0
        self._name, self._lane, self._sink = name, lane, sink
        self._buffers, self._breaker, self._notebook = buffers, breaker, notebook
        self._stop, self._clock = stop, clock
        self._idle = SHORTEST_IDLE_SECONDS
        self._away = False

    def run(self) -> None:
        """Works until told to stop."""
        while not self._stop.is_set():
            try:
                wait = self.step()
                self._away = False
            except redis.RedisError as error:
                wait = self._redis_is_away(error)
            if wait:
                self._stop.wait(wait)
        self._sink.close()

    def step(self) -> float:
        """What waits, as far as it is taken at once; answers the seconds to wait. Raises redis.RedisError."""
        if wait := self._breaker.wait_seconds:
            return wait
        batches = self._claimed()
        if not batches:
            self._idle = min(LONGEST_IDLE_SECONDS, self._idle * 2)
            return max(self._idle, self._rest)
        self._idle = SHORTEST_IDLE_SECONDS
        try:
            self._deliver(batches)
        except DeliveryError as error:
            self._not_taken(batches, str(error))
        except Exception:
            log.exception("sink %s failed", self._name)
            self._not_taken(batches, "it failed; see the log")
        else:
            self._taken(batches)
            return self._rest if len(batches) < MOST_TOGETHER else 0.0
        return 0.0

    def _claimed(self) -> list[Batch]:
        """What waits, up to a limit; after a failure one batch, since another may have been its cause."""
        one = not isinstance(self._sink, Gathering) or self._breaker.is_open
        batches: list[Batch] = []
        while len(batches) < (1 if one else MOST_TOGETHER) and (batch := self._claim(batches)):
            batches.append(batch)
        return batches

    def _claim(self, others: Sequence[Batch]) -> Batch | None:
        """The next batch; what else was claimed is delivered if Redis goes away."""
        try:
            return self._buffers.claim(self._name, self._lane)
        except redis.RedisError:
            if others:
                return None
            raise

    def _deliver(self, batches: Sequence[Batch]) -> None:
        if isinstance(self._sink, Gathering):
            self._sink.deliver_together(batches)
        else:
            self._sink.deliver(batches[0])

    def _taken(self, batches: Sequence[Batch]) -> None:
        for batch in batches:
            self._insist(partial(self._buffers.finish, self._name, batch, delivered=batch.count))
        if self._breaker.is_open:
            self._breaker.succeeded()
            log.warning("sink %s accepts batches again", self._name)
            self._notebook.note(self._name, state="well")

    def _not_taken(self, batches: Sequence[Batch], why: str) -> None:
        if not self._breaker.is_open:
            log.warning("sink %s does not accept batches: %s", self._name, why)
        self._breaker.failed()
        for batch in batches:
            self._insist(partial(self._buffers.give_back, self._name, batch))
        self._notebook.note(
            self._name,
            state="failing",
            error=why[:200],
            error_at=f"{time.time():.0f}",
            pause_ms=f"{1000 * self._breaker.pause_seconds:.0f}",
        )

    def _insist(self, end: Callable[[], bool]) -> None:
        """Ends a claim, with retries while Redis is away; after the lease another worker has it."""
        until = self._clock() + self._buffers.limits.lease_seconds
        while True:
            try:
                end()
            except redis.RedisError:
                if self._clock() > until or self._stop.wait(FINISH_AGAIN_SECONDS):
                    raise
            else:
                return

    def _redis_is_away(self, error: redis.RedisError) -> float:
        if not self._away:
            log.warning("Redis does not answer sink %s: %s", self._name, error)
        self._away = True
        return REDIS_AWAY_SECONDS
