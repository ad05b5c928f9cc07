"""A message within a transaction: whatever it tells of happens together with it, or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager

from dynamo.conditions import Absent, Condition
from dynamo.exceptions import DynamoError, OutcomeUnknownError
from dynamo.transaction import OPERATIONS, Transaction
from messaging.model.messages import Draft, Head, Message, State
from messaging.storage.log_items import message_item, message_key

# Tries of a transaction after lost races; each reads the new state.
MOST_TRIES = 8
NUMBER_IS_FREE = Condition("number_is_free", Absent())


def put_message(
    transaction: Transaction, log: str, draft: Draft, head: Head, state: State | None = None
) -> Message:
    """Adds the message that follows a head to a transaction, which is refused if another is there first.

    The message keeps the operation id, which tells success after a lost reply.
    """
    message = draft.after(head, state)
    item = {**message_item(message), OPERATIONS: [transaction.operation_id]}
    transaction.put(message_key(log, message.number), item, when=NUMBER_IS_FREE)
    return message


@contextmanager
def maybe_done(what: str) -> Iterator[None]:
    """What follows a commit, whose failure does not undo it. Raises OutcomeUnknownError for DynamoError."""
    try:
        yield
    except OutcomeUnknownError:
        raise
    except DynamoError as error:
        raise OutcomeUnknownError(what, 1) from error
