"""Owns what a process does with its events: into the buffers at once, or counted as dropped.

Each call has a number, so that what became of a call without an answer can be settled later: the events that
never came to a buffer are counted as dropped, those that did are not counted twice. While Redis does not
answer, the first few events are kept for when it does, so that a hiccup loses none; the others are dropped.
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
TIMEOUT_SECONDS = 0.003
ENOUGH_SECONDS = 0.001
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.05, 2.0
MOST_AT_ONCE = 1000
MOST_KEPT = 500  # events kept while Redis does not answer


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
        most_kept: int = MOST_KEPT,
    ) -> None:
        self._most_kept = most_kept
        self._connect, self._group_by, self._site = connect, group_by, site
        self._new_id, self._clock = new_id, clock
        self._begin()

    @property
    def unsettled(self) -> int:
        """Events that are not in a buffer, or perhaps not, and that Redis has not counted yet."""
        doubtful = sum(sum(counts.values()) for _, counts in self._doubts)
        return self._missed.total() + doubtful + _size(self._kept)

    def produce(self, events: Sequence[Event]) -> None:
        """Appends events, those of one commit in one round trip. Never raises for what Redis does."""
        if self._process != os.getpid():
            self._begin()
        for some in _chunks(events):
            lines = lines_by_key(some, self._group_by, site=self._site)
            with self._lock:
                self._produce(lines)

    def settle(self) -> bool:
        """Sees that what is kept is sent and what was dropped is counted; True where nothing is left."""
        with self._lock:
            try:
                while self._doubts or self._missed:
                    self._settle()
                if self._kept:
                    self._append({})
            except redis.RedisError as error:
                self._fail(error)
            return not self.unsettled

    def _begin(self) -> None:
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._buffers = self._connect()
        self._id, self._call = self._new_id(), 0
        self._kept: dict[str, list[bytes]] = {}
        self._missed: Counter[str] = Counter()
        # Calls to be settled; once sent they stay as they are, since they may have arrived.
        self._doubts: list[tuple[int, Counts]] = []
        self._sent = False
        self._breaker = Breaker(
            first_seconds=FIRST_PAUSE_SECONDS, longest_seconds=LONGEST_PAUSE_SECONDS, clock=self._clock
        )

    def _produce(self, lines: dict[str, list[bytes]]) -> None:
        if self._breaker.wait_seconds or not self._ready():
            self._keep(lines)
            return
        try:
            self._append(lines)
        except redis.RedisError as error:
            self._fail(error)

    def _ready(self) -> bool:
        """Settles what is to be settled; False where that failed, or took too long for more."""
        if not (self._doubts or self._missed):
            return True
        began = self._clock()
        try:
            self._settle()
        except redis.RedisError as error:
            self._fail(error)
            return False
        return self._clock() - began < ENOUGH_SECONDS

    def _append(self, lines: dict[str, list[bytes]]) -> None:
        for key, some in lines.items():
            self._kept.setdefault(key, []).extend(some)
        sent, self._kept = self._kept, {}
        self._call += 1
        self._doubts, self._sent = [(self._call, {key: len(some) for key, some in sent.items()})], False
        self._buffers.append(self._id, self._call, sent)
        self._doubts = []
        self._went_well()

    def _settle(self) -> None:
        if not self._sent and self._missed:
            self._call += 1
            self._doubts.append((self._call, dict(self._missed)))
            self._missed.clear()
        self._sent = True
        self._buffers.settle(self._id, self._doubts)
        self._doubts, self._sent = [], False
        self._went_well()

    def _keep(self, lines: dict[str, list[bytes]]) -> None:
        if _size(self._kept) + _size(lines) > self._most_kept:
            self._missed.update({key: len(some) for key, some in lines.items()})
            return
        for key, some in lines.items():
            self._kept.setdefault(key, []).extend(some)

    def _went_well(self) -> None:
        if self._breaker.is_open:
            log.warning("Redis takes events again; those dropped meanwhile are counted")
            self._breaker.succeeded()

    def _fail(self, error: redis.RedisError) -> None:
        if not self._breaker.is_open:
            log.warning("Redis takes no events (%s); they are kept while there is room, then dropped", error)
        self._breaker.failed()


def _chunks(events: Sequence[Event]) -> Iterator[Sequence[Event]]:
    for start in range(0, len(events), MOST_AT_ONCE):
        yield events[start : start + MOST_AT_ONCE]


def _size(lines: dict[str, list[bytes]]) -> int:
    return sum(map(len, lines.values()))
