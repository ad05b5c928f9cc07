"""Table on DynamoDB or a compatible engine; requests and retries are in other modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dynamo.changes import Add
from dynamo.conditions import Absent, Condition
from dynamo.exceptions import ContendedError, TransactionTooLargeError, UnfitItemError
from dynamo.items import INDEX_SK, key_of
from dynamo.meter import Meter
from dynamo.protocol import requests, set_up
from dynamo.protocol.batch import read_items
from dynamo.protocol.codec import decode, decode_value
from dynamo.protocol.commit import commit_transaction, failures_of
from dynamo.protocol.grouped import GroupedAdds
from dynamo.protocol.sender import Sender
from dynamo.transaction import MAX_ITEMS, put_action, update_action

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mypy_boto3_dynamodb import DynamoDBClient

    from dynamo.changes import Change
    from dynamo.items import Attributes, Key
    from dynamo.protocol.requests import Request
    from dynamo.retry import Retry
    from dynamo.transaction import Action, Failure, Outcome, Transaction

ABSENT: Final = Condition("absent", Absent())


class DynamoTable:
    """The interface of `Table` over a client; thread-safe.

    Reads are repeated until they succeed or the deadline of `retry` passes; for the guarantees of writes see
    `add` and `commit`. `tokens`: transactions carry an idempotency token; an engine on this machine is faster
    without (decision 0020), and nothing rests on it.
    """

    def __init__(self, client: DynamoDBClient, name: str, *, retry: Retry, tokens: bool = True) -> None:
        self.name = name
        self.meter = Meter()
        self._sender = Sender(client, name, retry=retry, meter=self.meter, tokens=tokens)
        self._adds: GroupedAdds[tuple[Key, str]] = GroupedAdds(self._add)

    def create(self, *, expires: str = "") -> None:
        """Creates the table and waits up to a minute until it is ready; raises TableExistsError."""
        set_up.create_table(self._sender)
        if expires:
            self.ensure_expiry(expires)

    def ensure_index(self) -> bool:
        """Adds the sparse index to a table without it and waits until it is ready."""
        return set_up.ensure_index(self._sender)

    def ensure_expiry(self, attribute: str) -> bool:
        """Lets items expire by an attribute; False if they do."""
        return set_up.ensure_expiry(self._sender, attribute)

    def delete(self) -> None:
        """Deletes the table with all items and waits up to a minute until it is gone."""
        set_up.delete_table(self._sender)

    def exists(self) -> bool:
        """Whether the table exists, ready or not."""
        return set_up.table_exists(self._sender)

    def get(self, key: Key) -> Attributes | None:
        """The item, or None."""
        body = self._sender.read("get_item", requests.get_item(self.name, key))
        return decode(body["Item"]) if "Item" in body else None

    def get_many(self, keys: Iterable[Key], *, consistent: bool = True) -> dict[Key, Attributes]:
        """The existing items, read 100 at a time."""
        return read_items(self._sender, keys, consistent=consistent)

    def snapshot(self, keys: Sequence[Key]) -> dict[Key, Attributes]:
        """The existing items, all of one moment; at most 100."""
        wanted = list(dict.fromkeys(keys))
        if len(wanted) > MAX_ITEMS:
            raise TransactionTooLargeError(len(wanted), MAX_ITEMS)
        if not wanted:
            return {}
        request = requests.transact_get_items(self.name, wanted)
        body = self._sender.read("transact_get_items", request, keys=wanted)
        replies = zip(wanted, body["Responses"], strict=True)
        return {key: decode(reply["Item"]) for key, reply in replies if reply.get("Item")}

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
        """The items of one partition in order, page after page until the limit or the end."""
        request = requests.query(
            self.name,
            pk,
            prefix=prefix,
            first=first,
            last=last,
            newest_first=newest_first,
            consistent=consistent,
        )
        return self._pages(request, limit)

    def _pages(self, first: Request, limit: int | None) -> list[Attributes]:
        request: Request | None = first
        items: list[Attributes] = []
        while request is not None and (limit is None or len(items) < limit):
            if limit is not None:
                request["Limit"] = limit - len(items)
            page = self._sender.read("query", request)
            items += map(decode, page["Items"])
            request = requests.next_page(request, page)
        return items

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
        request = requests.query_index(self.name, group, since=since, until=until, newest_first=newest_first)
        return [key_of(item) for item in self._pages(request, limit)]

    def first_pending(self, group: str) -> str:
        """The first `PendingAt` in one group of the sparse index, empty without one."""
        request = requests.query_index(self.name, group, until="", newest_first=False)
        return next((str(item[INDEX_SK]) for item in self._pages(request, 1)), "")

    def scan(self) -> Iterator[Attributes]:
        """Every item of the table, read page by page as they are taken."""
        request: Request | None = requests.scan(self.name)
        while request is not None:
            page = self._sender.read("scan", request)
            yield from map(decode, page["Items"])
            request = requests.next_page(request, page)

    def add(self, key: Key, attribute: str, number: int) -> int:
        """Adds to a number and returns the new value; threads that wait for each other share a request. A
        re-send after a lost reply adds again: a gap.
        """
        return self._adds.add((key, attribute), number)

    def _add(self, target: tuple[Key, str], number: int) -> int:
        key, attribute = target
        request = requests.add_to_number(self.name, key, Add(attribute, number))
        reply = self._sender.write("update_item", request, keys=[key]).reply
        if reply.reasons:
            raise UnfitItemError((key,), "no number is there")
        total = decode_value(reply.body["Attributes"][attribute])
        if not isinstance(total, int):
            raise UnfitItemError((key,), f"{attribute} is {total}, no whole number")
        return total

    def put_new(self, key: Key, attributes: Attributes) -> Attributes | None:
        """Puts the item unless there is one; see `Table.put_new`."""
        blocked = self._write("put_item", put_action(key, attributes, ABSENT))
        if blocked is None:
            return None
        found = blocked.image or self.get(key)
        if found is None:  # it was removed since
            raise ContendedError((key,), 1)
        return found

    def change(self, key: Key, *changes: Change, when: Condition | None = None) -> Failure | None:
        """Changes one item; see `Table.change`."""
        return self._write("update_item", update_action(key, changes, when))

    def _write(self, operation: str, action: Action) -> Failure | None:
        request = requests.write_item(self.name, action)
        reply = self._sender.write(operation, request, keys=[action.key]).reply
        return next(iter(failures_of((action,), reply.reasons or [{}])), None)

    def commit(self, transaction: Transaction) -> Outcome:
        """Applies the transaction once, or returns why not; see `Table.commit`."""
        return commit_transaction(self._sender, transaction)
