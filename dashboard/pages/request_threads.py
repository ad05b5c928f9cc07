"""Threads of requests: a few, and more while requests wait for a store.

Python runs one thread at a time. Threads beyond the few that keep it busy interrupt each other, so that each
request costs more: with 32 a backlog may stay although the rate is one that four keep up with. While requests
wait for a store the process leaves its core idle, and more threads help.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

FEWEST, MOST = 4, 32
LOOK_SECONDS = 0.01
BUSY_SHARE = 0.7  # of a core: Python is what requests wait for
LONG_SECONDS = 0.05  # a request that takes longer, such as a large page, keeps no short one waiting
T = TypeVar("T")


def threads_next(threads: int, *, all_taken: bool, busy: float, long: int) -> int:
    """How many requests may run at once from now on.

    `all_taken`: that many run; `busy` is the share of a core used since the last look; `long` is the number
    of requests that have been running for long.
    """
    step = 1 if all_taken and busy < BUSY_SHARE else -1
    return min(MOST, max(FEWEST + long, threads + step))


class RequestThreads:
    """Runs requests in threads, from one event loop."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(MOST, thread_name_prefix="request")
        self._threads, self._too_many = FEWEST, 0
        self._turns = asyncio.Semaphore(FEWEST)
        self._began: dict[object, float] = {}
        self._is_watched = False

    async def run(self, answer: Callable[[], T]) -> T:
        """What the callable answers, once it has its turn."""
        if self._turns.locked() and not self._is_watched:
            self._is_watched = True
            self._look_later()
        await self._turns.acquire()
        request = object()
        self._began[request] = time.monotonic()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, answer)
        finally:
            del self._began[request]
            self._give_back()

    def _give_back(self) -> None:
        if self._too_many:
            self._too_many -= 1
        else:
            self._turns.release()

    def _look_later(self) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(LOOK_SECONDS, self._look, time.monotonic(), time.process_time())

    def _look(self, since: float, spent: float) -> None:
        now = time.monotonic()
        wanted = threads_next(
            self._threads,
            all_taken=self._turns.locked(),
            busy=(time.process_time() - spent) / (now - since),
            long=sum(now - began > LONG_SECONDS for began in self._began.values()),
        )
        self._too_many += max(0, self._threads - wanted)
        for _ in range(wanted - self._threads):
            self._give_back()
        self._threads = wanted
        self._is_watched = self._turns.locked() or wanted > FEWEST
        if self._is_watched:
            self._look_later()
