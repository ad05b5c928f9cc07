"""Opening hours of queues: the schedule of each, and what happens while it is closed. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from routing.model.hours.schedules import Override, Schedule, Standing
from routing.model.queues import QueueKey

# How the reason of a rejection says that it was for this.
CLOSED = "is closed"


class WhenClosed(StrEnum):
    """What happens to a contact that comes while it is closed.

    It goes where the overflow of the queue's policy says, is refused, or waits in the queue all the same.
    """

    OVERFLOW = "overflow"
    REFUSE = "refuse"
    WAIT = "wait"


@dataclass(frozen=True)
class Rule:
    """Opening hours of a queue or a scene: its schedule, what happens when closed, the text for customers.

    `exception` is that of its own queue, which the schedule has among its overrides.
    """

    schedule: Schedule
    when_closed: WhenClosed = WhenClosed.REFUSE
    text: str = ""
    exception: Override | None = None

    def standing(self, at: datetime) -> Standing:
        return self.schedule.standing(at)

    def excepted(self, override: Override) -> "Rule":
        """The rule with an exception of its own queue."""
        overrides = (*self.schedule.overrides, override)
        return replace(self, schedule=replace(self.schedule, overrides=overrides), exception=override)

    def is_excepted(self, at: datetime) -> bool:
        """Whether an exception of its own queue holds."""
        return self.exception is not None and self.exception.of.has(at)

    def turns_away(self, at: datetime) -> bool:
        """Whether a contact that comes at this moment may not wait here."""
        return self.when_closed is not WhenClosed.WAIT and not self.schedule.is_open(at)


# Of a queue that is always open but for an exception: contacts go where its policy says.
ALWAYS_OPEN_RULE = Rule(Schedule(""), WhenClosed.OVERFLOW)


@dataclass(frozen=True)
class Hours:
    """Schedules by name, and the rules of call queues; None: always open.

    Of the call queues not in `queues`, `chats` applies to those of chats, `calls` to all others.
    """

    schedules: Mapping[str, Schedule] = field(default_factory=dict)
    queues: Mapping[QueueKey, Rule | None] = field(default_factory=dict)
    calls: Rule | None = None
    chats: Rule | None = None

    def of(self, queue: QueueKey) -> Rule | None:
        """The rule of a call queue; None if it is always open."""
        return self.queues.get(queue, self.chats if queue.channel else self.calls)

    def standing(self, queue: QueueKey, at: datetime) -> Standing | None:
        """Whether a queue is open; None if it always is."""
        rule = self.of(queue)
        return rule.standing(at) if rule else None


ALWAYS_OPEN = Hours()
