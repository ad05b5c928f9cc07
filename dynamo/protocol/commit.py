"""Commit of one transaction, and its true outcome when replies are lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from dynamo.exceptions import DynamoError, OutcomeUnknownError
from dynamo.protocol.batch import read_items
from dynamo.protocol.codec import decode
from dynamo.protocol.requests import transact_write_items
from dynamo.transaction import Committed, Failure, Refused, names_operation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dynamo.protocol.sender import Sender
    from dynamo.retry import Sent
    from dynamo.transaction import Action, Outcome, Transaction

NO_REASON: Final = "None"


def commit_transaction(sender: Sender, transaction: Transaction) -> Outcome:
    """Sends the transaction until there is an answer.

    1. Success is success, also when it answers a re-send by its token.
    2. Refused, with the own operation id on an item that stood in the way: an earlier send was applied.
    3. Refused after a send with unknown outcome, without the id on those items: the other items that keep
       operation ids are read. If none of them exists, the outcome stays unknown.
    4. No answer until the deadline: one read of the items, which can only prove success.

    Raises as `Table.commit`.
    """
    actions = transaction.actions
    request = transact_write_items(sender.table, transaction, token=sender.tokens)
    keys = [action.key for action in actions]
    try:
        sent = sender.write("transact_write_items", request, name=transaction.operation_id, keys=keys)
    except OutcomeUnknownError as unknown:
        if _was_applied(sender.with_deadline(0), transaction):
            return Committed(unknown.attempts, recovered=True)
        raise
    if sent.reply.reasons is None:
        return Committed(sent.sends)
    failures = failures_of(transaction.actions, sent.reply.reasons)
    if any(names_operation(failure.image, transaction.operation_id) for failure in failures):
        return Committed(sent.sends, recovered=True)
    if sent.uncertain:
        return _settle(sender, transaction, sent, failures)
    return Refused(failures, sent.sends)


def _settle(sender: Sender, transaction: Transaction, sent: Sent, failures: tuple[Failure, ...]) -> Outcome:
    applied = _was_applied(sender, transaction)
    if applied is None:
        raise OutcomeUnknownError(transaction.operation_id, sent.sends)
    return Committed(sent.sends, recovered=True) if applied else Refused(failures, sent.sends)


def _was_applied(sender: Sender, transaction: Transaction) -> bool | None:
    """Whether an item names the operation id; None if no item could be read."""
    keys = [action.key for action in transaction.actions if action.writes_operations]
    try:
        found = read_items(sender, keys)
    except DynamoError:
        return None
    if not found:
        return None
    return any(names_operation(item, transaction.operation_id) for item in found.values())


def failures_of(actions: Iterable[Action], reasons: list[dict[str, Any]]) -> tuple[Failure, ...]:
    """The actions that blocked a write, by the reasons given for each of them."""
    return tuple(
        Failure(
            key=action.key,
            condition=action.when.name if action.when else "",
            image=decode(reason["Item"]) if reason.get("Item") else None,
            code=reason["Code"],
        )
        for action, reason in zip(actions, reasons, strict=True)
        if reason.get("Code", NO_REASON) != NO_REASON
    )
