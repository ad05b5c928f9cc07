"""Owns what the board shows of an agent, a call and a queue: one row each, absolute values. Pure."""

from datetime import UTC, datetime

from live.frames import Row
from routing.agents import Agent
from routing.calls import Call
from routing.queues import CallEntry, QueueInfo

TICKET_DIGITS = 20


def to_iso(moment: datetime) -> str:
    """A moment as ISO 8601 in UTC with milliseconds: text order is time order."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def agent_row(agent: Agent) -> Row:
    """An agent; `call` is the call that rings or runs, `since` when the status began."""
    return {
        "name": agent.name,
        "gender": agent.gender,
        "languages": [*sorted(agent.languages)],
        "topics": [*sorted(agent.topics)],
        "status": str(agent.status),
        "since": to_iso(agent.status_since),
        "choice": str(agent.choice),
        "reason": agent.pause_reason,
        "call": agent.call_id,
        "changed_by": agent.changed_by,
        "version": agent.version,
    }


def call_row(call: Call) -> Row:
    """A call; `order` sorts calls as text in the order in which they are served."""
    return {
        "status": str(call.status),
        "language": call.language,
        "gender": call.gender,
        "topic": call.topic,
        "priority": call.priority,
        "caller": call.caller,
        "agent": call.agent_id,
        "queued_at": to_iso(call.queued_at) if call.queued_at else None,
        "since": to_iso(call.status_since),
        "attempts": call.attempts,
        "version": call.version,
        "order": order_of(call.band, call.ticket or 0),
    }


def queue_row(info: QueueInfo, oldest: datetime | None) -> Row:
    """A queue; `oldest` is when the one who waits longest in it began to wait."""
    return {
        "depth": info.depth,
        "version": info.version,
        "oldest": to_iso(oldest) if oldest else None,
    }


def order_of(priority: int, ticket: int) -> str:
    """The priority band and the ticket, as the sort key of a call's entry has them."""
    return f"{priority}#{ticket:0{TICKET_DIGITS}d}"


def entry_order(entry: CallEntry) -> str:
    """The order of a waiting call."""
    return order_of(entry.priority, entry.ticket)
