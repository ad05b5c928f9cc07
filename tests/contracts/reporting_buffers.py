"""Both kinds of buffers for contract tests, with a test clock and a plain model beside them."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import redis

from reporting.buffers.batches import Account, Batch, Buffers, Lane, Limits
from reporting.buffers.in_redis import RedisBuffers
from tests.memory.buffers import MemoryBuffers

SINKS = ("left", "right")
SMALL = Limits(capacity=10, batch=4, fresh_seconds=180, lease_seconds=30, hot_per_second=100)
KEY = "W#Spanish#Any"


@dataclass
class Bench:
    """Buffers, a clock that the test moves, and lines that are numbered."""

    buffers: Buffers
    now_ms: Callable[[], int]
    wait: Callable[[float], None]
    call: int = 0
    made: int = field(default=0)

    def line(self, *, old_seconds: float = 0.0) -> bytes:
        """A new line, of an event of that age."""
        self.made += 1
        return b'%013d {"n":%d}' % (self.now_ms() - int(old_seconds * 1000), self.made)

    def lines(self, count: int, *, old_seconds: float = 0.0) -> list[bytes]:
        """Several."""
        return [self.line(old_seconds=old_seconds) for _ in range(count)]

    def append(self, count: int, key: str = KEY, *, old_seconds: float = 0.0) -> list[bytes]:
        """Appends new lines in one call and answers them."""
        lines = self.lines(count, old_seconds=old_seconds)
        self.call += 1
        assert self.buffers.append("p", self.call, {key: lines})
        return lines

    def claim(self, sink: str = "left", lane: Lane = Lane.COLD) -> Batch:
        """A batch, which must exist."""
        batch = self.buffers.claim(sink, lane)
        assert batch is not None
        return batch

    def account(self, sink: str = "left", key: str = KEY) -> Account:
        """The account of one key and sink, sound by itself."""
        (found,) = (one for one in self.buffers.accounts() if (one.key, one.sink) == (key, sink))
        assert found.unaccounted == 0, found
        return found


def memory_bench(limits: Limits = SMALL) -> Bench:
    """Buffers in memory; time stands still until the test lets it pass."""
    now = [1_763_768_714_000]

    def wait(seconds: float) -> None:
        now[0] += int(seconds * 1000)

    return Bench(MemoryBuffers(sinks=SINKS, limits=limits, now_ms=lambda: now[0]), lambda: now[0], wait)


def redis_bench(client: "redis.Redis", limits: Limits = SMALL, *, root: str = "test:{reporting}") -> Bench:
    """Buffers in Redis; its clock runs, and the test sets it ahead."""
    buffers = RedisBuffers(client, sinks=SINKS, limits=limits, root=root)

    def wait(seconds: float) -> None:
        buffers.ahead_ms += int(seconds * 1000)

    return Bench(buffers, lambda: int(time.time() * 1000) + buffers.ahead_ms, wait)
