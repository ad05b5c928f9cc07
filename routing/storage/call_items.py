"""Items of calls and their entries: dataclass to item and back. Pure.

Attribute names are a contract with programs that read the table; an attribute without a value is absent.
"""

from dynamo.items import INDEX_PK, INDEX_SK, Attributes, Key
from dynamo.transaction import OPERATIONS
from routing.model.calls import Call, CallStatus, Note
from routing.model.queues import CALL_SIDE, CallEntry
from routing.model.steps import Step
from routing.storage import keys
from routing.storage.agent_items import (
    DUE_AT,
    INDEXED,
    STATUS_SINCE,
    TEAM,
    TICKET,
    VERSION,
    queue_of,
    ticket_in,
)
from routing.storage.attributes import listed, text, to_text
from routing.storage.forms import record, shapes
from routing.storage.forms.form import Form, Remedy
from routing.storage.forms.record import Record, shapes_of

CALL_STATUS = "CallStatus"
PREFERRED_AGENT = "PreferredAgent"
REJOINED_AT = "RejoinedAt"
HISTORY = "History"


STEP = Record(
    {},
    {
        "Gender": ("gender", record.TEXT),
        "Topic": ("topic", record.TEXT),
        "Seconds": ("seconds", record.SECONDS),
        "AgentID": ("agent_id", record.TEXT),
    },
    absent={"gender": ""},
)
NOTE = Record(
    {},
    {
        "At": ("at", record.MOMENT),
        "Kind": ("kind", record.TEXT),
        "AgentID": ("agent_id", record.TEXT),
        "By": ("by", record.TEXT),
        "Reason": ("reason", record.TEXT),
    },
    absent={"kind": ""},
)
note_value = NOTE.written
HELD = Record(
    {
        "CallID": ("call_id", record.ID),
        "Language": ("language", record.NAME),
        "Gender": ("gender", record.NAME),
        CALL_STATUS: ("status", record.one_of(CallStatus)),
        STATUS_SINCE: ("status_since", record.MOMENT),
        "CreatedAt": ("created_at", record.MOMENT),
        VERSION: ("version", record.WHOLE),
    },
    {
        "Topic": ("topic", record.TEXT),
        "Priority": ("priority", record.BAND),
        "Band": ("band", record.BAND),
        "Caller": ("caller", record.TEXT),
        "Source": ("source", record.TEXT),
        "Steps": ("steps", record.maps(STEP, Step)),
        "Step": ("step", record.COUNT),
        DUE_AT: ("due_at", record.MOMENT),
        "PromoteAt": ("promote_at", record.MOMENT),
        "RelaxAt": ("relax_at", record.MOMENT),
        "OverflowAt": ("overflow_at", record.MOMENT),
        "QueuedAt": ("queued_at", record.MOMENT),
        REJOINED_AT: ("rejoined_at", record.MOMENT),
        "OfferedAt": ("offered_at", record.MOMENT),
        "AnsweredAt": ("answered_at", record.MOMENT),
        "EndedAt": ("ended_at", record.MOMENT),
        "AgentID": ("agent_id", record.MAYBE_ID),
        TEAM: ("team", record.TEXT),
        TICKET: ("ticket", record.TICKET),
        "Attempts": ("attempts", record.WHOLE),
        "Tried": ("tried", record.SOME_TEXTS),
        "Failures": ("failures", record.COUNT),
        "Error": ("error", record.TEXT),
        "FirstFailedAt": ("first_failed_at", record.MOMENT),
        "LastFailedAt": ("last_failed_at", record.MOMENT),
        HISTORY: ("notes", record.maps(NOTE, Note, required=frozenset({"At"}))),
        OPERATIONS: ("operations", record.TEXTS),
        "Channel": ("channel", record.CHANNEL),
        "ChatID": ("chat_id", record.TEXT),
        "SceneID": ("scene", record.TEXT),
        "RespondedAt": ("responded_at", record.MOMENT),
        "Rating": ("rating", record.COUNT),
        "Robot": ("robot", record.TEXT),
        "ToRobotAt": ("to_robot_at", record.MOMENT),
        "Outcome": ("outcome", record.TEXT),
        "OutcomeNote": ("outcome_note", record.TEXT),
    },
    absent={"priority": 0},
)
ENTRY = Record(
    {"CallID": ("call_id", record.ID), "QueuedAt": ("queued_at", record.MOMENT)},
    {
        "Tried": ("tried", record.SET),
        PREFERRED_AGENT: ("preferred_agent", record.TEXT),
        REJOINED_AT: ("rejoined_at", record.MOMENT),
    },
)
call_entry_item = ENTRY.written  # of a call or an entry, without the key

CALL = Form(
    "call",
    keys.CALL_PREFIX,
    Remedy.PERSON,
    Remedy.PERSON,
    key=lambda item: keys.call_key(text(item, "CallID")),
    required=shapes_of(HELD.required),
    optional={**shapes_of(HELD.optional), **INDEXED},
    expendable=frozenset(
        {
            "Caller",
            "Source",
            TICKET,
            "QueuedAt",
            REJOINED_AT,
            "OfferedAt",
            "Attempts",
            "Tried",
            "Failures",
            "Error",
        }
        | {"FirstFailedAt", "LastFailedAt", HISTORY, OPERATIONS, "SceneID"}
        | {"RespondedAt", "Rating", "Outcome", "OutcomeNote", TEAM}
    ),
)


def _call_entry_key(item: Attributes) -> Key:
    band, ticket = str(item["sk"]).split("#")
    if not shapes.BAND.fits(int(band)):
        raise ValueError(f"{band} is no band")
    return keys.call_entry_key(queue_of(str(item["pk"])), int(band), ticket_in(ticket))


CALL_ENTRY = Form(
    "call queue entry",
    keys.queues_of(CALL_SIDE),
    Remedy.REMOVED,
    Remedy.REMOVED,
    key=_call_entry_key,
    required=shapes_of(ENTRY.required),
    optional=shapes_of(ENTRY.optional),
)


OFFERS = Form(
    "offers of one transaction",
    keys.OFFERS_PREFIX,
    Remedy.REMOVED,
    Remedy.REMOVED,
    key=lambda item: keys.offers_key(str(item["pk"]).removeprefix(keys.OFFERS_PREFIX)),
    required={"Calls": shapes.TEXTS, INDEX_PK: shapes.among(keys.DUE_GROUPS), INDEX_SK: shapes.MOMENT},
)


def offers_from(item: Attributes) -> list[str]:
    """The calls whose offers an item names. Raises UnreadableItemError."""
    OFFERS.check(item)
    return [str(one) for one in listed(item, "Calls")]


def call_item(call: Call) -> Attributes:
    """The call's attributes, without its key."""
    return {**HELD.written(call), **_pending(call)}


def _pending(call: Call) -> Attributes:
    """The call's key in the sparse index: none if nothing is due, by hours once ended.

    Of calls in progress only chats are due: they close when idle.

    A ringing call keeps the key of its wait, which saves a match two index writes; the offers of a
    transaction have their own item there.
    """
    if call.status is CallStatus.DEAD_LETTERED:
        return {INDEX_PK: keys.DEAD_LETTERS, INDEX_SK: to_text(call.status_since)}
    if call.ended_at is not None:
        return {INDEX_PK: keys.ended_group(call.ended_at), INDEX_SK: to_text(call.ended_at)}
    waits = call.status in (CallStatus.QUEUED, CallStatus.OFFERED)
    ends = call.status is CallStatus.CREATED or (call.status is CallStatus.IN_PROGRESS and call.channel)
    due_at = call.queue_due_at if waits else call.until if ends else None
    return {INDEX_PK: keys.due_group(call.call_id), INDEX_SK: to_text(due_at)} if due_at else {}


def call_from(item: Attributes) -> Call:
    """The call that an item holds. Raises UnreadableItemError."""
    CALL.check(item)
    fields = HELD.fields(item)
    due_at = fields.pop("due_at", None)
    until = None if fields["status"] is CallStatus.QUEUED else due_at
    return Call(**{"band": fields["priority"], "until": until, **fields})


def call_entry_from(item: Attributes) -> CallEntry:
    """The call entry that an item holds; its key names queue, band and ticket. Raises UnreadableItemError."""
    CALL_ENTRY.check(item)
    band, ticket = str(item["sk"]).split("#")
    return CallEntry(
        queue=queue_of(str(item["pk"])), priority=int(band), ticket=int(ticket), **ENTRY.fields(item)
    )
