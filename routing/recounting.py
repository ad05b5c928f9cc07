"""Owns the repair of what is counted: depths of queues, and the tickets to come."""

from collections.abc import Iterator
from dataclasses import dataclass

from dynamo.changes import Add, Set
from dynamo.conditions import Absent, AnyOf, Below, Condition
from dynamo.items import Key
from dynamo.transaction import Transaction
from routing import conditions, items, keys
from routing.audit import newest_tickets
from routing.queues import QueueKey
from routing.reading import Reading
from routing.router import Router
from routing.trail import TABLE_REPAIRED, TrailEntry, write_down


@dataclass(frozen=True)
class Repaired:
    """One committed repair: of what, and what it changed, in words."""

    subject: str
    changes: tuple[str, ...]


def counters_behind(reading: Reading) -> Iterator[tuple[Key, int]]:
    """The ticket counters that would give tickets a second time, and the newest ticket there is. Pure."""
    counters = (keys.AGENT_TICKETS, keys.CALL_TICKETS)
    for counter, newest, last in zip(counters, newest_tickets(reading), reading.last_tickets, strict=True):
        if newest > last:
            yield counter, newest


def set_counter(router: Router, counter: Key, newest: int) -> Repaired | None:
    """Lets the next ticket be newer than every one there is; None if somebody else did so."""
    transaction = Transaction(router.new_id())
    behind = Condition("counter_is_behind", AnyOf(Absent("Next"), Below("Next", newest)))
    transaction.update(counter, Set("Next", newest), when=behind)
    repaired = Repaired(f"{counter.pk} {counter.sk}", (f"counter set to {newest}",))
    return commit_repair(router, transaction, repaired)


def queues_miscounted(reading: Reading) -> list[QueueKey]:
    """The queues whose depth is not the number of their entries. Pure."""
    counted = reading.counted
    depths = {queue: info.depth for queue, info in reading.infos.items()}
    return [queue for queue in sorted(counted.keys() | depths) if depths.get(queue, 0) != counted[queue]]


def recount(router: Router, queue: QueueKey) -> Repaired | None:
    """Sets a depth to the number of entries; None if it is right or the queue moved. Raises DynamoError.

    The version is read before the entries: if it still holds, nobody came or went while they were counted.
    """
    key = keys.queue_info_key(queue)
    info = router.table.get(key) or {}
    version, depth = info.get(items.QUEUE_VERSION_ID), info.get(items.QUEUE_DEPTH, 0)
    entries = len(router.table.query(str(queue)))
    if depth == entries:
        return None
    absent = Condition("queue_unchanged", Absent(items.QUEUE_VERSION_ID))
    guard = conditions.queue_unchanged(version) if isinstance(version, int) else absent
    transaction = Transaction(router.new_id())
    transaction.update(key, Add(items.QUEUE_VERSION_ID, 1), Set(items.QUEUE_DEPTH, entries), when=guard)
    return commit_repair(router, transaction, Repaired(str(queue), (f"depth {depth} → {entries}",)))


def commit_repair(
    router: Router, transaction: Transaction, repaired: Repaired, *, agent_id: str = "", call_id: str = ""
) -> Repaired | None:
    """Commits one repair, with an entry in the audit trail where a person asked for it; None if refused."""
    if router.origin:
        why = f"{repaired.subject}: {'; '.join(repaired.changes)}"
        kinds, by = (TABLE_REPAIRED,), router.actor
        entry = TrailEntry(router.clock(), kinds, by, router.origin, agent_id, call_id, why)
        write_down(transaction, entry)
    return repaired if router.table.commit(transaction).ok else None
