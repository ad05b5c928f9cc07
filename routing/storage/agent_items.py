"""Items of agents, queue infos and entries: dataclass to item and back. Pure.

Attribute names are a contract with programs that read the table; an attribute without a value is absent. For
calls see `call_items`.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from dynamo.items import INDEX_PK, INDEX_SK, Attributes, Key, key_of
from dynamo.transaction import OPERATIONS
from routing.exceptions import BadQueueKeyError
from routing.model.agents import Agent, AgentStatus, Choice, PauseTotal, WrapUp
from routing.model.queues import AGENT_SIDE, SEPARATOR, AgentEntry, QueueInfo, QueueKey, parse_queue_key
from routing.storage import keys
from routing.storage.attributes import listed, number, text
from routing.storage.forms import record, shapes
from routing.storage.forms.form import Form, Remedy
from routing.storage.forms.record import Record, shapes_of

SEPARATORS_WITH_TOPIC = 3
VERSION = "Version"
AGENT_STATUS = "AgentStatus"
STATUS_SINCE = "StatusSince"
DUE_AT = "DueAt"
TEAM = "Team"
TICKET = "Ticket"
QUEUE_VERSION_ID = "QueueVersionId"
QUEUE_DEPTH = "QueueDepth"

# Statuses that a sweep ends at their due time: ringing ends with its call, talk never.
SWEPT = frozenset({AgentStatus.AVAILABLE, AgentStatus.WRAP_UP})


ENTRY = Record(
    {
        "AgentID": ("agent_id", record.ID),
        "AgentName": ("name", record.TEXT),
        "Gender": ("gender", record.NAME),
        "Languages": ("languages", record.NAMES),
        "QueuedAt": ("queued_at", record.MOMENT),
    },
    {
        "Topics": ("topics", record.NAMES),
        "AutoAnswer": ("auto_answer", record.FLAG),
        TEAM: ("team", record.TEXT),
    },
    absent={"topics": frozenset()},
)
agent_entry_item = ENTRY.written  # of an agent or an entry, without the key
WRAP_UP = Record(
    {},
    {"CallID": ("call_id", record.TEXT), "Milliseconds": ("milliseconds", record.WHOLE)},
    absent={"call_id": "", "milliseconds": 0},
)
PAUSE = Record(
    {},
    {
        "Reason": ("reason", record.TEXT),
        "Day": ("day", record.TEXT),
        "Milliseconds": ("milliseconds", record.WHOLE),
    },
    absent={"reason": "", "day": "", "milliseconds": 0},
)
HELD = Record(
    {
        **{name: held for name, held in ENTRY.required.items() if name != "QueuedAt"},
        AGENT_STATUS: ("status", record.one_of(AgentStatus)),
        STATUS_SINCE: ("status_since", record.MOMENT),
        "Choice": ("choice", record.one_of(Choice)),
        VERSION: ("version", record.WHOLE),
    },
    {
        **ENTRY.optional,
        "QueuedAt": ENTRY.required["QueuedAt"],
        "PauseReason": ("pause_reason", record.TEXT),
        "MissedOffers": ("missed_offers", record.COUNT),
        DUE_AT: ("until", record.MOMENT),
        "CallID": ("call_id", record.MAYBE_ID),
        TICKET: ("ticket", record.TICKET),
        OPERATIONS: ("operations", record.TEXTS),
        "ChangedBy": ("changed_by", record.TEXT),
        "ChangeReason": ("change_reason", record.TEXT),
        "WrapUps": ("wrap_ups", record.maps(WRAP_UP, WrapUp)),
        "Pauses": ("pauses", record.maps(PAUSE, PauseTotal)),
        "Channel": ("channel", record.CHANNEL),
        "Slots": ("slots", record.COUNT),
        "GivenSlots": ("given_slots", record.COUNT),
        "Held": ("held", record.SORTED_SET),
        "Forced": ("is_forced", record.FLAG),
        "Deactivated": ("is_deactivated", record.FLAG),
        "FormerLanguages": ("former_languages", record.NAMES),
        "FormerTopics": ("former_topics", record.NAMES),
    },
    absent={"topics": frozenset()},
)
INDEXED = {INDEX_PK: shapes.TEXT, INDEX_SK: shapes.TEXT}

AGENT = Form(
    "agent",
    keys.ALL_AGENTS,
    Remedy.PERSON,
    Remedy.PERSON,
    key=lambda item: keys.agent_key(text(item, "AgentID")),
    required=shapes_of(HELD.required),
    optional={**shapes_of(HELD.optional), **INDEXED},
    expendable=frozenset(
        {"PauseReason", "AutoAnswer", "MissedOffers", TICKET, "QueuedAt", OPERATIONS}
        | {
            "ChangedBy",
            "ChangeReason",
            "WrapUps",
            "Pauses",
            "GivenSlots",
            "Held",
            "Forced",
            "Deactivated",
            "FormerLanguages",
            "FormerTopics",
            TEAM,
        }
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

FORMER = Record(
    {
        "AgentID": ("agent_id", record.ID),
        "AgentName": ("name", record.TEXT),
        "RemovedAt": ("status_since", record.MOMENT),
    },
    {"WrapUps": HELD.optional["WrapUps"]},
)
FORMER_AGENT = Form(
    "former agent",
    keys.FORMER_AGENTS,
    Remedy.REMOVED,
    Remedy.REMOVED,
    key=lambda item: keys.former_agent_key(text(item, "AgentID")),
    required=shapes_of(FORMER.required),
    optional={**shapes_of(FORMER.optional), OPERATIONS: shapes.TEXTS},
)
AGENT_ENTRY = Form(
    "agent queue entry",
    keys.queues_of(AGENT_SIDE),
    Remedy.REMOVED,
    Remedy.REMOVED,
    key=lambda item: keys.agent_entry_key(queue_of(str(item["pk"])), ticket_in(str(item["sk"]))),
    required=shapes_of(ENTRY.required),
    optional=shapes_of(ENTRY.optional),
)


def agent_item(agent: Agent) -> Attributes:
    """The agent's attributes, those of its entries among them, without its key."""
    item = HELD.written(agent)
    if agent.status in SWEPT and agent.until is not None:
        item |= {INDEX_PK: keys.due_group(agent.agent_id), INDEX_SK: item[DUE_AT]}
    return item


def agent_from(item: Attributes) -> Agent:
    """The agent that an item holds. Raises UnreadableItemError."""
    AGENT.check(item)
    return Agent(**HELD.fields(item))


def agent_unless_known(known: Mapping[str, Agent], item: Attributes) -> Agent:
    """The known agent if its last operation wrote this item, else the one that the item holds.

    Raises UnreadableItemError.
    """
    agent, last = known.get(text(item, "AgentID")), listed(item, OPERATIONS)[-1:]
    if agent is not None and last and (agent.version, [*agent.operations[-1:]]) == (item.get(VERSION), last):
        return agent
    return agent_from(item)


def queue_info_from(item: Attributes) -> QueueInfo:
    """The queue info that an item holds; its sort key names the queue. Raises UnreadableItemError."""
    (CALL_QUEUE if CALL_QUEUE.is_at(key_of(item)) else AGENT_QUEUE).check(item)
    return QueueInfo(
        key=queue_of(str(item["sk"])),
        version=number(item, QUEUE_VERSION_ID) or 0,
        depth=number(item, QUEUE_DEPTH) or 0,
    )


def agent_entry_from(item: Attributes) -> AgentEntry:
    """The agent entry that an item holds; its key names queue and ticket. Raises UnreadableItemError."""
    AGENT_ENTRY.check(item)
    return AgentEntry(queue=queue_of(str(item["pk"])), ticket=int(str(item["sk"])), **ENTRY.fields(item))


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


def former_agent_item(agent: Agent, at: datetime, operation_id: str) -> Attributes:
    """What is kept of a removed agent, without its key."""
    return {**FORMER.written(replace(agent, status_since=at)), OPERATIONS: [operation_id]}


def former_agent_from(item: Attributes) -> Agent:
    """A removed agent: only id, name and the last wrap-ups are known. Raises UnreadableItemError."""
    FORMER_AGENT.check(item)
    return Agent(
        gender="",
        languages=frozenset(),
        topics=frozenset(),
        status=AgentStatus.OFFLINE,
        choice=Choice.OFFLINE,
        **FORMER.fields(item),
    )
