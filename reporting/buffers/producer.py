"""Producer: events of this process go into the buffers at once, or are counted as dropped.

Each call has a number, and Redis carries out each number once. A call without an answer is therefore sent
again unchanged, as soon as Redis answers; meanwhile the first few events are kept, so that a hiccup loses
none, and the others are counted as dropped.
"""

import logging
import os
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import redis

from reporting.breaker import Breaker
from reporting.buffers.batches import Buffers, Counts, Lines
from reporting.buffers.grouping import GroupBy, lines_by_key
from routing.model.events import Event

log = logging.getLogger(__name__)

# A Redis that does not answer costs one commit this long, then nothing until the pause is over.
TIMEOUT_SECONDS = 0.003
ENOUGH_SECONDS = 0.001
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.05, 2.0
MOST_AT_ONCE = 1000
MOST_KEPT = 500  # events kept while Redis does not answer

Later = Callable[[float, Callable[[], object]], object]


def in_a_thread(seconds: float, do: Callable[[], object]) -> None:
    """Runs an action after some seconds, unless the process ends before."""
    timer = threading.Timer(seconds, do)
    timer.daemon = True
    timer.start()


@dataclass(frozen=True)
class _Call:
    """One numbered call to Redis: lines to append, or the number of dropped events."""

    number: int
    lines: Lines = field(default_factory=dict)
    dropped: Counts = field(default_factory=dict)

    @property
    def size(self) -> int:
        return _size(self.lines) + sum(self.dropped.values())

    def send(self, buffers: Buffers, producer: str) -> None:
        if self.lines:
            buffers.append(producer, self.number, self.lines)
        else:
            buffers.drop(producer, self.number, self.dropped)


class Producer:
    """The producer of one process; thread-safe, and new after a fork.

    `later` runs an action after some seconds: leftovers must not wait for another event.
    """

    def __init__(
        self,
        connect: Callable[[], Buffers],
        *,
        group_by: GroupBy,
        site: str,
        new_id: Callable[[], str],
        clock: Callable[[], float] = time.monotonic,
        later: Later = in_a_thread,
        most_kept: int = MOST_KEPT,
    ) -> None:
        self._connect, self._group_by, self._site = connect, group_by, site
        self._new_id, self._clock, self._later = new_id, clock, later
        self._most_kept = most_kept
        self._begin()

    @property
    def unsettled(self) -> int:
        """Events that are not, or perhaps not, in a buffer, and that Redis has not counted yet."""
        under_way = self._under_way.size if self._under_way else 0
        return under_way + self._missed.total() + _size(self._kept) + sum(map(_size, [*self._arrived]))

    def produce(self, events: Sequence[Event]) -> None:
        """Appends the events of one commit in one round trip. Never raises for a failure of Redis.

        The events of commits that wait for a round trip go together in the next one.
        """
        if self._process != os.getpid():
            self._begin()
        for some in _chunks(events):
            self._arrived.append(lines_by_key(some, self._group_by, site=self._site))
            with self._lock:
                if lines := self._take_arrived():
                    self._produce(lines)

    def settle(self) -> bool:
        """Sends kept events and counts dropped ones; True if nothing is left.

        Between two calls to Redis other threads get their turn.
        """
        if self._process != os.getpid():
            return True
        while self._take_step():
            pass
        return not self.unsettled

    def close(self) -> None:
        """Settles what it can as the process ends; no later retries."""
        with self._lock:
            self._planned = True
        self.settle()

    def _begin(self) -> None:
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._buffers = self._connect()
        self._id, self._number = self._new_id(), 0
        self._arrived: deque[Lines] = deque()
        self._kept: dict[str, list[bytes]] = {}
        self._missed: Counter[str] = Counter()
        self._under_way: _Call | None = None  # unchanged once sent, since it may have arrived
        self._planned = False
        self._has_warned = False
        self._breaker = Breaker(
            first_seconds=FIRST_PAUSE_SECONDS, longest_seconds=LONGEST_PAUSE_SECONDS, clock=self._clock
        )

    def _take_arrived(self) -> Lines:
        """The lines of commits whose threads wait, in their order; none if another thread has sent them.

        Each thread that waits takes at least one commit's, so none are left behind.
        """
        taken: dict[str, list[bytes]] = {}
        while self._arrived and _size(taken) < MOST_AT_ONCE:
            _add(taken, self._arrived.popleft())
        return taken

    def _produce(self, lines: Lines) -> None:
        # After a failure only the timer retries: no commit waits for that, or for a connection.
        if self._breaker.is_open or not self._catch_up():
            self._keep(lines)
            return
        _add(self._kept, lines)
        self._send(self._next())

    def _catch_up(self) -> bool:
        """Sends everything before the kept lines; False if that failed or took too long."""
        if not (self._under_way or self._missed):
            return True
        began = self._clock()
        while self._under_way or self._missed:
            if not self._send(self._next()):
                return False
        return self._clock() - began < ENOUGH_SECONDS

    def _take_step(self) -> bool:
        """One call to Redis; False if it failed or nothing is left to send."""
        with self._lock:
            return self._send(self._next())

    def _next(self) -> _Call | None:
        """The next call: the one without an answer, else dropped counts, else kept lines."""
        if self._under_way or not (self._missed or self._kept):
            return self._under_way
        self._number += 1
        if self._missed:
            call = _Call(self._number, dropped=dict(self._missed))
            self._missed.clear()
        else:
            call = _Call(self._number, lines=self._kept)
            self._kept = {}
        return call

    def _send(self, call: _Call | None) -> bool:
        if call is None:
            return False
        self._under_way = call
        try:
            call.send(self._buffers, self._id)
        except redis.RedisError as error:
            self._fail(error)
            return False
        self._under_way = None
        self._go_well()
        return True

    def _keep(self, lines: Lines) -> None:
        if _size(self._kept) + _size(lines) > self._most_kept:
            self._missed.update({key: len(some) for key, some in lines.items()})
        else:
            _add(self._kept, lines)
        self._plan()

    def _go_well(self) -> None:
        if self._has_warned:
            self._has_warned = False
            log.warning("Redis accepts events again; events dropped meanwhile are counted")
        self._breaker.succeeded()

    def _fail(self, error: redis.RedisError) -> None:
        # One failure loses nothing, and is common: a first connection on a busy machine exceeds the timeout.
        if self._breaker.is_open and not self._has_warned:
            self._has_warned = True
            log.warning(
                "Redis accepts no events (%s); events are kept while there is room, then dropped", error
            )
        self._breaker.failed()
        self._plan()

    def _plan(self) -> None:
        """Schedules a retry of what is left, in case no further event comes."""
        if not self._planned:
            self._planned = True
            self._later(self._breaker.wait_seconds or FIRST_PAUSE_SECONDS, self._come_back)

    def _come_back(self) -> None:
        with self._lock:
            self._planned = False
        self.settle()


def _chunks(events: Sequence[Event]) -> Iterator[Sequence[Event]]:
    for start in range(0, len(events), MOST_AT_ONCE):
        yield events[start : start + MOST_AT_ONCE]


def _add(lines: dict[str, list[bytes]], more: Lines) -> None:
    for key, some in more.items():
        lines.setdefault(key, []).extend(some)


def _size(lines: Mapping[str, Sequence[bytes]]) -> int:
    return sum(map(len, lines.values()))
