"""Items in memory, each partition sorted by sort key; knows neither locks nor conditions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dynamo.items import Attributes, Key


class MemoryItems:
    """Items by key. What is given and returned is the stored item itself: replace it, never change it."""

    def __init__(self) -> None:
        self._partitions: dict[str, _Partition] = {}

    def get(self, key: Key) -> Attributes | None:
        """The item, or None."""
        partition = self._partitions.get(key.pk)
        return partition.items.get(key.sk) if partition else None

    def put(self, key: Key, item: Attributes) -> None:
        """Stores the item in place of the one that was there."""
        self._partitions.setdefault(key.pk, _Partition()).put(key.sk, item)

    def remove(self, key: Key) -> None:
        """Removes the item if it is there."""
        partition = self._partitions.get(key.pk)
        if partition:
            partition.remove(key.sk)

    def head(self, pk: str, *, prefix: str, limit: int | None, newest_first: bool) -> list[Attributes]:
        """The first items of a partition from either end; the cost grows with the limit only."""
        partition = self._partitions.get(pk)
        return partition.head(prefix, limit, newest_first=newest_first) if partition else []

    def all(self) -> Iterator[Attributes]:
        """Every item."""
        for partition in self._partitions.values():
            yield from partition.items.values()


class _Partition:
    """The items of one partition by sort key, and their sort keys in order."""

    __slots__ = ("items", "order")

    def __init__(self) -> None:
        self.items: dict[str, Attributes] = {}
        self.order: list[str] = []

    def put(self, sk: str, item: Attributes) -> None:
        if sk not in self.items:
            insort(self.order, sk)
        self.items[sk] = item

    def remove(self, sk: str) -> None:
        if self.items.pop(sk, None) is not None:
            del self.order[bisect_left(self.order, sk)]

    def head(self, prefix: str, limit: int | None, *, newest_first: bool) -> list[Attributes]:
        start = bisect_left(self.order, prefix)
        end = bisect_right(self.order, prefix, lo=start, key=lambda sk: sk[: len(prefix)])
        places = range(end - 1, start - 1, -1) if newest_first else range(start, end)
        return [self.items[self.order[place]] for place in islice(places, limit)]
