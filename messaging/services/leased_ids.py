"""Message ids of this process, under a worker id that it has leased."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock

from dynamo.table import Table
from messaging.model.ids import WORKERS, Sequence
from messaging.storage.worker_items import keep_worker, take_worker

LEASE_TICKS = 6000  # a minute; an idle process loses it and takes another
RENEWED_TICKS = 2000
NO_WORKER = -1


@dataclass
class LeasedIds:
    """Gives message ids; thread-safe. The lease is taken and renewed by the calls that need it.

    `owner` is unique to this object; `choose(n)` picks a number below n, so that processes which start
    together seldom try the same worker.
    """

    table: Table
    clock: Callable[[], datetime]
    owner: str
    choose: Callable[[int], int]
    _worker: int = NO_WORKER
    _until: int = 0
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self._sequence = Sequence(self.clock)

    def __call__(self) -> int:
        """The next id. Raises ClockWentBackError, NoWorkerError and DynamoError."""
        with self._lock:
            place = self._sequence.next_place()
            if place.tick >= self._until - RENEWED_TICKS:
                self._hold(place.tick)
            return place.id_of(self._worker)

    def _hold(self, tick: int) -> None:
        until = tick + LEASE_TICKS
        if self._worker == NO_WORKER or not keep_worker(self.table, self._worker, self.owner, until=until):
            self._worker = NO_WORKER
            start = self.choose(WORKERS)
            self._worker = take_worker(
                self.table, self.owner, tick=self._sequence.seen_tick, until=until, start=start
            )
        self._until = until
