"""Events: kinds, fields, queues concerned; told after the commit. Pure.

An event names what changed; the new values are in the table, which is authoritative.
`docs/events.md` has them as a table.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from routing.model.agents import ROW_MARK
from routing.model.copies import replace
from routing.model.outcomes import Match
from routing.model.queues import channel_of


class EventKind(StrEnum):
    """Kinds of events, in the past tense."""

    AGENT_CREATED = "agentCreated"
    AGENT_STATUS_CHANGED = "agentStatusChanged"
    AGENT_REMOVED = "agentRemoved"
    CALL_CREATED = "callCreated"
    CALL_QUEUED = "callQueued"
    CALL_OFFERED = "callOffered"
    CALL_ACCEPTED = "callAccepted"
    CALL_DECLINED = "callDeclined"
    CALL_NOT_ANSWERED = "callNotAnswered"
    CALL_RESTORED = "callRestored"
    CALL_HANDED_BACK = "callHandedBack"
    CALL_TRANSFERRED = "callTransferred"
    CALL_RESPONDED = "callResponded"
    CALL_RATED = "callRated"
    CALL_ASSIGNED = "callAssigned"
    CALL_OUTCOME_SAVED = "callOutcomeSaved"
    CALL_TOUCHED = "callTouched"
    CALL_PRIORITY_CHANGED = "callPriorityChanged"
    CALL_PROMOTED = "callPromoted"
    CALL_RELAXED = "callRelaxed"
    CALL_OVERFLOWED = "callOverflowed"
    CALL_COMPLETED = "callCompleted"
    CALL_DEQUEUED = "callDequeued"
    CALL_ABANDONED = "callAbandoned"
    CALL_REMOVED = "callRemoved"
    CALL_REJECTED = "callRejected"
    CALL_DEAD_LETTERED = "callDeadLettered"


@dataclass(frozen=True)
class Event:
    """One thing that happened to an agent, a call, or both, and the queues it changed.

    `queue` is the call queue of its call, whether it changed or not; it goes into no change notice. `was` and
    `became` are the statuses of an agent that changed outside of a call's own events. `operation` is the id
    that agent and call remember of their change, if known. `chat_id` is the conversation of a chat, if known.
    `ticket` is that with which its agent (`agentStatusChanged`) or call waits since then, 0 if it does not.
    """

    kind: EventKind
    at: datetime
    agent_id: str | None = None
    call_id: str | None = None
    queues: tuple[str, ...] = ()
    by: str = ""
    reason: str = ""
    queue: str = field(default="", compare=False)
    was: str = field(default="", compare=False)
    became: str = field(default="", compare=False)
    operation: str = field(default="", compare=False)
    chat_id: str = field(default="", compare=False)
    ticket: int = field(default=0, compare=False)

    @property
    def channel(self) -> str:
        """The channel of its call, agent row and queues."""
        queue = self.queue or next(iter(self.queues), "")
        return channel_of(queue) if queue else (self.agent_id or "").partition(ROW_MARK)[2]

    @property
    def of_channel(self) -> dict[str, str]:
        """What an event of a chat says besides; nothing for one of calls."""
        said = {"channel": self.channel, "chat_id": self.chat_id}
        return {name: value for name, value in said.items() if value}


def of_operation(events: Iterable[Event], operation_id: str) -> list[Event]:
    """The events with the id of the operation that committed them."""
    return [replace(event, operation=operation_id) for event in events]


def matched(matches: Iterable[Match], at: datetime) -> list[Event]:
    """Events of matches: an offer each, and with auto-answer also the answer."""
    return [
        Event(kind, at, match.agent.agent_id, match.call.call_id, _queues(match), queue=str(match.call.queue))
        for match in matches
        for kind in (EventKind.CALL_OFFERED, EventKind.CALL_ACCEPTED)[: 1 + match.agent.auto_answer]
    ]


def _queues(match: Match) -> tuple[str, ...]:
    return tuple(map(str, (*match.agent.queues, match.call.queue)))


Emit = Callable[[Sequence[Event]], None]


def nobody_listens(events: Sequence[Event]) -> None:
    """An `Emit` for programs and tests without subscribers."""
