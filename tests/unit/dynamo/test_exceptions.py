"""Errors: messages from docstrings and data, pickled between processes."""

import pickle

import pytest

from dynamo.exceptions import (
    ContendedError,
    DuplicateActionError,
    DynamoError,
    EngineUnavailableError,
    InvalidRequestError,
    OutcomeUnknownError,
    TableExistsError,
    TableMissingError,
    ThrottledError,
    TransactionTooLargeError,
)
from dynamo.items import Key

KEY = Key("a", "b")
ALL = [
    (TableMissingError("calls"), "Table calls does not exist."),
    (TableExistsError("calls"), "Table calls exists already."),
    (EngineUnavailableError("http://x:1"), "DynamoDB at http://x:1 does not answer."),
    (ThrottledError("query", 3), "DynamoDB throttled query 3 times until the deadline."),
    (
        ContendedError((KEY,), 3),
        "Other transactions held the same items in all 3 attempts until the deadline.",
    ),
    (OutcomeUnknownError("op", 3), "No reply to op in 3 attempts; it may or may not have been applied."),
    (TransactionTooLargeError(101, 100), "The transaction would have 101 items; the limit is 100."),
    (
        DuplicateActionError(KEY),
        "The transaction acts twice on the item a / b; one action per item is the limit.",
    ),
    (InvalidRequestError("no."), "DynamoDB can not do this: no."),
]


@pytest.mark.parametrize(("error", "message"), ALL)
def test_it_says_in_one_line_what_happened(error: DynamoError, message: str) -> None:
    assert str(error) == message


@pytest.mark.parametrize("error", [error for error, _ in ALL])
def test_it_can_be_pickled(error: DynamoError) -> None:
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - made one line above
    assert type(copy) is type(error)
    assert vars(copy) == vars(error)
