"""Owns what happens where a call queue is full or a call has waited too long."""

from dataclasses import replace
from datetime import datetime

from routing import store
from routing.calls import Call, CallStatus
from routing.change_set import ChangeSet
from routing.deadlines import moved_to
from routing.events import EventKind
from routing.policies import DEAD_LETTER, REJECT
from routing.queues import CALL_SIDE, QueueKey
from routing.router import Router
from routing.services.call_changes import ROUTING, Happened
from routing.services.dead_letters import dead


def placed(
    router: Router,
    changes: ChangeSet,
    waiting: Call,
    *,
    before: Call,
    seen: frozenset[QueueKey] = frozenset(),
) -> tuple[Call, Happened]:
    """The call in its queue if that has room, else where it overflows to. Reads a depth where one is limited.

    `before` is the call without its place; `seen` are the queues that were full already.
    """
    queue = router.queue_of(waiting)
    limit = router.policies.of(queue).max_length
    if limit and store.read_queue_info(router.table, queue).depth >= limit:
        why = f"{queue} is full: {limit} waiting"
        return overflowed(router, changes, waiting, before=before, why=why, seen=seen | {queue})
    if limit:
        changes.limit(queue, limit)
    kind = EventKind.CALL_OVERFLOWED if seen else EventKind.CALL_QUEUED
    return waiting, Happened(kind, by=ROUTING if seen else "", reason=f"to {queue}" if seen else "")


def overflowed(
    router: Router, changes: ChangeSet, waiting: Call, *, before: Call, why: str, seen: frozenset[QueueKey]
) -> tuple[Call, Happened]:
    """The call rejected, dead-lettered or in another queue, as the policy of its queue says.

    Its place in line stays. A round of full queues ends in a rejection.
    """
    at = router.clock()
    action = router.policy_of(waiting).overflow
    if action == DEAD_LETTER:
        return dead(before, error=why, at=at), Happened(EventKind.CALL_DEAD_LETTERED, by=ROUTING, reason=why)
    other = None if action == REJECT else router.skills.queue_named(action, side=CALL_SIDE)
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
        overflow_at=None,
    )
    moved = moved_to(moved, router.policies.of(other), at)
    return placed(router, changes, moved, before=before, seen=seen)


def rejected(call: Call, at: datetime) -> Call:
    """The call turned away."""
    return replace(call.moved(CallStatus.REJECTED, at=at), promote_at=None, relax_at=None, overflow_at=None)
