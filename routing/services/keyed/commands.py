"""Idempotency keys: claimed for commands of several transactions, removed when expired."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from dynamo.items import Key
from dynamo.transaction import MAX_ITEMS, Refused, Transaction
from routing.router import Router
from routing.services.operation import done_before
from routing.storage import keys
from routing.storage.attributes import to_text
from routing.storage.command_items import command_item, is_free

# Limit for each index group; the rest follows next time.
MOST_FORGOTTEN = 2_500


def command_claim(router: Router) -> Router:
    """Claims the key for the router's command, so that no other command can use it.

    For commands in several parts, or outside the table: each part is kept separately, and forgotten with the
    claim. Safe to repeat. Raises KeyReusedError, DynamoError.
    """
    command = router.command
    if command is None:
        return router
    while (kept := done_before(router)) is None:
        at, transaction = router.clock(), Transaction(router.new_id())
        item = command_item(command, None, at=at, operation_id=transaction.operation_id)
        transaction.put(keys.command_key(command.key), item, when=is_free(at))
        router.table.commit(transaction)
    return replace(router, command=replace(command, expires_at=kept.expires_at))


def command_check(router: Router) -> None:
    """Raises KeyReusedError if another command was carried out under this key."""
    done_before(router)


def command_is_done(router: Router) -> bool:
    """Whether the router's command has been carried out. Raises KeyReusedError as `command_check`."""
    return done_before(router) is not None


def commands_forget(router: Router) -> int:
    """Removes expired idempotency keys; answers the number of items. Raises DynamoError.

    Safe to run several at once. Expired keys are invalid in any case.
    """
    at, forgotten = router.clock(), 0
    for group in keys.EXPIRY_GROUPS:
        expired = router.table.pending(group, until=to_text(at), limit=MOST_FORGOTTEN)
        for start in range(0, len(expired), MAX_ITEMS):
            forgotten += _forget(router, expired[start : start + MAX_ITEMS], at)
    return forgotten


def _forget(router: Router, expired: Sequence[Key], at: datetime) -> int:
    """Removes these items; one in use again, or unreadable, does not stop the others."""
    transaction = Transaction(router.new_id())
    for key in expired:
        transaction.delete(key, when=is_free(at))
    outcome = router.table.commit(transaction)
    if not isinstance(outcome, Refused):
        return len(transaction)
    kept = {failure.key for failure in outcome.failures}
    others = [key for key in expired if key not in kept]
    return _forget(router, others, at) if others and kept else 0
