"""Errors of table requests, one class for each cause.

The first line of a docstring is the message, filled with the fields; what follows says what the caller
may rely on. A lost race is no exception: `Table.commit` returns it as `Refused`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dynamo.items import Key


class DynamoError(Exception):
    """The request to DynamoDB failed."""

    def __str__(self) -> str:
        return (self.__doc__ or "").partition("\n")[0].format(**vars(self))


class TableMissingError(DynamoError):
    """Table {table} does not exist."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


class TableExistsError(DynamoError):
    """Table {table} exists already."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


class EngineUnavailableError(DynamoError):
    """DynamoDB at {endpoint} does not answer.

    A commit that ends so was never delivered: nothing has been applied.
    """

    def __init__(self, endpoint: str) -> None:
        super().__init__(endpoint)
        self.endpoint = endpoint


class ThrottledError(DynamoError):
    """DynamoDB throttled {operation} {attempts} times until the deadline.

    Nothing has been applied.
    """

    def __init__(self, operation: str, attempts: int) -> None:
        super().__init__(operation, attempts)
        self.operation = operation
        self.attempts = attempts


class ContendedError(DynamoError):
    """Other transactions held the same items in all {attempts} attempts until the deadline.

    Nothing has been applied. `keys` are the items in dispute at the last attempt.
    """

    def __init__(self, keys: tuple[Key, ...], attempts: int) -> None:
        super().__init__(keys, attempts)
        self.keys = keys
        self.attempts = attempts


class OutcomeUnknownError(DynamoError):
    """No reply to {operation} in {attempts} attempts; it may or may not have been applied.

    For a commit `operation` is the operation id: the same transaction may be committed again, and then
    either does its work or recognises that it was done.
    """

    def __init__(self, operation: str, attempts: int) -> None:
        super().__init__(operation, attempts)
        self.operation = operation
        self.attempts = attempts


class TransactionTooLargeError(DynamoError):
    """The transaction would have {items} items; the limit is {limit}."""

    def __init__(self, items: int, limit: int) -> None:
        super().__init__(items, limit)
        self.items = items
        self.limit = limit


class DuplicateActionError(DynamoError):
    """The transaction acts twice on the item {key.pk} / {key.sk}; one action per item is the limit."""

    def __init__(self, key: Key) -> None:
        super().__init__(key)
        self.key = key


class InvalidRequestError(DynamoError):
    """DynamoDB can not do this: {reason}

    A mistake of the program or its set-up; sending it again does not help. Nothing has been applied.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class UnfitItemError(InvalidRequestError):
    """{subjects}: the item in the table does not take this change ({reason}); the audit names it

    Another program wrote a text where a number belongs, or the like. `keys` are the items; nothing has been
    applied.
    """

    def __init__(self, keys: tuple[Key, ...], reason: str) -> None:
        super().__init__(reason)
        self.keys = keys
        self.subjects = ", ".join(f"{key.pk} {key.sk}" for key in keys)
