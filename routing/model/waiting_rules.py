"""Rules for calls that wait: room in a queue, overflow, next step, promotion. Pure.

Services apply them to the table, virtual time to queues in memory. So a moment is a time or a number of
seconds (None or 0: never), and a queue is anything with a policy, a limit and an overflow.
"""

from datetime import datetime
from enum import Enum, auto
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from routing.model.policies import DEAD_LETTER, REJECT, QueuePolicy
from routing.model.queues import QueueKey
from routing.model.skills import Skills


class WaitingRoom(Protocol):
    """A call queue as the rules see it; `overflow` is the queue that takes what this one cannot hold."""

    @property
    def policy(self) -> QueuePolicy:
        """The policy of its calls."""

    @property
    def is_full(self) -> bool:
        """Whether no more calls may wait here."""

    @property
    def overflow(self) -> Self | None:
        """The next queue, None if there is none."""


Q = TypeVar("Q", bound=WaitingRoom)
Moment = TypeVar("Moment", datetime, float)


class DueChange(Enum):
    """Due changes of a waiting call."""

    OVERFLOW = auto()
    NEXT_STEP = auto()
    PROMOTION = auto()


class Place(NamedTuple, Generic[Q]):
    """End of a search for room: a queue with room, or the queue that rejects the call."""

    queue: Q
    has_room: bool


def is_full(policy: QueuePolicy, depth: int) -> bool:
    return 0 < policy.max_length <= depth


def overflows_to(policy: QueuePolicy, skills: Skills) -> QueueKey | None:
    """The queue named as overflow, None if the policy turns calls away. Raises UnknownSkillError."""
    named = policy.overflow
    return None if named in (REJECT, DEAD_LETTER) else skills.queue_meant(named)


def place_from(queue: Q, *, leaving: bool = False) -> Place[Q]:
    """The first queue with room, from this one on; a round of full queues turns the call away.

    `leaving`: the call has waited too long in this queue.
    """
    left: tuple[Q, ...] = ()
    while queue.is_full or (leaving and not left):
        left = (*left, queue)
        if queue.overflow is None or queue.overflow in left:
            return Place(queue, has_room=False)
        queue = queue.overflow
    return Place(queue, has_room=True)


def due_first(
    now: Moment, overflow_at: Moment | None, relax_at: Moment | None, promote_at: Moment | None
) -> DueChange | None:
    """The one thing that is due: overflow, then the next step, then promotion; None if nothing is."""
    if overflow_at and overflow_at <= now:
        return DueChange.OVERFLOW
    if relax_at and relax_at <= now:
        return DueChange.NEXT_STEP
    return DueChange.PROMOTION if promote_at and promote_at <= now else None


def seconds_until_retry(here: Q, wider: Q) -> float:
    """Delay of the next step: the ring time while its queue is full, else 0."""
    return wider.policy.ring_seconds if wider != here and wider.is_full else 0


def promoted(policy: QueuePolicy, band: int) -> int:
    return band - (band > policy.highest_band)


def promotion_seconds(policy: QueuePolicy, band: int) -> float:
    """After how long in this band a call is promoted; 0 for never."""
    return policy.promote_after_seconds if band > policy.highest_band else 0
