"""Items of agents, queue infos and entries: dataclass to item and back. Pure.

Attribute names are a contract with programs that read the table; an attribute without a value is absent. For
calls see `call_items`.
"""

from dynamo.items import INDEX_PK, INDEX_SK, Attributes, Key, key_of
from dynamo.transaction import OPERATIONS
from routing.exceptions import BadQueueKeyError
from routing.model.agents import Agent, AgentStatus, Choice, WrapUp
from routing.model.queues import AGENT_SIDE, SEPARATOR, AgentEntry, QueueInfo, QueueKey, parse_queue_key
from routing.storage import keys
from routing.storage.attributes import (
    maybe_text,
    moment,
    names,
    number,
    objects,
    operations,
    present,
    text,
    to_text,
    when,
)
from routing.storage.forms import shapes
from routing.storage.forms.form import Form, Remedy

SEPARATORS_WITH_TOPIC = 3
VERSION = "Version"
AGENT_STATUS = "AgentStatus"
STATUS_SINCE = "StatusSince"
DUE_AT = "DueAt"
TICKET = "Ticket"
QUEUE_VERSION_ID = "QueueVersionId"
QUEUE_DEPTH = "QueueDepth"

# Statuses that a sweep ends at their due time: ringing ends with its call, talk never.
SWEPT = frozenset({AgentStatus.AVAILABLE, AgentStatus.WRAP_UP})


WRAP_UP_SHAPES = {"CallID": shapes.TEXT, "Milliseconds": shapes.WHOLE}

AGENT = Form(
    "agent",
    keys.ALL_AGENTS,
    Remedy.PERSON,
    Remedy.PERSON,
    key=lambda item: keys.agent_key(text(item, "AgentID")),
    required={
        "AgentID": shapes.ID,
        "AgentName": shapes.TEXT,
        "Gender": shapes.NAME,
        "Languages": shapes.NAMES,
        AGENT_STATUS: shapes.one_of(AgentStatus),
        STATUS_SINCE: shapes.MOMENT,
        "Choice": shapes.one_of(Choice),
        VERSION: shapes.WHOLE,
    },
    optional={
        "Topics": shapes.NAMES,
        "PauseReason": shapes.TEXT,
        "AutoAnswer": shapes.FLAG,
        "MissedOffers": shapes.WHOLE,
        DUE_AT: shapes.MOMENT,
        INDEX_PK: shapes.TEXT,
        INDEX_SK: shapes.TEXT,
        "CallID": shapes.TEXT,
        TICKET: shapes.TICKET,
        "QueuedAt": shapes.MOMENT,
        OPERATIONS: shapes.TEXTS,
        "ChangedBy": shapes.TEXT,
        "ChangeReason": shapes.TEXT,
        "WrapUps": shapes.maps(WRAP_UP_SHAPES),
    },
    expendable=frozenset(
        {"PauseReason", "AutoAnswer", "MissedOffers", TICKET, "QueuedAt", OPERATIONS}
        | {"ChangedBy", "ChangeReason", "WrapUps"}
    ),
)

INFO_SHAPES = {QUEUE_VERSION_ID: shapes.WHOLE, QUEUE_DEPTH: shapes.INTEGER}


def _info_key(item: Attributes) -> Key:
    return keys.queue_info_key(queue_of(str(item["sk"])))


AGENT_QUEUE = Form(
    "agent queue info", keys.ALL_QUEUES, Remedy.COUNTED, Remedy.REMOVED, key=_info_key, required=INFO_SHAPES
)
CALL_QUEUE = Form(
    "call queue info",
    keys.ALL_CALL_QUEUES,
    Remedy.COUNTED,
    Remedy.REMOVED,
    key=_info_key,
    required=INFO_SHAPES,
)

AGENT_ENTRY = Form(
    "agent queue entry",
    f"{AGENT_SIDE}{SEPARATOR}",
    Remedy.REMOVED,
    Remedy.REMOVED,
    key=lambda item: keys.agent_entry_key(queue_of(str(item["pk"])), ticket_in(str(item["sk"]))),
    required={
        "AgentID": shapes.ID,
        "AgentName": shapes.TEXT,
        "Gender": shapes.NAME,
        "Languages": shapes.NAMES,
        "QueuedAt": shapes.MOMENT,
    },
    optional={"Topics": shapes.NAMES, "AutoAnswer": shapes.FLAG},
)


def agent_item(agent: Agent) -> Attributes:
    """The agent's attributes, those of its entries among them, without its key."""
    is_swept = agent.status in SWEPT and agent.until is not None
    return agent_entry_item(agent) | present(
        {
            AGENT_STATUS: str(agent.status),
            STATUS_SINCE: to_text(agent.status_since),
            "Choice": str(agent.choice),
            "PauseReason": agent.pause_reason,
            "MissedOffers": agent.missed_offers or None,
            DUE_AT: maybe_text(agent.until),
            INDEX_PK: keys.due_group(agent.agent_id) if is_swept else None,
            INDEX_SK: maybe_text(agent.until) if is_swept else None,
            "CallID": agent.call_id,
            TICKET: agent.ticket,
            VERSION: agent.version,
            OPERATIONS: list(agent.operations),
            "ChangedBy": agent.changed_by,
            "ChangeReason": agent.change_reason,
            "WrapUps": [_wrap_up_value(one) for one in agent.wrap_ups] or None,
        }
    )


def agent_from(item: Attributes) -> Agent:
    """The agent that an item holds. Raises UnreadableItemError."""
    AGENT.check(item)
    return Agent(
        agent_id=text(item, "AgentID"),
        name=text(item, "AgentName"),
        gender=text(item, "Gender"),
        languages=names(item, "Languages"),
        topics=names(item, "Topics"),
        status=AgentStatus(text(item, AGENT_STATUS)),
        status_since=when(item, STATUS_SINCE),
        choice=Choice(text(item, "Choice")),
        pause_reason=text(item, "PauseReason"),
        auto_answer=item.get("AutoAnswer") is True,
        missed_offers=number(item, "MissedOffers") or 0,
        until=moment(item, DUE_AT),
        call_id=text(item, "CallID") or None,
        ticket=number(item, TICKET),
        queued_at=moment(item, "QueuedAt"),
        version=number(item, VERSION) or 0,
        operations=operations(item),
        changed_by=text(item, "ChangedBy"),
        change_reason=text(item, "ChangeReason"),
        wrap_ups=tuple(_wrap_up_from(value) for value in objects(item, "WrapUps")),
    )


def _wrap_up_value(wrap_up: WrapUp) -> Attributes:
    return {"CallID": wrap_up.call_id, "Milliseconds": wrap_up.milliseconds}


def _wrap_up_from(value: Attributes) -> WrapUp:
    return WrapUp(text(value, "CallID"), number(value, "Milliseconds") or 0)


def queue_info_from(item: Attributes) -> QueueInfo:
    """The queue info that an item holds; its sort key names the queue. Raises UnreadableItemError."""
    (CALL_QUEUE if CALL_QUEUE.is_at(key_of(item)) else AGENT_QUEUE).check(item)
    return QueueInfo(
        key=queue_of(str(item["sk"])),
        version=number(item, QUEUE_VERSION_ID) or 0,
        depth=number(item, QUEUE_DEPTH) or 0,
    )


def agent_entry_item(agent: Agent | AgentEntry) -> Attributes:
    """An agent's entry in any of its queues, without its key."""
    return present(
        {
            "AgentID": agent.agent_id,
            "AgentName": agent.name,
            "Gender": agent.gender,
            "Languages": agent.languages,
            "Topics": agent.topics,
            "AutoAnswer": agent.auto_answer or None,
            "QueuedAt": maybe_text(agent.queued_at),
        }
    )


def agent_entry_from(item: Attributes) -> AgentEntry:
    """The agent entry that an item holds; its key names queue and ticket. Raises UnreadableItemError."""
    AGENT_ENTRY.check(item)
    return AgentEntry(
        queue=queue_of(str(item["pk"])),
        ticket=int(str(item["sk"])),
        agent_id=text(item, "AgentID"),
        name=text(item, "AgentName"),
        gender=text(item, "Gender"),
        languages=names(item, "Languages"),
        topics=names(item, "Topics"),
        auto_answer=item.get("AutoAnswer") is True,
        queued_at=when(item, "QueuedAt"),
    )


def ticket_in(text: str) -> int:
    """The ticket that the end of a sort key names. Raises ValueError."""
    ticket = int(text)
    if not shapes.TICKET.fits(ticket):
        raise ValueError(f"{text!r} is no ticket")
    return ticket


def queue_of(key: str) -> QueueKey:
    """The queue that a key of the table names, with or without topics. Raises BadQueueKeyError."""
    return parse_queue_key(key, topics=key.count(SEPARATOR) == SEPARATORS_WITH_TOPIC)


def queue_in(key: str) -> QueueKey | None:
    """The queue that a key names, or None if it names none."""
    try:
        return queue_of(key)
    except BadQueueKeyError:
        return None
