"""Replies of DynamoDB and botocore: a result, a failure worth a retry, or a typed error. Sends nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConnectTimeoutError,
    EndpointConnectionError,
    HTTPClientError,
    ProxyConnectionError,
)
from botocore.parsers import ResponseParserError

from dynamo.exceptions import InvalidRequestError, TableExistsError, TableMissingError, UnfitItemError
from dynamo.transaction import CONDITION_FAILED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dynamo.items import Key

CONFLICT_CODES: Final = {
    "TransactionConflict",
    "TransactionConflictException",
    "ReplicatedWriteConflictException",
}
THROTTLING_CODES: Final = {
    "ThrottlingError",
    "ProvisionedThroughputExceeded",
    "ThrottlingException",
    "Throttling",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "LimitExceededException",
}
# An action of a transaction does not fit its item, such as an addition to a text.
INVALID: Final = "ValidationError"
# The condition of a write to one item.
NOT_SO: Final = "ConditionalCheckFailedException"
NEVER_DELIVERED: Final = (EndpointConnectionError, ConnectTimeoutError, ProxyConnectionError)


class Cause(Enum):
    """Reason to send again."""

    CONFLICT = auto()
    THROTTLED = auto()
    UNREACHABLE = auto()
    NOT_READY = auto()
    IN_PROGRESS = auto()
    NO_REPLY = auto()

    @property
    def uncertain(self) -> bool:
        """Whether the request may have been applied anyway."""
        return self in {Cause.IN_PROGRESS, Cause.NO_REPLY}


class TransientError(Exception):
    """A failed send worth a retry. `keys` are the items in dispute, if it was a conflict."""

    def __init__(
        self, cause: Cause, *, sends: int = 1, uncertain: bool = False, keys: tuple[Key, ...] = ()
    ) -> None:
        super().__init__(cause)
        self.cause = cause
        self.sends = sends
        self.uncertain = uncertain or cause.uncertain
        self.keys = keys


class GaveUpError(Exception):
    """The last error after the final send, with the facts of all sends."""

    def __init__(self, last: Exception, sends: int, *, uncertain: bool) -> None:
        super().__init__(last, sends)
        self.last = last
        self.sends = sends
        self.uncertain = uncertain


@dataclass(frozen=True, slots=True)
class Reply:
    """A final answer: a body, or the reasons why conditions refused a write, one for each action.
    `sends` is above 1 if botocore retried.
    """

    body: dict[str, Any] = field(default_factory=dict)
    reasons: list[dict[str, Any]] | None = None
    sends: int = 1


def understand_failure(
    error: BotoCoreError | ClientError | ResponseParserError,
    *,
    table: str,
    keys: Sequence[Key] = (),
    sends_once: bool = True,
) -> Reply:
    """The reply, if conditions refused a write; otherwise raises TransientError, TableMissingError,
    TableExistsError or InvalidRequestError. `keys` are those of a transaction's actions, in order.
    `sends_once`: the client never retries, so a refused connection was its only send.
    """
    if isinstance(error, ClientError):
        return _understand_refusal(error, table=table, keys=keys)
    if isinstance(error, NEVER_DELIVERED):
        raise TransientError(Cause.UNREACHABLE, uncertain=not sends_once) from error
    if isinstance(error, HTTPClientError | ResponseParserError):
        raise TransientError(Cause.NO_REPLY) from error
    raise InvalidRequestError(str(error)) from error


def sends_of(body: dict[str, Any]) -> int:
    """The number of sends by botocore for this answer, the first included."""
    return 1 + int(body.get("ResponseMetadata", {}).get("RetryAttempts", 0))


def _understand_refusal(error: ClientError, *, table: str, keys: Sequence[Key]) -> Reply:
    answer: dict[str, Any] = {**error.response}
    code, sends = answer["Error"].get("Code", ""), sends_of(answer)
    if code == "TransactionCanceledException":
        return _understand_reasons(answer.get("CancellationReasons") or [], sends=sends, keys=keys)
    cause = _cause(code, answer.get("ResponseMetadata", {}).get("HTTPStatusCode", 0))
    if cause is not None:
        raise TransientError(cause, sends=sends, uncertain=sends > 1, keys=tuple(keys)) from error
    if code == "ResourceNotFoundException":
        # A transaction over two tables does not say which of them is missing.
        tables = dict.fromkeys(key.table or table for key in keys) or [table]
        raise TableMissingError(" or ".join(tables)) from error
    if code == "ResourceInUseException":
        raise TableExistsError(table) from error
    if code == NOT_SO:
        return Reply(reasons=[{"Code": CONDITION_FAILED, "Item": answer.get("Item")}], sends=sends)
    raise InvalidRequestError(f"{code}: {answer['Error'].get('Message', '')}") from error


def _cause(code: str, status: int) -> Cause | None:
    if code in CONFLICT_CODES:
        return Cause.CONFLICT
    if code in THROTTLING_CODES:
        return Cause.THROTTLED
    if code == "TransactionInProgressException":
        return Cause.IN_PROGRESS
    return Cause.NO_REPLY if status >= HTTPStatus.INTERNAL_SERVER_ERROR else None


def _understand_reasons(reasons: list[dict[str, Any]], *, sends: int, keys: Sequence[Key]) -> Reply:
    codes = [reason.get("Code") or "None" for reason in reasons]
    if INVALID in codes:
        unfit = tuple(key for key, code in zip(keys, codes, strict=False) if code == INVALID)
        raise UnfitItemError(unfit, f"{INVALID}: {reasons[codes.index(INVALID)].get('Message', '')}")
    for reason, code in zip(reasons, codes, strict=True):
        if code not in {"None", CONDITION_FAILED} | CONFLICT_CODES | THROTTLING_CODES:
            raise InvalidRequestError(f"{code}: {reason.get('Message', '')}")
    if CONDITION_FAILED in codes:
        return Reply(reasons=reasons, sends=sends)
    disputed = tuple(key for key, code in zip(keys, codes, strict=False) if code in CONFLICT_CODES)
    cause = Cause.CONFLICT if CONFLICT_CODES.intersection(codes) else Cause.THROTTLED
    raise TransientError(cause, sends=sends, uncertain=sends > 1, keys=disputed)
