"""Table on DynamoDB or a compatible engine; requests and retries are in other modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dynamo.changes import Add
from dynamo.exceptions import (
    OutcomeUnknownError,
    TableMissingError,
    TransactionTooLargeError,
    UnfitItemError,
)
from dynamo.items import INDEX, INDEX_SK, key_of
from dynamo.meter import Meter
from dynamo.protocol import requests
from dynamo.protocol.batch import read_items
from dynamo.protocol.codec import decode, decode_value
from dynamo.protocol.commit import commit_transaction
from dynamo.protocol.grouped import GroupedAdds
from dynamo.protocol.replies import Cause, TransientError
from dynamo.protocol.sender import Sender
from dynamo.transaction import MAX_ITEMS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mypy_boto3_dynamodb import DynamoDBClient

    from dynamo.items import Attributes, Key
    from dynamo.protocol.replies import Reply
    from dynamo.protocol.requests import Request
    from dynamo.retry import Retry
    from dynamo.transaction import Outcome, Transaction

WAIT_SECONDS: Final = 60.0


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

    def create(self) -> None:
        """Creates the table and waits up to a minute until it is ready; raises TableExistsError."""
        try:
            self._sender.write("create_table", requests.create_table(self.name))
        except OutcomeUnknownError:
            if not self.exists():
                raise
        self._wait_for_status("ACTIVE")

    def ensure_index(self) -> bool:
        """Adds the sparse index to a table without it and waits until it is ready."""
        described = self._sender.read("describe_table", {"TableName": self.name})
        if any(index["IndexName"] == INDEX for index in described["Table"].get("GlobalSecondaryIndexes", ())):
            return False
        self._sender.write("update_table", requests.add_index(self.name))
        self._wait_for_status("ACTIVE")
        return True

    def delete(self) -> None:
        """Deletes the table with all items and waits up to a minute until it is gone."""
        if not self.exists():
            raise TableMissingError(self.name)
        try:
            self._sender.write("delete_table", {"TableName": self.name})
            self._wait_for_status(None)
        except TableMissingError:
            return

    def exists(self) -> bool:
        """Whether the table exists, ready or not."""
        try:
            self._sender.read("describe_table", {"TableName": self.name})
        except TableMissingError:
            return False
        return True

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
        consistent: bool = True,
    ) -> list[Attributes]:
        """The items of one partition in order, page after page until the limit or the end."""
        request = requests.query(
            self.name, pk, prefix=prefix, newest_first=newest_first, consistent=consistent
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
        body = self._sender.write("update_item", request, keys=[key]).reply.body
        total = decode_value(body["Attributes"][attribute])
        if not isinstance(total, int):
            raise UnfitItemError((key,), f"{attribute} is {total}, no whole number")
        return total

    def commit(self, transaction: Transaction) -> Outcome:
        """Applies the transaction once, or returns why not; see `Table.commit`."""
        return commit_transaction(self._sender, transaction)

    def _wait_for_status(self, status: str | None) -> None:
        """Returns when the table has the status; raises TableMissingError as soon as there is none."""

        def look() -> Reply:
            reply = self._sender.once("describe_table", {"TableName": self.name})
            table = reply.body["Table"]
            indexes = [index["IndexStatus"] for index in table.get("GlobalSecondaryIndexes", ())]
            if any(one != status for one in (table["TableStatus"], *indexes)):
                raise TransientError(Cause.NOT_READY, sends=reply.sends)
            return reply

        self._sender.with_deadline(WAIT_SECONDS).run("describe_table", look)
