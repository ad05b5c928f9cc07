"""Expiry: ended calls and audit entries that have been kept long enough are removed, the oldest first.

How far each kind has come is noted in the table, so a run reads only what is new; one that is killed has done
what it has done. Safe to run several at once.
"""

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta

from dynamo.items import key_of
from dynamo.transaction import MAX_ITEMS
from routing.router import Router
from routing.services.erasing.call_erasing import A_DAY, batches, calls_over, calls_remove, remove
from routing.services.waiting import call_remove
from routing.storage import keys, store
from routing.storage.erasure_items import note_expired, read_expired

CALLS, TRAIL = "Calls", "Trail"
# Nothing is older than the product.
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
AN_HOUR = timedelta(hours=1)
MOST_FAILED = 1000
Enough = Callable[[], bool]


def calls_expire(router: Router, *, before: datetime, enough: Enough) -> int:
    """Removes calls that ended in hours before a moment until `enough`, and answers their number."""
    hour, removed = read_expired(router.table, CALLS, first=FIRST), 0
    begun = hour
    while hour + AN_HOUR <= before and not enough():
        for some in batches(store.read_ended_ids(router.table, hour, since=hour)):
            removed += calls_remove(router, calls_over(router, store.read_calls_by_id(router.table, some)))
        hour += AN_HOUR
    if hour > begun:
        note_expired(router.table, CALLS, hour)
    return removed


def failed_calls_expire(router: Router, *, before: datetime, reason: str) -> int:
    """Ends calls that have failed before a moment, so that they expire too; answers their number."""
    failed = store.read_dead_letters(router.table, limit=MOST_FAILED)
    old = [one for one in failed if one.status_since < before]
    for one in old:
        call_remove(router, call_id=one.call_id, reason=reason)
    return len(old)


def trail_expire(router: Router, *, before: datetime, enough: Enough) -> int:
    """Removes the audit entries of days before that of a moment until `enough`; answers their number."""
    day, removed = read_expired(router.table, TRAIL, first=FIRST).astimezone(UTC).date(), 0
    begun = day
    while day < before.astimezone(UTC).date() and not enough():
        while entries := router.table.query(keys.trail_of(day), limit=MAX_ITEMS):
            remove(router, [key_of(one) for one in entries])
            removed += len(entries)
        day += A_DAY
    if day > begun:
        note_expired(router.table, TRAIL, datetime.combine(day, time(), UTC))
    return removed
