"""Tables that pass everything on to another one, with a hook in between."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from dynamo.changes import Change
from dynamo.conditions import Condition
from dynamo.items import Attributes, Key
from dynamo.meter import Meter
from dynamo.table import Table
from dynamo.transaction import Committed, Failure, Outcome, Transaction
from tests.memory.commit import MemoryCommit
from tests.memory.table import MemoryTable

Happening = Callable[[], object]


class PassingTable:
    """Does what the table behind it does."""

    def __init__(self, behind: Table) -> None:
        self.behind = behind

    @property
    def name(self) -> str:
        return self.behind.name

    @property
    def meter(self) -> Meter:
        return self.behind.meter

    def create(self, *, expires: str = "") -> None:
        self.behind.create(expires=expires)

    def ensure_expiry(self, attribute: str) -> bool:
        return self.behind.ensure_expiry(attribute)

    def delete(self) -> None:
        self.behind.delete()

    def exists(self) -> bool:
        return self.behind.exists()

    def get(self, key: Key) -> Attributes | None:
        return self.behind.get(key)

    def get_many(self, keys: Iterable[Key], *, consistent: bool = True) -> dict[Key, Attributes]:
        return self.behind.get_many(keys, consistent=consistent)

    def snapshot(self, keys: Sequence[Key]) -> dict[Key, Attributes]:
        return self.behind.snapshot(keys)

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
        return self.behind.query(
            pk,
            limit=limit,
            newest_first=newest_first,
            prefix=prefix,
            first=first,
            last=last,
            consistent=consistent,
        )

    def ensure_index(self) -> bool:
        return self.behind.ensure_index()

    def pending(
        self,
        group: str,
        *,
        since: str = "",
        until: str = "",
        limit: int | None = None,
        newest_first: bool = False,
    ) -> list[Key]:
        return self.behind.pending(group, since=since, until=until, limit=limit, newest_first=newest_first)

    def first_pending(self, group: str) -> str:
        return self.behind.first_pending(group)

    def scan(self) -> Iterator[Attributes]:
        return self.behind.scan()

    def add(self, key: Key, attribute: str, number: int) -> int:
        return self.behind.add(key, attribute, number)

    def put_new(self, key: Key, attributes: Attributes) -> Attributes | None:
        return self.behind.put_new(key, attributes)

    def change(self, key: Key, *changes: Change, when: Condition | None = None) -> Failure | None:
        return self.behind.change(key, *changes, when=when)

    def commit(self, transaction: Transaction) -> Outcome:
        return self.behind.commit(transaction)


class InterruptedTable(PassingTable):
    """Lets others act between what an operation read and what it commits.

    `before_commits` happen one before each commit, `before_puts` one before each put of a new item,
    `before_queries` one before the next query of that partition. What they do themselves must go to the table
    behind. `queries` are those answered so far, `changed` the items changed outside of transactions.
    """

    def __init__(self, behind: Table) -> None:
        super().__init__(behind)
        self.before_commits: deque[Happening] = deque()
        self.before_puts: deque[Happening] = deque()
        self.before_queries: dict[str, Happening] = {}
        self.queries: list[tuple[str, int | None]] = []
        self.outcomes: list[Outcome] = []
        self.changed: list[Key] = []

    def commit(self, transaction: Transaction) -> Outcome:
        if self.before_commits:
            self.before_commits.popleft()()
        outcome = self.behind.commit(transaction)
        self.outcomes.append(outcome)
        return outcome

    def change(self, key: Key, *changes: Change, when: Condition | None = None) -> Failure | None:
        self.changed.append(key)
        return super().change(key, *changes, when=when)

    def put_new(self, key: Key, attributes: Attributes) -> Attributes | None:
        if self.before_puts:
            self.before_puts.popleft()()
        return self.behind.put_new(key, attributes)

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
        self.before_queries.pop(pk, lambda: None)()
        found = self.behind.query(
            pk,
            limit=limit,
            newest_first=newest_first,
            prefix=prefix,
            first=first,
            last=last,
            consistent=consistent,
        )
        self.queries.append((pk, limit))
        return found


class LaggingTable(PassingTable):
    """Answers reads that need not be consistent as of the first one since its last `update`."""

    def __init__(self, behind: Table) -> None:
        super().__init__(behind)
        self._copies: dict[str, list[Attributes]] = {}
        self._items: dict[Key, Attributes | None] = {}

    def update(self) -> None:
        """Brings every partition and item asked for from now on up to date."""
        self._copies.clear()
        self._items.clear()

    def get_many(self, keys: Iterable[Key], *, consistent: bool = True) -> dict[Key, Attributes]:
        wanted = [*keys]
        found = super().get_many(wanted, consistent=consistent)
        if consistent:
            return found
        copies = {key: self._items.setdefault(key, found.get(key)) for key in wanted}
        return {key: item for key, item in copies.items() if item is not None}

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
        found = super().query(
            pk,
            limit=limit,
            newest_first=newest_first,
            prefix=prefix,
            first=first,
            last=last,
            consistent=consistent,
        )
        return found if consistent else self._copies.setdefault(pk, found)


class ForgetfulTable(PassingTable):
    """Loses the reply to every commit and forgets its token, as an engine that is killed after applying.

    The re-send is refused by the own change, and only the operation id on an item tells that it worked.
    """

    def __init__(self) -> None:
        self.memory = MemoryTable()
        self.recovered = 0
        self.before_resend: Happening = lambda: None
        super().__init__(self.memory)

    def commit(self, transaction: Transaction) -> Outcome:
        outcome = self.memory.commit(transaction)
        if not outcome.ok:
            return outcome
        happens, self.before_resend = self.before_resend, lambda: None
        happens()
        self.memory._commits = MemoryCommit()
        again = self.memory.commit(transaction)
        self.recovered += isinstance(again, Committed) and again.recovered
        return again
