"""Audit entries of changes outside the table: written before them, or in a transaction over both tables."""

from dynamo.transaction import Transaction
from routing.model.trail import TrailEntry
from routing.router import Router
from routing.storage.trail_items import write_down


def trail_write(router: Router, *, kind: str, by: str, agent_id: str = "", reason: str = "") -> None:
    """Writes an audit entry; nothing without a user. Raises DynamoError.

    Call it before the change elsewhere is final: without its entry a change is not made.
    """
    if not router.origin:
        return
    transaction = Transaction(router.new_id())
    entry = TrailEntry(router.clock(), (kind,), by, router.origin, agent_id, reason=reason)
    write_down(transaction, entry)
    router.table.commit(transaction)


def trail_put(router: Router, transaction: Transaction, *, kind: str, reason: str) -> None:
    """Adds an audit entry to a transaction that changes another table; nothing without a user."""
    if router.origin:
        entry = TrailEntry(router.clock(), (kind,), router.actor, router.origin, reason=reason)
        write_down(transaction, entry, table=router.table.name)
