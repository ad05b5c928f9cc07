"""Waiting calls of a run, in their queues. Pure."""

from collections.abc import Collection, Iterator
from itertools import chain, islice, zip_longest
from typing import NamedTuple

from routing.model.queues import QueueKey


class Place(NamedTuple):
    """The place of a call in its queue: its band, then its ticket; the smaller comes first."""

    band: int
    ticket: int


class Waiting:
    """The calls that wait, each in one queue; offers come to those at the heads."""

    def __init__(self, newest_first: Collection[QueueKey] = ()) -> None:
        self._newest_first = newest_first
        self._queue_of: dict[str, QueueKey] = {}
        self._queues: dict[QueueKey, dict[str, Place]] = {}

    def __len__(self) -> int:
        return len(self._queue_of)

    def __contains__(self, call_id: object) -> bool:
        return call_id in self._queue_of

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._queue_of))

    def add(self, call_id: str, queue: QueueKey, *, band: int, ticket: int) -> None:
        """Puts a call at its place."""
        self.remove(call_id)
        newest_first = queue in self._newest_first
        self._queue_of[call_id] = queue
        self._queues.setdefault(queue, {})[call_id] = Place(band, -ticket if newest_first else ticket)

    def remove(self, call_id: str) -> None:
        """Takes a call out of its queue, if it is in one."""
        queue = self._queue_of.pop(call_id, None)
        if queue is not None:
            del self._queues[queue][call_id]

    def heads(self, limit: int) -> list[str]:
        """The first calls of every queue, up to the limit in all."""
        if len(self) <= limit:
            return list(self._queue_of)
        queues = (sorted(places, key=places.__getitem__) for places in self._queues.values())
        in_turn = chain.from_iterable(zip_longest(*queues))
        return list(islice((call_id for call_id in in_turn if call_id is not None), limit))
