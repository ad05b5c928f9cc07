"""Items in memory, each partition sorted by sort key; knows no locks or conditions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from itertools import islice
from typing import TYPE_CHECKING

from dynamo.items import INDEX_PK, INDEX_SK, Key
from tests.memory.stored import Stored

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dynamo.items import Attributes

# Sorts before everything else, so that the order of places is that of the index.
SEPARATOR = "\0"


class MemoryItems:
    """Items by key. What is given and returned is the stored item itself: replace it, never change it."""

    def __init__(self) -> None:
        self._partitions: dict[str, _Partition] = {}
        self._index: dict[str, _Partition] = {}

    def copied(self) -> MemoryItems:
        """The same items, to be replaced on their own."""
        other = MemoryItems()
        other._partitions = {pk: one.copied() for pk, one in self._partitions.items()}
        other._index = {group: one.copied() for group, one in self._index.items()}
        return other

    def get(self, key: Key) -> Stored | None:
        """The item, or None."""
        partition = self._partitions.get(key.pk)
        return partition.items.get(key.sk) if partition else None

    def put(self, key: Key, item: Attributes) -> None:
        """Stores the item in place of the one that was there."""
        stored = item if isinstance(item, Stored) else Stored(item)
        self._unlist(key)
        self._partitions.setdefault(key.pk, _Partition()).put(key.sk, stored)
        if INDEX_PK in stored and INDEX_SK in stored:
            self._index.setdefault(str(stored[INDEX_PK]), _Partition()).put(_place(key, stored), stored)

    def remove(self, key: Key) -> None:
        """Removes the item if it is there."""
        self._unlist(key)
        partition = self._partitions.get(key.pk)
        if partition:
            partition.remove(key.sk)

    def pending(
        self, group: str, *, until: str, limit: int | None, newest_first: bool, since: str = ""
    ) -> list[Key]:
        """The keys in one group of the sparse index, from either end, in a range of sort values."""
        partition = self._index.get(group)
        places = partition.order if partition else []
        start = bisect_left(places, since, key=_sort_value)
        end = bisect_right(places, until, key=_sort_value) if until else len(places)
        shown = range(end - 1, start - 1, -1) if newest_first else range(start, end)
        return [Key(*places[place].split(SEPARATOR)[1:]) for place in islice(shown, limit)]

    def _unlist(self, key: Key) -> None:
        item = self.get(key)
        if item and INDEX_PK in item and INDEX_SK in item:
            self._index[str(item[INDEX_PK])].remove(_place(key, item))

    def head(
        self,
        pk: str,
        *,
        prefix: str = "",
        first: str = "",
        last: str = "",
        limit: int | None,
        newest_first: bool,
    ) -> list[Stored]:
        """The first items of a partition from either end; the cost grows with the limit only."""
        partition = self._partitions.get(pk)
        if partition is None:
            return []
        within = partition.beginning_with(prefix) if prefix else partition.between(first, last)
        places = reversed(within) if newest_first else within
        return [partition.items[partition.order[place]] for place in islice(places, limit)]

    def all(self) -> Iterator[Stored]:
        """Every item."""
        for partition in self._partitions.values():
            yield from partition.items.values()


def _place(key: Key, item: Attributes) -> str:
    return SEPARATOR.join((str(item[INDEX_SK]), key.pk, key.sk))


class _Partition:
    """The items of one partition by sort key, and their sort keys in order."""

    __slots__ = ("items", "order")

    def __init__(self) -> None:
        self.items: dict[str, Stored] = {}
        self.order: list[str] = []

    def copied(self) -> _Partition:
        other = _Partition()
        other.items, other.order = dict(self.items), list(self.order)
        return other

    def put(self, sk: str, item: Stored) -> None:
        if sk not in self.items:
            insort(self.order, sk)
        self.items[sk] = item

    def remove(self, sk: str) -> None:
        if self.items.pop(sk, None) is not None:
            del self.order[bisect_left(self.order, sk)]

    def beginning_with(self, prefix: str) -> range:
        """The places in the order whose sort keys have the prefix."""
        start = bisect_left(self.order, prefix)
        return range(start, bisect_right(self.order, prefix, lo=start, key=lambda sk: sk[: len(prefix)]))

    def between(self, first: str, last: str) -> range:
        """The places in the order from one sort key to another, both included; empty means the end."""
        end = bisect_right(self.order, last) if last else len(self.order)
        return range(bisect_left(self.order, first), end)


def _sort_value(place: str) -> str:
    return place.partition(SEPARATOR)[0]
