"""Rows of the board for agents, calls and queues, in absolute values. Pure."""

from datetime import UTC, datetime

from live.board.frames import Row
from routing.model.agents import Agent, person_id
from routing.model.calls import Call, CallStatus
from routing.model.hours.schedules import Standing
from routing.model.queues import CallEntry, QueueInfo

TICKET_DIGITS = 20


def to_iso(moment: datetime) -> str:
    """A moment as ISO 8601 in UTC with milliseconds: text order is time order."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def agent_row(agent: Agent) -> Row:
    """An agent; `call` is its call, ringing, in progress or in wrap-up, `since` the start of the status.

    `until` is the end of the status, or on a call the talk limit. A chat row has its `person`, and the chats
    `held` in its `slots`. Without a team there is no `team`.
    """
    row: Row = {
        "name": agent.name,
        "gender": agent.gender,
        "languages": [*sorted(agent.languages)],
        "topics": [*sorted(agent.topics)],
        "status": str(agent.status),
        "since": to_iso(agent.status_since),
        "until": to_iso(agent.until) if agent.until else None,
        "missed": agent.missed_offers,
        "choice": str(agent.choice),
        "reason": agent.pause_reason,
        "call": agent.call_id,
        "changed_by": agent.changed_by,
        "version": agent.version,
    }
    if agent.team:
        row["team"] = agent.team
    if not agent.channel:
        return row
    chats: Row = {
        "person": person_id(agent.agent_id),
        "slots": agent.slots,
        "held": [*agent.held],
    }
    return {**row, "channel": agent.channel, **chats}


def call_row(call: Call) -> Row:
    """A call; `order` sorts calls as text in the order in which they are served.

    `due` is the ring deadline, the talk limit, or the next due time of a waiting call, which `next` names:
    overflow, step or band. `step` counts from 1, 0 without steps. A chat names its conversation, `chat`, and
    the `scene` it began in.
    """
    following, due = _following(call)
    row: Row = {
        "status": str(call.status),
        "language": call.language,
        "gender": call.gender,
        "topic": call.topic,
        "priority": call.priority,
        "band": call.band,
        "step": call.step + 1 if len(call.steps) > 1 else 0,
        "steps": len(call.steps),
        "asks_for": call.preferred_agent,
        "due": to_iso(due) if due else None,
        "next": following,
        "caller": call.caller,
        "agent": call.agent_id,
        "queued_at": to_iso(call.queued_at) if call.queued_at else None,
        "waiting_since": to_iso(call.waiting_since) if call.waiting_since else None,
        "since": to_iso(call.status_since),
        "attempts": call.attempts,
        "version": call.version,
        "order": order_of(call.band, call.ticket or 0),
    }
    if not call.channel:
        return row
    return {**row, "channel": call.channel, "chat": call.chat_id, "scene": call.scene}


def _following(call: Call) -> tuple[str, datetime | None]:
    """The next due change of a call and its time; of two at one moment, the one made first."""
    if call.status is not CallStatus.QUEUED:
        return "", call.due_at
    ahead = (("overflow", call.overflow_at), ("step", call.relax_at), ("band", call.promote_at))
    return min(((name, at) for name, at in ahead if at), key=lambda one: one[1], default=("", None))


def queue_row(info: QueueInfo, oldest: datetime | None) -> Row:
    """A queue; `oldest` is the start of its longest wait."""
    return {
        "depth": info.depth,
        "version": info.version,
        "oldest": to_iso(oldest) if oldest else None,
    }


def call_queue_row(
    info: QueueInfo, oldest: datetime | None, estimate: float | None, hours: Standing | None = None
) -> Row:
    """A call queue; `estimate` is the likely wait of a new call in seconds, None if unknown.

    With opening hours it has `open`, and `opens_at` while it is closed.
    """
    row: Row = {**queue_row(info, oldest), "estimate": estimate}
    if hours is None:
        return row
    return {**row, "open": hours.is_open, "opens_at": to_iso(hours.opens_at) if hours.opens_at else None}


def order_of(priority: int, ticket: int) -> str:
    """The priority band and the ticket, as the sort key of a call's entry has them."""
    return f"{priority}#{ticket:0{TICKET_DIGITS}d}"


def entry_order(entry: CallEntry) -> str:
    """The order of a waiting call."""
    return order_of(entry.priority, entry.ticket)
