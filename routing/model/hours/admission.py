"""Admission: whether a contact that comes to a queue now may wait somewhere, and when else. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from routing.model.hours.opening import Hours, Rule, WhenClosed
from routing.model.queues import QueueKey

Overflow = Callable[[QueueKey], QueueKey | None]


@dataclass(frozen=True)
class Admission:
    """Open or closed, whether it `takes_new` contacts all the same, and the text for customers.

    `opens_at` is the next opening of what is closed; None if it is open, or does not open within a year.
    """

    is_open: bool
    opens_at: datetime | None = None
    text: str = ""
    takes_new: bool = True


OPEN = Admission(is_open=True)
# Two schedules that have no common opening within so many of their openings have none.
MOST_OPENINGS = 20


def admission(hours: Hours, queue: QueueKey, at: datetime, *, overflow: Overflow) -> Admission:
    """By the opening hours of a queue, and of those that take what it cannot; other limits do not count."""
    closed: list[Rule] = []
    seen: set[QueueKey] = set()
    following: QueueKey | None = queue
    while following and following not in seen:
        rule = hours.of(following)
        if rule is None or rule.schedule.is_open(at):
            return OPEN
        closed.append(rule)
        seen.add(following)
        following = overflow(following) if rule.when_closed is WhenClosed.OVERFLOW else None
    opens = [one for rule in closed if (one := rule.schedule.opens_at(at))]
    return Admission(
        is_open=False,
        opens_at=min(opens, default=None),
        text=closed[0].text,
        takes_new=closed[-1].when_closed is WhenClosed.WAIT,
    )


def through(rule: Rule | None, at: datetime, *, of_queue: Callable[[datetime], Admission]) -> Admission:
    """Of a chat that comes through a scene with this rule to its queue: both must be open."""
    queue = of_queue(at)
    if rule is None or (queue.is_open and rule.schedule.is_open(at)):
        return queue
    return Admission(
        is_open=False,
        opens_at=_both_open(rule, at, of_queue),
        text=rule.text or queue.text,
        takes_new=queue.takes_new and not rule.turns_away(at),
    )


def _both_open(rule: Rule, at: datetime, of_queue: Callable[[datetime], Admission]) -> datetime | None:
    """The first moment at which both are open; None if there is none soon."""
    for _ in range(MOST_OPENINGS):
        queue, scene = of_queue(at), rule.standing(at)
        if queue.is_open and scene.is_open:
            return at
        following = queue.opens_at if scene.is_open else scene.opens_at
        if following is None:
            return None
        at = following
    return None
