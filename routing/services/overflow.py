"""Overflow: what happens to a call when its queue is full or it has waited too long."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from routing.model.calls import Call, CallStatus
from routing.model.deadlines import moved_to
from routing.model.events import EventKind
from routing.model.policies import DEAD_LETTER, REJECT
from routing.model.queues import CALL_SIDE, QueueKey
from routing.router import Router
from routing.services.call_changes import ROUTING, Happened
from routing.services.dead_letters import dead
from routing.storage.change_set import ChangeSet

# Depths of some queues.
Depths = Mapping[QueueKey, int]


def limited_from(router: Router, queue: QueueKey) -> tuple[QueueKey, ...]:
    """The limited queues on a call's way: this one, then those it overflows to in turn."""
    way: list[QueueKey] = []
    following: QueueKey | None = queue
    while following and following not in way and router.policies.of(following).max_length:
        way.append(following)
        following = overflows_to(router, following)
    return tuple(way)


def has_room(router: Router, changes: ChangeSet, queue: QueueKey, depths: Depths) -> bool:
    """Whether a queue has room for one more; if so, the transaction is conditional on it."""
    limit = router.policies.of(queue).max_length
    if limit and depths.get(queue, 0) >= limit:
        return False
    if limit:
        changes.limit(queue, limit)
    return True


def placed(
    router: Router,
    changes: ChangeSet,
    waiting: Call,
    *,
    before: Call,
    depths: Depths,
    seen: frozenset[QueueKey] = frozenset(),
) -> tuple[Call, Happened]:
    """The call in its queue if that has room, else after overflow.

    `before` is the call without its place; `depths` are those of the limited queues on its way; `seen` are
    the queues found full already.
    """
    queue = router.queue_of(waiting)
    if not has_room(router, changes, queue, depths):
        why = f"{queue} is full: {router.policies.of(queue).max_length} waiting"
        return overflowed(
            router, changes, waiting, before=before, why=why, depths=depths, seen=seen | {queue}
        )
    kind = EventKind.CALL_OVERFLOWED if seen else EventKind.CALL_QUEUED
    return waiting, Happened(kind, by=ROUTING if seen else "", reason=f"to {queue}" if seen else "")


def overflowed(
    router: Router,
    changes: ChangeSet,
    waiting: Call,
    *,
    before: Call,
    why: str,
    depths: Depths,
    seen: frozenset[QueueKey],
) -> tuple[Call, Happened]:
    """The call rejected, dead-lettered or in another queue, as the policy of its queue says.

    Its place in line stays. A circle of full queues ends in a rejection.
    """
    at, queue = router.clock(), router.queue_of(waiting)
    if router.policies.of(queue).overflow == DEAD_LETTER:
        return dead(before, error=why, at=at), Happened(EventKind.CALL_DEAD_LETTERED, by=ROUTING, reason=why)
    other = overflows_to(router, queue)
    if other is None or other in seen:
        return rejected(before, at), Happened(EventKind.CALL_REJECTED, by=ROUTING, reason=why)
    moved = replace(
        waiting,
        language=other.language,
        gender=other.gender,
        topic=other.topic or waiting.topic,
        steps=(),
        step=0,
        relax_at=None,
    )
    moved = moved_to(moved, router.policies.of(other), at)
    return placed(router, changes, moved, before=before, depths=depths, seen=seen)


def overflows_to(router: Router, queue: QueueKey) -> QueueKey | None:
    """The other queue that this one overflows to, None without one."""
    action = router.policies.of(queue).overflow
    return None if action in (REJECT, DEAD_LETTER) else router.skills.queue_named(action, side=CALL_SIDE)


def rejected(call: Call, at: datetime) -> Call:
    """The call rejected."""
    return replace(call.moved(CallStatus.REJECTED, at=at), promote_at=None, relax_at=None, overflow_at=None)
