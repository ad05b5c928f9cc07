"""Sender: one request through the retry loop, its cost counted, its final error raised."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from botocore.exceptions import BotoCoreError, ClientError
from botocore.parsers import ResponseParserError

from dynamo.exceptions import (
    ContendedError,
    DynamoError,
    EngineUnavailableError,
    OutcomeUnknownError,
    TableMissingError,
    ThrottledError,
)
from dynamo.protocol.replies import Cause, GaveUpError, Reply, TransientError, sends_of, understand_failure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mypy_boto3_dynamodb import DynamoDBClient

    from dynamo.items import Key
    from dynamo.meter import Meter
    from dynamo.retry import Retry, Sent

_PARTS: Final = {"ReadCapacityUnits", "WriteCapacityUnits"}


class Sender:
    """Access to one table: client, retry loop and meter.

    `tokens`: transactions carry an idempotency token, by which Amazon answers a re-send without another look
    at the items.
    """

    def __init__(
        self, client: DynamoDBClient, table: str, *, retry: Retry, meter: Meter, tokens: bool
    ) -> None:
        self.retry = retry
        self.table = table
        self.tokens = tokens
        self._client = client
        self._meter = meter
        retries = getattr(client.meta.config, "retries", None) or {}
        self._sends_once = retries.get("total_max_attempts") == 1

    def with_deadline(self, seconds: float) -> Sender:
        """The same with another deadline; 0 means a single send."""
        retry = replace(self.retry, deadline_seconds=seconds)
        return Sender(self._client, self.table, retry=retry, meter=self._meter, tokens=self.tokens)

    def read(self, operation: str, request: dict[str, Any], *, keys: Sequence[Key] = ()) -> dict[str, Any]:
        """The body of the reply to a request that changes nothing; `operation` is the client's method."""
        return self.run(operation, lambda: self.once(operation, request, keys=keys)).reply.body

    def write(
        self, operation: str, request: dict[str, Any], *, name: str | None = None, keys: Sequence[Key] = ()
    ) -> Sent:
        """The reply to a request that changes something; `name` is its name in OutcomeUnknownError."""
        return self.run(
            operation,
            lambda: self.once(operation, request, keys=keys, writes=True),
            name=name or operation,
        )

    def run(self, operation: str, send: Callable[[], Reply], *, name: str | None = None) -> Sent:
        """Calls `send` in the retry loop; with a name it is a write, whose outcome matters."""
        self._meter.count(requests=1)
        try:
            return self.retry.run(send)
        except GaveUpError as gave_up:
            raise self._explanation(gave_up, operation, name) from gave_up.last

    def once(
        self, operation: str, request: dict[str, Any], *, keys: Sequence[Key] = (), writes: bool = False
    ) -> Reply:
        """One call of the client; raises TransientError if another may help."""
        try:
            body: dict[str, Any] = getattr(self._client, operation)(**request)
        except (BotoCoreError, ClientError, ResponseParserError) as error:
            self._meter.count(attempts=sends_of(getattr(error, "response", None) or {}))
            return understand_failure(error, table=self.table, keys=keys, sends_once=self._sends_once)
        sends = sends_of(body)
        read_units, write_units = units_of(body, writes=writes)
        self._meter.count(attempts=sends, read_units=read_units, write_units=write_units)
        return Reply(body, sends=sends)

    def _explanation(self, gave_up: GaveUpError, operation: str, name: str | None) -> DynamoError:
        last = gave_up.last
        if isinstance(last, TableMissingError):
            return last
        if name is not None and gave_up.uncertain:
            return OutcomeUnknownError(name, gave_up.sends)
        if isinstance(last, DynamoError):
            return last
        assert isinstance(last, TransientError)
        if last.cause is Cause.CONFLICT:
            return ContendedError(last.keys, gave_up.sends)
        if last.cause is Cause.THROTTLED:
            return ThrottledError(operation, gave_up.sends)
        return EngineUnavailableError(self._client.meta.endpoint_url)


def units_of(body: dict[str, Any], *, writes: bool) -> tuple[float, float]:
    """The read and the write units that a reply names; plain requests name only a total."""
    consumed = body.get("ConsumedCapacity") or []
    total = "WriteCapacityUnits" if writes else "ReadCapacityUnits"
    read_units = write_units = 0.0
    for entry in consumed if isinstance(consumed, list) else [consumed]:
        parts = entry if _PARTS & entry.keys() else {total: entry.get("CapacityUnits", 0.0)}
        read_units += parts.get("ReadCapacityUnits", 0.0)
        write_units += parts.get("WriteCapacityUnits", 0.0)
    return read_units, write_units
