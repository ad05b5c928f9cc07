"""Services of tickets: reserve them, begin their counters.

A missing counter starts behind the newest ticket in use; an unreadable one gives no ticket.
"""

from dynamo.changes import Set
from dynamo.conditions import Absent, Condition
from dynamo.exceptions import UnfitItemError
from dynamo.transaction import Transaction
from routing.router import Router
from routing.storage.ticket_items import COUNTER, COUNTERS, NEXT, newest_in_use

MISSING = Condition("counter_is_missing", Absent(NEXT))


def reserve_tickets(router: Router, side: str, count: int = 1) -> range:
    """The next tickets of one side, ascending; a lost reply costs a gap, never a ticket given twice.

    Raises UnreadableItemError if the counter cannot be read.
    """
    counter = COUNTERS[side]
    try:
        last = router.table.add(counter, NEXT, count)
    except UnfitItemError:
        _begin(router, side)
        last = router.table.add(counter, NEXT, count)
    COUNTER.check({"pk": counter.pk, "sk": counter.sk, NEXT: last})
    return range(last - count + 1, last + 1)


def counters_begin(router: Router) -> None:
    """Creates both counters of a new table. Raises DynamoError."""
    transaction = Transaction(router.new_id())
    for counter in COUNTERS.values():
        transaction.update(counter, Set(NEXT, 0), when=MISSING)
    router.table.commit(transaction)


def _begin(router: Router, side: str) -> None:
    """Creates a missing counter; of several attempts one succeeds. Raises UnreadableItemError."""
    counter = COUNTERS[side]
    found = router.table.get(counter)
    if found is not None and NEXT in found:
        COUNTER.check(found)
        return
    newest = newest_in_use(router.table.scan())[side]
    transaction = Transaction(router.new_id())
    transaction.update(counter, Set(NEXT, newest), when=MISSING)
    router.table.commit(transaction)
