"""Erasures asked for: begun with their audit entry, continued after a kill, ended when nothing is left."""

from dynamo.conditions import Absent, Condition
from dynamo.transaction import Transaction
from routing.model.erasure import Erasure
from routing.model.trail import CUSTOMER_ERASED, TrailEntry
from routing.router import Router
from routing.storage.erasure_items import erasure_item, erasure_key, read_erasures
from routing.storage.trail_items import write_down

NEW = Condition("erasure_is_new", Absent())


def erasure_begin(
    router: Router,
    *,
    contacts: tuple[str, ...],
    callers: tuple[str, ...],
    chats: tuple[str, ...] = (),
    reason: str,
) -> Erasure:
    """Notes that all that is kept under these names goes: it does, even if this process is killed.

    `reason` says in the audit trail what goes, without the names. A repeat answers the erasure under way.
    Raises DynamoError.
    """
    for one in read_erasures(router.table):
        if one.is_of(contacts, callers):
            return one
    transaction = Transaction(router.new_id())
    begun = Erasure(transaction.operation_id, router.clock(), contacts, callers, chats)
    transaction.put(erasure_key(begun.erasure_id), erasure_item(begun, transaction.operation_id), when=NEW)
    entry = TrailEntry(begun.at, (CUSTOMER_ERASED,), router.actor, router.origin or "program", reason=reason)
    write_down(transaction, entry)
    router.table.commit(transaction)
    return begun


def erasures_pending(router: Router) -> list[Erasure]:
    """Those that have not ended. Raises DynamoError, UnreadableItemError."""
    return read_erasures(router.table)


def erasure_end(router: Router, erasure_id: str) -> None:
    """Nothing of it is left, its names included. A repeat changes nothing."""
    transaction = Transaction(router.new_id())
    transaction.delete(erasure_key(erasure_id))
    router.table.commit(transaction)
