"""Table protocol, implemented on DynamoDB (`aws_table`) and in memory (`memory`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dynamo.changes import Change
    from dynamo.conditions import Condition
    from dynamo.items import Attributes, Key
    from dynamo.meter import Meter
    from dynamo.transaction import Failure, Outcome, Transaction


class Table(Protocol):
    """One table with partition key `pk` and sort key `sk`, both strings.

    Every method may raise `TableMissingError`, and after the deadline of its retries
    `EngineUnavailableError` or `ThrottledError`. Reads are strongly consistent if not said otherwise. What is
    returned belongs to the caller.
    """

    @property
    def name(self) -> str:
        """The name of the table."""

    @property
    def meter(self) -> Meter:
        """The cost of all requests through this object."""

    def create(self, *, expires: str = "") -> None:
        """Creates the table, billed on demand, and waits until it is ready; raises TableExistsError.

        `expires` as in `ensure_expiry`; empty, nothing expires.
        """

    def ensure_index(self) -> bool:
        """Adds the sparse index to a table without it; False if it exists."""

    def ensure_expiry(self, attribute: str) -> bool:
        """Lets items expire by the moment in an attribute, in seconds of the epoch; False if they do.

        DynamoDB removes them within days, the embedded engine never: readers leave out what has expired.
        """

    def delete(self) -> None:
        """Deletes the table with all items and waits until it is gone."""

    def exists(self) -> bool:
        """Whether the table is there."""

    def get(self, key: Key) -> Attributes | None:
        """The item, or None."""

    def get_many(self, keys: Iterable[Key], *, consistent: bool = True) -> dict[Key, Attributes]:
        """The existing items, each read separately: the result need not be of one moment.

        Not `consistent` it costs half, and may lag.
        """

    def snapshot(self, keys: Sequence[Key]) -> dict[Key, Attributes]:
        """The existing items, all of one moment; at most 100.

        Concurrent writers cancel it: it is tried again until the deadline, then raises ContendedError.
        """

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
        """The items of one partition in the order of their sort keys, which start with `prefix` or, without
        one, are in the range from `first` to `last`, both included.

        `newest_first` reads from the other end; `limit` ends the reading, so a head costs only itself. Not
        `consistent` it costs half, and may lag.
        """

    def pending(
        self,
        group: str,
        *,
        since: str = "",
        until: str = "",
        limit: int | None = None,
        newest_first: bool = False,
    ) -> list[Key]:
        """The keys of the items in one group of the sparse index, by `PendingAt`, from `since` up to `until`.

        Never consistent: it may lag slightly and name items that have changed.
        """

    def first_pending(self, group: str) -> str:
        """The first `PendingAt` in one group of the sparse index, empty without one; as above."""

    def scan(self) -> Iterator[Attributes]:
        """Every item of the table, in no order; what changes meanwhile may or may not be seen."""

    def add(self, key: Key, attribute: str, number: int) -> int:
        """Adds to a number outside any transaction and returns the new value. Raises UnfitItemError if the
        value is not a number.

        Not safe to repeat: after a lost reply the re-send adds again and leaves a gap. Right for reserving
        numbers, wrong for counting. Raises OutcomeUnknownError if no reply came at all.
        """

    def put_new(self, key: Key, attributes: Attributes) -> Attributes | None:
        """Puts the item unless there is one: None if it is written, else the item that is there.

        After a lost reply the item that is there may be the own one: give it an attribute that tells. Raises
        as `commit`.
        """

    def change(self, key: Key, *changes: Change, when: Condition | None = None) -> Failure | None:
        """Changes one item, and makes a missing one unless `when` forbids it: None if done, else why not.

        After a lost reply it is sent again: the change must be one that may happen twice, or make its own
        condition false; then the image of the failure shows it. Raises as `commit`.
        """

    def commit(self, transaction: Transaction) -> Outcome:
        """Applies the transaction once, or returns why not.

        `Committed` if all of it is applied, even if only the operation id on an item shows it; `Refused` if a
        condition did not hold. Raises ContendedError, ThrottledError, EngineUnavailableError or
        InvalidRequestError if nothing is applied, and OutcomeUnknownError if the outcome cannot be found out.
        """
