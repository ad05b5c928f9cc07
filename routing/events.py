"""Owns the events: what happened, told after it was committed. Pure.

An event names what changed; whoever wants the new values reads the table, which is the truth.
`docs/events.md` has them as a table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from routing.outcomes import Match
from routing.skills import queues_spanned


class EventKind(StrEnum):
    """What happened, in the past tense."""

    AGENT_CREATED = "agentCreated"
    AGENT_STATUS_CHANGED = "agentStatusChanged"
    CALL_QUEUED = "callQueued"
    CALL_OFFERED = "callOffered"
    CALL_ACCEPTED = "callAccepted"
    CALL_DECLINED = "callDeclined"
    CALL_COMPLETED = "callCompleted"
    CALL_ABANDONED = "callAbandoned"


@dataclass(frozen=True)
class Event:
    """One thing that happened to an agent, a call, or both, and the queues it changed."""

    kind: EventKind
    at: datetime
    agent_id: str | None = None
    call_id: str | None = None
    queues: tuple[str, ...] = ()
    by: str = ""


def call_offered(match: Match, at: datetime) -> Event:
    """The event of one match."""
    agent, call = match.agent, match.call
    queues = queues_spanned(agent.gender, agent.languages, agent.topics)
    return Event(
        EventKind.CALL_OFFERED, at, agent.agent_id, call.call_id, tuple(map(str, (*queues, call.queue)))
    )


Emit = Callable[[Sequence[Event]], None]


def nobody_listens(events: Sequence[Event]) -> None:
    """An `Emit` for programs and tests without subscribers."""
