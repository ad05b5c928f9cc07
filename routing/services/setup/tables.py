"""Services of the table: create, delete, queue infos."""

from dynamo.conditions import Absent, Condition
from dynamo.exceptions import TableExistsError
from dynamo.transaction import MAX_ITEMS, Transaction
from routing.model.queues import QueueKey
from routing.router import Router
from routing.services.tickets import counters_begin
from routing.storage import agent_items as items
from routing.storage import keys


def table_create(router: Router) -> bool:
    """Creates the table if missing, its queue infos and ticket counters; True if the table is new.

    Safe to run twice: existing items are left alone, and a table of an earlier release gets its index.
    """
    try:
        router.table.create()
        counters_begin(router)
        created = True
    except TableExistsError:
        created = False
        router.table.ensure_index()
    queues_ensure(router)
    return created


def table_delete(router: Router) -> None:
    """Deletes the table and everything in it. Raises TableMissingError."""
    router.table.delete()


def queues_ensure(router: Router) -> int:
    """Creates missing queue infos, one for each combination of skills; answers how many."""
    queues = (*router.skills.agent_queues, *router.skills.call_queues)
    present = router.table.get_many(keys.queue_info_key(queue) for queue in queues)
    missing = [queue for queue in queues if keys.queue_info_key(queue) not in present]
    for start in range(0, len(missing), MAX_ITEMS):
        _put_infos(router, missing[start : start + MAX_ITEMS])
    return len(missing)


def _put_infos(router: Router, queues: list[QueueKey]) -> None:
    """Another process may create the same ones: then those stand, and the rest are put one by one."""
    transaction = Transaction(router.new_id())
    for queue in queues:
        transaction.put(
            keys.queue_info_key(queue),
            {items.QUEUE_VERSION_ID: 0, items.QUEUE_DEPTH: 0},
            when=Condition("info_absent", Absent()),
        )
    if not router.table.commit(transaction).ok and len(queues) > 1:
        for queue in queues:
            _put_infos(router, [queue])
