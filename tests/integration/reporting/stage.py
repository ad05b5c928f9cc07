"""Shared parts of reporting tests: limits, numbered events, sinks that remember."""

import json
import threading
import time
from collections import defaultdict
from collections.abc import Sequence

from bench.reporting.age import moments_ms
from reporting.buffers.batches import Account, Batch, Buffers, Limits
from reporting.exceptions import DeliveryError

LIMITS = Limits(capacity=5_000, batch=128, fresh_seconds=60, lease_seconds=2, hot_per_second=200)


def numbered(numbers: Sequence[int]) -> list[bytes]:
    """Lines of events of now, each with its number."""
    return [b'%013d {"n":%d}' % (int(time.time() * 1000), number) for number in numbers]


class Memory:
    """A sink that remembers the numbers it got by key, and how old the events were; `pause` makes it slow."""

    def __init__(self, pause_seconds: float = 0.0) -> None:
        self.got: dict[str, list[int]] = defaultdict(list)
        self.ages: dict[str, list[float]] = defaultdict(list)
        self.pause_seconds = pause_seconds
        self.refuses = False
        self._lock = threading.Lock()

    def deliver(self, batch: Batch) -> None:
        """See `Sink`."""
        if self.pause_seconds:
            time.sleep(self.pause_seconds)
        if self.refuses:
            raise DeliveryError("not now")
        with self._lock:
            self.got[batch.key] += [json.loads(event)["n"] for event in batch.events()]
            self.ages[batch.key] += [time.time() - moment / 1000 for moment in moments_ms(batch)]

    def close(self) -> None:
        """Nothing is open."""

    @property
    def count(self) -> int:
        """The number of events received, repeats included."""
        return sum(map(len, self.got.values()))


def accounts(buffers: Buffers, sink: str) -> list[Account]:
    """The accounts of one sink, each of them sound."""
    found = [account for account in buffers.accounts() if account.sink == sink]
    assert not [account for account in found if account.unaccounted]
    return found


def total(buffers: Buffers, sink: str, figure: str) -> int:
    """One figure over all keys."""
    return sum(getattr(account, figure) for account in accounts(buffers, sink))
