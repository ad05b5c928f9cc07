"""Service that writes an audit entry for a change outside the table."""

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
