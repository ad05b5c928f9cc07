"""Table in memory with the behaviour of the real one, for tests and simulations."""

from __future__ import annotations

import math
import threading
from typing import TYPE_CHECKING

from dynamo.changes import Add
from dynamo.conditions import Absent, Condition
from dynamo.exceptions import (
    TableExistsError,
    TableMissingError,
    TransactionTooLargeError,
    UnfitItemError,
)
from dynamo.items import INDEX_SK, is_number
from dynamo.meter import Meter
from dynamo.transaction import MAX_ITEMS, Committed, put_action, update_action
from tests.memory.commit import MemoryCommit, apply, failure
from tests.memory.items import MemoryItems
from tests.memory.sizes import read_units, write_units
from tests.memory.stored import Stored

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dynamo.changes import Change
    from dynamo.items import Attributes, Key
    from dynamo.transaction import Action, Failure, Outcome, Transaction

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
        self._expires = ""
        self._tables = {name: self}

    def beside(self, name: str) -> MemoryTable:
        """Another table of the same engine, not made yet: a transaction may span both."""
        other = MemoryTable(name)
        other._lock, other._tables = self._lock, self._tables
        self._tables[name] = other
        return other

    def create(self, *, expires: str = "") -> None:
        """Makes the table; raises TableExistsError."""
        with self._lock:
            if self._stored is not None:
                raise TableExistsError(self.name)
            self._stored, self._expires = MemoryItems(), expires

    def ensure_index(self) -> bool:
        """The index always exists: False."""
        with self._lock:
            self._items()
        return False

    def ensure_expiry(self, attribute: str) -> bool:
        """Remembers the attribute, and removes nothing; False if it was known."""
        with self._lock:
            self._items()
            before, self._expires = self._expires, attribute
        return before != attribute

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
        first: str = "",
        last: str = "",
        consistent: bool = True,
    ) -> list[Attributes]:
        """The items of one partition in the order of their sort keys, with a prefix or in a range."""
        with self._lock:
            found = self._items().head(
                pk, prefix=prefix, first=first, last=last, limit=limit, newest_first=newest_first
            )
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
            items = self._items_of(key)
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

    def put_new(self, key: Key, attributes: Attributes) -> Attributes | None:
        """Puts the item unless there is one, which it returns."""
        blocked = self._write(put_action(key, attributes, Condition("absent", Absent())))
        return blocked.image if blocked else None

    def change(self, key: Key, *changes: Change, when: Condition | None = None) -> Failure | None:
        """Changes one item, or returns why not."""
        return self._write(update_action(key, changes, when))

    def _write(self, action: Action) -> Failure | None:
        with self._lock:
            blocked = failure(self._items_of, action)
            units = 0.0 if blocked else apply(self._items_of, [action])
        self.meter.count(requests=1, attempts=1, write_units=units)
        return blocked

    def commit(self, transaction: Transaction) -> Outcome:
        """Applies the transaction once, or returns the conditions that did not hold."""
        with self._lock:
            outcome, units = self._commits.commit(self._items_of, transaction)
        committed = isinstance(outcome, Committed)
        self.meter.count(requests=1, attempts=1, write_units=units if committed else 0.0)
        return outcome

    def _items(self) -> MemoryItems:
        if self._stored is None:
            raise TableMissingError(self.name)
        return self._stored

    def _items_of(self, key: Key) -> MemoryItems:
        if not key.table or key.table == self.name:
            return self._items()
        if key.table not in self._tables:
            raise TableMissingError(key.table)
        return self._tables[key.table]._items()

    def _read(self, keys: Iterable[Key], *, factor: float = 1) -> dict[Key, Attributes]:
        with self._lock:
            found = {key: self._items_of(key).get(key) for key in keys}
        units = sum(read_units(item.bytes if item else 0, factor=factor) for item in found.values())
        requests = math.ceil(len(found) / BATCH)
        self.meter.count(requests=requests, attempts=requests, read_units=units)
        return {key: item.copied() for key, item in found.items() if item is not None}

    def _handed_out(self, found: list[Stored], *, consistent: bool = True) -> list[Attributes]:
        units = read_units(sum(item.bytes for item in found), factor=1 if consistent else 0.5)
        self.meter.count(requests=1, attempts=1, read_units=units)
        return [item.copied() for item in found]
