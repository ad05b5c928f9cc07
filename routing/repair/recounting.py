"""Repair of counters: queue depths and ticket counters."""

from collections.abc import Iterator
from dataclasses import dataclass

from dynamo.changes import Set
from dynamo.conditions import Absent, AnyOf, Below, Condition
from dynamo.exceptions import UnfitItemError
from dynamo.items import Key
from dynamo.transaction import Transaction
from routing.model.queues import CALL_SIDE, QueueKey
from routing.model.trail import TABLE_REPAIRED, TrailEntry
from routing.repair.audit import newest_tickets
from routing.repair.reading import Reading
from routing.router import Router
from routing.storage import conditions, keys
from routing.storage.agent_items import AGENT_QUEUE, CALL_QUEUE, QUEUE_DEPTH, QUEUE_VERSION_ID
from routing.storage.forms.shapes import is_whole, shown
from routing.storage.ticket_items import COUNTER, COUNTERS, NEXT
from routing.storage.trail_items import write_down

# More than can be reserved and not yet written at one moment.
SKIPPED_TICKETS = 1000
MOST_TRIES = 20


@dataclass(frozen=True)
class Repaired:
    """One committed repair: the item and the change, in words."""

    subject: str
    changes: tuple[str, ...]


def counters_behind(reading: Reading) -> Iterator[tuple[Key, int]]:
    """The ticket counters that would give a ticket twice, with the newest ticket. Pure."""
    counters = zip(COUNTERS.items(), newest_tickets(reading), reading.last_tickets, strict=True)
    for (side, counter), newest, last in counters:
        if newest > (last or 0) and counter not in reading.unreadable:
            yield counter, max(newest, reading.in_use[side])


def set_counter(router: Router, counter: Key, newest: int) -> Repaired | None:
    """Sets a counter beyond every existing ticket; None if another process did so."""
    transaction = Transaction(router.new_id())
    behind = Condition("counter_is_behind", AnyOf(Absent(NEXT), Below(NEXT, newest)))
    transaction.update(counter, Set(NEXT, newest), when=behind)
    repaired = Repaired(f"{counter.pk} {counter.sk}", (f"counter set to {newest}",))
    return commit_repair(router, transaction, repaired)


def replace_counter(router: Router, counter: Key, newest: int) -> Repaired | None:
    """Replaces an unreadable counter; None if another process did so, or it changed each time.

    A counter with too high a number changes with every ticket request, so it is read again just before.
    Tickets reserved just before it broke may not be in the table yet, so some numbers are skipped.
    """
    tries = (_replace_counter(router, counter, newest + SKIPPED_TICKETS, newest) for _ in range(MOST_TRIES))
    return next((done for done in tries if done is not None), None)


def _replace_counter(router: Router, counter: Key, first: int, newest: int) -> Repaired | None:
    found = router.table.get(counter)
    if found is None or not COUNTER.flaws(found):
        return None
    transaction = Transaction(router.new_id())
    transaction.put(counter, {NEXT: first}, when=conditions.as_read("counter_unchanged", found, COUNTER))
    words = f"counter {shown(found.get(NEXT))} → {first}, beyond the newest ticket {newest}"
    return commit_repair(router, transaction, Repaired(f"{counter.pk} {counter.sk}", (words,)))


def recount(router: Router, queue: QueueKey) -> Repaired | None:
    """Sets a depth to the number of entries; None if it is right or the queue changed. Raises DynamoError.

    The info is read before the entries: if its version is unchanged, no entry came or went during the count.
    A lost version never goes back: it continues from the milliseconds since 1970, more than any queue has
    changes, and watchers see a gap.
    """
    key = keys.queue_info_key(queue)
    info = router.table.get(key)
    form = CALL_QUEUE if queue.side == CALL_SIDE else AGENT_QUEUE
    version, depth = (info or {}).get(QUEUE_VERSION_ID), (info or {}).get(QUEUE_DEPTH, 0)
    entries = len(router.table.query(str(queue)))
    if info is not None and not form.flaws(info) and depth == entries:
        return None
    words = [f"depth {shown(depth)} → {entries}"]
    if is_whole(version):
        following = version + 1
    else:
        following = int(router.clock().timestamp() * 1000)
        lost = "lost" if version is None else shown(version)
        words.append(f"version {lost} → {following}, watchers see a gap")
    guard = conditions.as_read("queue_unchanged", info, form) if info else Condition("no_info", Absent())
    transaction = Transaction(router.new_id())
    changes = Set(QUEUE_VERSION_ID, following), Set(QUEUE_DEPTH, entries)
    transaction.update(key, *changes, when=guard)
    return commit_repair(router, transaction, Repaired(str(queue), tuple(words)))


def commit_repair(
    router: Router, transaction: Transaction, repaired: Repaired, *, agent_id: str = "", call_id: str = ""
) -> Repaired | None:
    """Commits one repair, with an audit entry if a user asked for it; None if refused."""
    if router.origin:
        why = f"{repaired.subject}: {'; '.join(repaired.changes)}"
        kinds, by = (TABLE_REPAIRED,), router.actor
        entry = TrailEntry(router.clock(), kinds, by, router.origin, agent_id, call_id, why)
        write_down(transaction, entry)
    try:
        return repaired if router.table.commit(transaction).ok else None
    except UnfitItemError:
        return None  # the item that takes no change is repaired first, then this one
