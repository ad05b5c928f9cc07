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
        self._gathering = sink if isinstance(sink, Gathering) else None
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
        most = self._most
        batches = self._buffers.claim_several(self._name, self._lane, most=most)
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
            return 0.0 if len(batches) == most or self._is_full(batches) else self._rest
        return 0.0

    @property
    def _most(self) -> int:
        """Batches to claim at once; after a failure one, since another may have been its cause."""
        return MOST_TOGETHER if self._gathering and not self._breaker.is_open else 1

    @property
    def _rest(self) -> float:
        return self._gathering.rest_seconds if self._gathering else 0.0

    def _is_full(self, batches: Sequence[Batch]) -> bool:
        """Whether more may wait of one of these keys."""
        return any(batch.count >= self._buffers.limits.batch for batch in batches)

    def _deliver(self, batches: Sequence[Batch]) -> None:
        if self._gathering:
            self._gathering.deliver_together(batches)
        else:
            self._sink.deliver(batches[0])

    def _taken(self, batches: Sequence[Batch]) -> None:
        self._insist(partial(self._buffers.finish_several, self._name, batches))
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

    def _insist(self, end: Callable[[], object]) -> None:
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
