"""Table in memory with the behaviour of the real one, for tests and simulations."""

from __future__ import annotations

import math
import threading
from typing import TYPE_CHECKING

from dynamo.changes import Add
from dynamo.exceptions import (
    TableExistsError,
    TableMissingError,
    TransactionTooLargeError,
    UnfitItemError,
)
from dynamo.items import INDEX_SK, is_number
from dynamo.meter import Meter
from dynamo.transaction import MAX_ITEMS, Committed
from tests.memory.commit import MemoryCommit
from tests.memory.items import MemoryItems
from tests.memory.sizes import read_units, write_units
from tests.memory.stored import Stored

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dynamo.items import Attributes, Key
    from dynamo.transaction import Outcome, Transaction

BATCH = 100
# About the size of an item in the index, which holds nothing but keys.
INDEXED_BYTES = 150


class MemoryTable:
    """Behaves like `DynamoTable`, under one lock, with the same conditions and changes.

    Like the real one it does not exist until `create` is called. Nothing is ever lost here, so it raises
    neither EngineUnavailableError nor ThrottledError, ContendedError or OutcomeUnknownError. Capacity units
    follow Amazon's published rules, on sizes that are nearly Amazon's.
    """

    def __init__(self, name: str = "memory") -> None:
        self.name = name
        self.meter = Meter()
        self._lock = threading.Lock()
        self._stored: MemoryItems | None = None
        self._commits = MemoryCommit()

    def create(self) -> None:
        """Makes the table; raises TableExistsError."""
        with self._lock:
            if self._stored is not None:
                raise TableExistsError(self.name)
            self._stored = MemoryItems()

    def ensure_index(self) -> bool:
        """The index always exists: False."""
        with self._lock:
            self._items()
        return False

    def delete(self) -> None:
        """Deletes the table with everything in it."""
        with self._lock:
            self._items()
            self._stored = None
            self._commits = MemoryCommit()

    def copied(self) -> MemoryTable:
        """Another table with the same items, which remembers the same operations."""
        other = MemoryTable(self.name)
        with self._lock:
            other._stored, other._commits = self._items().copied(), self._commits.copied()
        return other

    def exists(self) -> bool:
        """Whether the table is there."""
        return self._stored is not None

    def get(self, key: Key) -> Attributes | None:
        """The item, or None."""
        return self._read([key]).get(key)

    def get_many(self, keys: Iterable[Key], *, consistent: bool = True) -> dict[Key, Attributes]:
        """The items that are there."""
        return self._read(keys, factor=1 if consistent else 0.5)

    def snapshot(self, keys: Sequence[Key]) -> dict[Key, Attributes]:
        """The existing items, all of one moment; at most 100."""
        if len(set(keys)) > MAX_ITEMS:
            raise TransactionTooLargeError(len(set(keys)), MAX_ITEMS)
        return self._read(keys, factor=2)

    def query(
        self,
        pk: str,
        *,
        limit: int | None = None,
        newest_first: bool = False,
        prefix: str = "",
        consistent: bool = True,
    ) -> list[Attributes]:
        """The items of one partition in the order of their sort keys, which start with `prefix`."""
        with self._lock:
            found = self._items().head(pk, prefix=prefix, limit=limit, newest_first=newest_first)
        return self._handed_out(found, consistent=consistent)

    def pending(
        self,
        group: str,
        *,
        since: str = "",
        until: str = "",
        limit: int | None = None,
        newest_first: bool = False,
    ) -> list[Key]:
        """The keys of the items in one group of the sparse index, by `PendingAt`, in a range if given."""
        with self._lock:
            found = self._items().pending(
                group, since=since, until=until, limit=limit, newest_first=newest_first
            )
        self.meter.count(
            requests=1, attempts=1, read_units=read_units(len(found) * INDEXED_BYTES, factor=0.5)
        )
        return found

    def first_pending(self, group: str) -> str:
        """The first `PendingAt` in one group of the sparse index, empty without one."""
        with self._lock:
            found = self._items().pending(group, until="", limit=1, newest_first=False)
            first = [self._items().get(key) for key in found]
        self.meter.count(requests=1, attempts=1, read_units=0.5)
        return "".join(str(item[INDEX_SK]) for item in first if item)

    def scan(self) -> Iterator[Attributes]:
        """Every item, as of the first one read."""
        with self._lock:
            found = list(self._items().all())
        yield from self._handed_out(found)

    def add(self, key: Key, attribute: str, number: int) -> int:
        """Adds to a number outside any transaction and returns the new value."""
        with self._lock:
            items = self._items()
            item: Attributes = dict(items.get(key) or {})
            if not is_number(item.get(attribute)):
                raise UnfitItemError((key,), "no number is there")
            Add(attribute, number).apply(item)
            stored = Stored.of(item)
            items.put(key, stored)
        self.meter.count(requests=1, attempts=1, write_units=write_units(stored.bytes))
        total = stored[attribute]
        if not isinstance(total, int):
            raise UnfitItemError((key,), f"{attribute} is {total}, no whole number")
        return total

    def commit(self, transaction: Transaction) -> Outcome:
        """Applies the transaction once, or returns the conditions that did not hold."""
        with self._lock:
            outcome, units = self._commits.commit(self._items(), transaction)
        committed = isinstance(outcome, Committed)
        self.meter.count(requests=1, attempts=1, write_units=units if committed else 0.0)
        return outcome

    def _items(self) -> MemoryItems:
        if self._stored is None:
            raise TableMissingError(self.name)
        return self._stored

    def _read(self, keys: Iterable[Key], *, factor: float = 1) -> dict[Key, Attributes]:
        with self._lock:
            items = self._items()
            found = {key: items.get(key) for key in keys}
        units = sum(read_units(item.bytes if item else 0, factor=factor) for item in found.values())
        requests = math.ceil(len(found) / BATCH)
        self.meter.count(requests=requests, attempts=requests, read_units=units)
        return {key: item.copied() for key, item in found.items() if item is not None}

    def _handed_out(self, found: list[Stored], *, consistent: bool = True) -> list[Attributes]:
        units = read_units(sum(item.bytes for item in found), factor=1 if consistent else 0.5)
        self.meter.count(requests=1, attempts=1, read_units=units)
        return [item.copied() for item in found]
