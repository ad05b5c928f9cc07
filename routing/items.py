"""Owns the form agents, calls, infos and entries have in the table: dataclass to item and back. Pure.

Attribute names are a contract with programs that read the table; an attribute without a value is absent.
"""

from datetime import UTC, datetime
from typing import Any

from dynamo.items import Attributes
from dynamo.transaction import OPERATIONS
from routing.agents import Agent, AgentStatus, Choice
from routing.calls import Call, CallStatus
from routing.exceptions import BadQueueKeyError
from routing.queues import SEPARATOR, AgentEntry, CallEntry, QueueInfo, QueueKey, parse_queue_key

SEPARATORS_WITH_TOPIC = 3
VERSION = "Version"
AGENT_STATUS = "AgentStatus"
CALL_STATUS = "CallStatus"
STATUS_SINCE = "StatusSince"
TICKET = "Ticket"
QUEUE_VERSION_ID = "QueueVersionId"
QUEUE_DEPTH = "QueueDepth"


def to_text(moment: datetime) -> str:
    """A moment as ISO 8601 in UTC with microseconds, so that text order is time order."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def _moment(item: Attributes, name: str) -> datetime | None:
    text = item.get(name)
    return datetime.fromisoformat(str(text)) if text else None


def _when(item: Attributes, name: str) -> datetime:
    return datetime.fromisoformat(str(item[name]))


def _present(attributes: dict[str, Any]) -> Attributes:
    return {name: value for name, value in attributes.items() if value not in (None, "", frozenset())}


def _names(item: Attributes, name: str) -> frozenset[str]:
    value = item.get(name, frozenset())
    return value if isinstance(value, frozenset) else frozenset()


def _number(item: Attributes, name: str) -> int | None:
    value = item.get(name)
    return value if isinstance(value, int) else None


def _text(item: Attributes, name: str) -> str:
    return str(item.get(name, ""))


def _operations(item: Attributes) -> tuple[str, ...]:
    value = item.get(OPERATIONS, ())
    return tuple(str(one) for one in value) if isinstance(value, list) else ()


def agent_item(agent: Agent) -> Attributes:
    """The agent's attributes, without its key."""
    return _present(
        {
            "AgentID": agent.agent_id,
            "AgentName": agent.name,
            "Gender": agent.gender,
            "Languages": agent.languages,
            "Topics": agent.topics,
            AGENT_STATUS: str(agent.status),
            STATUS_SINCE: to_text(agent.status_since),
            "Choice": str(agent.choice),
            "PauseReason": agent.pause_reason,
            "CallID": agent.call_id,
            TICKET: agent.ticket,
            "QueuedAt": agent.queued_at and to_text(agent.queued_at),
            VERSION: agent.version,
            OPERATIONS: list(agent.operations),
            "ChangedBy": agent.changed_by,
        }
    )


def agent_from(item: Attributes) -> Agent:
    """The agent that an item holds."""
    return Agent(
        agent_id=_text(item, "AgentID"),
        name=_text(item, "AgentName"),
        gender=_text(item, "Gender"),
        languages=_names(item, "Languages"),
        topics=_names(item, "Topics"),
        status=AgentStatus(_text(item, AGENT_STATUS)),
        status_since=_when(item, STATUS_SINCE),
        choice=Choice(_text(item, "Choice")),
        pause_reason=_text(item, "PauseReason"),
        call_id=_text(item, "CallID") or None,
        ticket=_number(item, TICKET),
        queued_at=_moment(item, "QueuedAt"),
        version=_number(item, VERSION) or 0,
        operations=_operations(item),
        changed_by=_text(item, "ChangedBy"),
    )


def call_item(call: Call) -> Attributes:
    """The call's attributes, without its key."""
    return _present(
        {
            "CallID": call.call_id,
            "Language": call.language,
            "Gender": call.gender,
            "Topic": call.topic,
            "Priority": call.priority,
            "Caller": call.caller,
            "Source": call.source,
            CALL_STATUS: str(call.status),
            STATUS_SINCE: to_text(call.status_since),
            "CreatedAt": to_text(call.created_at),
            "QueuedAt": call.queued_at and to_text(call.queued_at),
            "OfferedAt": call.offered_at and to_text(call.offered_at),
            "AnsweredAt": call.answered_at and to_text(call.answered_at),
            "EndedAt": call.ended_at and to_text(call.ended_at),
            "AgentID": call.agent_id,
            TICKET: call.ticket,
            "Attempts": call.attempts,
            VERSION: call.version,
            OPERATIONS: list(call.operations),
        }
    )


def call_from(item: Attributes) -> Call:
    """The call that an item holds."""
    return Call(
        call_id=_text(item, "CallID"),
        language=_text(item, "Language"),
        gender=_text(item, "Gender"),
        topic=_text(item, "Topic"),
        priority=_number(item, "Priority") or 0,
        caller=_text(item, "Caller"),
        source=_text(item, "Source"),
        status=CallStatus(_text(item, CALL_STATUS)),
        status_since=_when(item, STATUS_SINCE),
        created_at=_when(item, "CreatedAt"),
        queued_at=_moment(item, "QueuedAt"),
        offered_at=_moment(item, "OfferedAt"),
        answered_at=_moment(item, "AnsweredAt"),
        ended_at=_moment(item, "EndedAt"),
        agent_id=_text(item, "AgentID") or None,
        ticket=_number(item, TICKET),
        attempts=_number(item, "Attempts") or 0,
        version=_number(item, VERSION) or 0,
        operations=_operations(item),
    )


def queue_info_from(item: Attributes) -> QueueInfo:
    """The queue info that an item holds; its sort key names the queue."""
    return QueueInfo(
        key=_queue(str(item["sk"])),
        version=_number(item, QUEUE_VERSION_ID) or 0,
        depth=_number(item, QUEUE_DEPTH) or 0,
    )


def agent_entry_item(agent: Agent) -> Attributes:
    """An agent's entry in any of its queues, without its key."""
    return _present(
        {
            "AgentID": agent.agent_id,
            "AgentName": agent.name,
            "Gender": agent.gender,
            "Languages": agent.languages,
            "Topics": agent.topics,
            "QueuedAt": agent.queued_at and to_text(agent.queued_at),
        }
    )


def agent_entry_from(item: Attributes) -> AgentEntry:
    """The agent entry that an item holds; its key names the queue and the ticket."""
    return AgentEntry(
        queue=_queue(str(item["pk"])),
        ticket=int(str(item["sk"])),
        agent_id=_text(item, "AgentID"),
        name=_text(item, "AgentName"),
        gender=_text(item, "Gender"),
        languages=_names(item, "Languages"),
        topics=_names(item, "Topics"),
        queued_at=_when(item, "QueuedAt"),
    )


def call_entry_item(call: Call) -> Attributes:
    """A call's entry, without its key."""
    return _present({"CallID": call.call_id, "QueuedAt": call.queued_at and to_text(call.queued_at)})


def call_entry_from(item: Attributes) -> CallEntry:
    """The call entry that an item holds; its key names the queue, the priority and the ticket."""
    band, ticket = str(item["sk"]).split("#")
    return CallEntry(
        queue=_queue(str(item["pk"])),
        priority=int(band),
        ticket=int(ticket),
        call_id=_text(item, "CallID"),
        queued_at=_when(item, "QueuedAt"),
    )


def _queue(text: str) -> QueueKey:
    return parse_queue_key(text, topics=text.count(SEPARATOR) == SEPARATORS_WITH_TOPIC)


def queue_in(text: str) -> QueueKey | None:
    """The queue that a key names, or None if it names none."""
    try:
        return _queue(text)
    except BadQueueKeyError:
        return None
