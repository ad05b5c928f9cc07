"""Overflow: what happens to a call when its queue is full or closed, or it has waited too long."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from routing.model import waiting_rules as rules
from routing.model.calls import Call, CallStatus
from routing.model.copies import replace
from routing.model.deadlines import moved_to
from routing.model.events import EventKind
from routing.model.hours.hours_documents import LONGEST_TEXT
from routing.model.hours.opening import CLOSED, Rule, WhenClosed
from routing.model.policies import DEAD_LETTER, QueuePolicy
from routing.model.queues import QueueKey
from routing.router import Router
from routing.services.call_changes import ROUTING, Happened
from routing.services.dead_letters import dead
from routing.storage.change_set import ChangeSet


@dataclass(frozen=True)
class CallQueue:
    """A call queue for the waiting rules; `depths` are those read of the queues with a limit.

    `at` is the moment at which a call comes to it; None for one that waits here: it stays when the queue
    closes, but no other closed queue takes it.
    """

    key: QueueKey
    router: Router = field(compare=False, repr=False)
    depths: Mapping[QueueKey, int] = field(compare=False, default_factory=dict)
    at: datetime | None = field(compare=False, default=None)

    @property
    def policy(self) -> QueuePolicy:
        return self.router.policies.of(self.key)

    @property
    def closed(self) -> Rule | None:
        """The rule by which it is closed for the call; None if it is open."""
        rule = self.router.hours.of(self.key)
        return rule if rule and self.at and rule.turns_away(self.at) else None

    @property
    def is_full(self) -> bool:
        """Whether no more calls may wait here."""
        return self.closed is not None or rules.is_full(self.policy, self.depths.get(self.key, 0))

    @property
    def overflow(self) -> "CallQueue | None":
        """The queue that takes what this one cannot hold; none if it is closed and refuses."""
        if self.closed and self.closed.when_closed is WhenClosed.REFUSE:
            return None
        other = rules.overflows_to(self.policy, self.router.skills)
        return replace(self, key=other, at=self.at or self.router.clock()) if other else None

    def limited_from_here(self) -> tuple[QueueKey, ...]:
        """The queues that may turn a call away on its search for room, this one first."""
        way: list[QueueKey] = []
        following: CallQueue | None = self
        while following and following.key not in way and (following.policy.max_length or following.closed):
            way.append(following.key)
            following = following.overflow
        return tuple(way)

    def limit(self, changes: ChangeSet) -> None:
        """Makes the transaction conditional on room in the queue."""
        if self.policy.max_length:
            changes.limit(self.key, self.policy.max_length)


def placed(
    place: rules.Place[CallQueue], changes: ChangeSet, waiting: Call, *, before: Call, why: str = ""
) -> tuple[Call, Happened]:
    """The call in the queue of its place, or turned away there; its place in line stays.

    `before` is the call without its place; `why`, if given, is why its own queue turns it away.
    """
    queue, at = place.queue, place.queue.router.clock()
    stays = queue.key == queue.router.queue_of(waiting)
    if not place.has_room:
        if queue.closed:
            return refused(before, queue.closed, of=str(queue.key), at=at)
        why = why if why and stays else f"{queue.key} is full: {queue.policy.max_length} waiting"
        if queue.policy.overflow == DEAD_LETTER:
            aside, kind = dead(before, error=why, at=at), EventKind.CALL_DEAD_LETTERED
        else:
            aside, kind = before.moved(CallStatus.REJECTED, at=at), EventKind.CALL_REJECTED
        return aside, Happened(kind, by=ROUTING, reason=why)
    queue.limit(changes)
    if stays:
        return waiting, Happened(EventKind.CALL_QUEUED)
    key, topic = queue.key, queue.key.topic or waiting.topic
    moved = replace(waiting, language=key.language, gender=key.gender, topic=topic)
    moved = moved_to(replace(moved, steps=(), step=0, relax_at=None), queue.policy, at)
    return moved, Happened(EventKind.CALL_OVERFLOWED, by=ROUTING, reason=f"to {key}")


def refused(call: Call, closed: Rule, *, of: str, at: datetime) -> tuple[Call, Happened]:
    """The call turned away `of` what is closed, with the text for its customer as the reason."""
    said = " ".join(closed.text.split())[:LONGEST_TEXT]
    why = f"{of} {CLOSED}: {said}" if said else f"{of} {CLOSED}"
    return call.moved(CallStatus.REJECTED, at=at), Happened(EventKind.CALL_REJECTED, by=ROUTING, reason=why)
