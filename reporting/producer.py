"""Owns what a process does with its events: into the buffers at once, or counted as dropped.

Each call has a number, so that what became of a call without an answer can be settled later: the events that
never came to a buffer are counted as dropped, those that did are not counted twice.
"""

import logging
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import redis

from reporting.breaker import Breaker
from reporting.buffers import Buffers, Counts
from reporting.grouping import GroupBy, lines_by_key
from routing.events import Event

log = logging.getLogger(__name__)

# A Redis that does not answer costs one commit this long, then nothing until the pause is over.
TIMEOUT_SECONDS = 0.004
ENOUGH_SECONDS = 0.001
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.05, 2.0
MOST_AT_ONCE = 1000


class Producer:
    """One process' way into the buffers; for any number of threads, and anew after a fork."""

    def __init__(
        self,
        connect: Callable[[], Buffers],
        *,
        group_by: GroupBy,
        site: str,
        new_id: Callable[[], str],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connect, self._group_by, self._site = connect, group_by, site
        self._new_id, self._clock = new_id, clock
        self._begin()

    @property
    def unsettled(self) -> int:
        """Events that are not in a buffer, or perhaps not, and that Redis has not counted yet."""
        return self._missed.total() + sum(sum(counts.values()) for _, counts in self._doubts)

    def produce(self, events: Sequence[Event]) -> None:
        """Appends events, those of one commit in one round trip. Never raises for what Redis does."""
        if self._process != os.getpid():
            self._begin()
        for some in _chunks(events):
            lines = lines_by_key(some, self._group_by, site=self._site)
            with self._lock:
                self._produce(lines)

    def settle(self) -> bool:
        """Sees that what was dropped is counted; True where nothing is left to count."""
        with self._lock:
            try:
                while self.unsettled:
                    self._settle()
            except redis.RedisError as error:
                self._fail(error)
            return not self.unsettled

    def _begin(self) -> None:
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._buffers = self._connect()
        self._id, self._call = self._new_id(), 0
        self._missed: Counter[str] = Counter()
        # Calls to be settled; once sent they stay as they are, since they may have arrived.
        self._doubts: list[tuple[int, Counts]] = []
        self._sent = False
        self._breaker = Breaker(
            first_seconds=FIRST_PAUSE_SECONDS, longest_seconds=LONGEST_PAUSE_SECONDS, clock=self._clock
        )

    def _produce(self, lines: dict[str, list[bytes]]) -> None:
        counts = {key: len(some) for key, some in lines.items()}
        if self._breaker.wait_seconds:
            self._missed.update(counts)
            return
        began = self._clock()
        try:
            self._settle()
        except redis.RedisError as error:
            self._missed.update(counts)
            self._fail(error)
            return
        if self._clock() - began > ENOUGH_SECONDS:
            self._missed.update(counts)  # a second wait would be too long
            return
        self._call += 1
        try:
            self._buffers.append(self._id, self._call, lines)
        except redis.RedisError as error:
            self._doubts, self._sent = [(self._call, counts)], False
            self._fail(error)
        else:
            self._breaker.succeeded()

    def _settle(self) -> None:
        if not (self._sent or self._doubts or self._missed):
            return
        if not self._sent and self._missed:
            self._call += 1
            self._doubts.append((self._call, dict(self._missed)))
            self._missed.clear()
        self._sent = True
        self._buffers.settle(self._id, self._doubts)
        self._doubts, self._sent = [], False
        if self._breaker.is_open:
            log.warning("Redis answers again; events dropped meanwhile are counted")
            self._breaker.succeeded()

    def _fail(self, error: redis.RedisError) -> None:
        if not self._breaker.is_open:
            log.warning("events are dropped and counted, Redis does not answer: %s", error)
        self._breaker.failed()


def _chunks(events: Sequence[Event]) -> Iterator[Sequence[Event]]:
    for start in range(0, len(events), MOST_AT_ONCE):
        yield events[start : start + MOST_AT_ONCE]
