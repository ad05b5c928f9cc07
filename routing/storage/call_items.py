"""Items of calls and their entries: dataclass to item and back. Pure.

Attribute names are a contract with programs that read the table; an attribute without a value is absent.
"""

from typing import Any

from dynamo.items import INDEX_PK, INDEX_SK, Attributes, Key
from dynamo.transaction import OPERATIONS
from routing.model.calls import Call, CallStatus, Note
from routing.model.queues import CALL_SIDE, SEPARATOR, CallEntry
from routing.model.steps import Step
from routing.storage import keys
from routing.storage.agent_items import DUE_AT, STATUS_SINCE, TICKET, VERSION, queue_of, ticket_in
from routing.storage.attributes import (
    listed,
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

CALL_STATUS = "CallStatus"
PREFERRED_AGENT = "PreferredAgent"
HISTORY = "History"


STEP_SHAPES = {
    "Gender": shapes.TEXT,
    "Topic": shapes.TEXT,
    "Seconds": shapes.NUMBER,
    "AgentID": shapes.TEXT,
}
NOTE_SHAPES = {
    "At": shapes.MOMENT,
    "Kind": shapes.TEXT,
    "AgentID": shapes.TEXT,
    "By": shapes.TEXT,
    "Reason": shapes.TEXT,
}

CALL = Form(
    "call",
    keys.CALL_PREFIX,
    Remedy.PERSON,
    Remedy.PERSON,
    key=lambda item: keys.call_key(text(item, "CallID")),
    required={
        "CallID": shapes.ID,
        "Language": shapes.NAME,
        "Gender": shapes.NAME,
        CALL_STATUS: shapes.one_of(CallStatus),
        STATUS_SINCE: shapes.MOMENT,
        "CreatedAt": shapes.MOMENT,
        VERSION: shapes.WHOLE,
    },
    optional={
        "Topic": shapes.TEXT,
        "Priority": shapes.BAND,
        "Band": shapes.BAND,
        "Caller": shapes.TEXT,
        "Source": shapes.TEXT,
        "Steps": shapes.maps(STEP_SHAPES),
        "Step": shapes.WHOLE,
        DUE_AT: shapes.MOMENT,
        INDEX_PK: shapes.TEXT,
        INDEX_SK: shapes.TEXT,
        "PromoteAt": shapes.MOMENT,
        "RelaxAt": shapes.MOMENT,
        "OverflowAt": shapes.MOMENT,
        "QueuedAt": shapes.MOMENT,
        "OfferedAt": shapes.MOMENT,
        "AnsweredAt": shapes.MOMENT,
        "EndedAt": shapes.MOMENT,
        "AgentID": shapes.TEXT,
        TICKET: shapes.TICKET,
        "Attempts": shapes.WHOLE,
        "Tried": shapes.TEXTS,
        "Failures": shapes.WHOLE,
        "Error": shapes.TEXT,
        "FirstFailedAt": shapes.MOMENT,
        "LastFailedAt": shapes.MOMENT,
        HISTORY: shapes.maps(NOTE_SHAPES, required=frozenset({"At"})),
        OPERATIONS: shapes.TEXTS,
    },
    expendable=frozenset(
        {"Caller", "Source", TICKET, "QueuedAt", "OfferedAt", "Attempts", "Tried", "Failures", "Error"}
        | {"FirstFailedAt", "LastFailedAt", HISTORY, OPERATIONS}
    ),
)


def _call_entry_key(item: Attributes) -> Key:
    band, ticket = str(item["sk"]).split("#")
    if not shapes.BAND.fits(int(band)):
        raise ValueError(f"{band} is no band")
    return keys.call_entry_key(queue_of(str(item["pk"])), int(band), ticket_in(ticket))


CALL_ENTRY = Form(
    "call queue entry",
    f"{CALL_SIDE}{SEPARATOR}",
    Remedy.REMOVED,
    Remedy.REMOVED,
    key=_call_entry_key,
    required={"CallID": shapes.ID, "QueuedAt": shapes.MOMENT},
    optional={"Tried": shapes.SET, PREFERRED_AGENT: shapes.TEXT},
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
    group, pending_at = _pending(call)
    return present(
        {
            "CallID": call.call_id,
            "Language": call.language,
            "Gender": call.gender,
            "Topic": call.topic,
            "Priority": call.priority,
            "Band": call.band,
            "Caller": call.caller,
            "Source": call.source,
            "Steps": [_step_value(step) for step in call.steps] or None,
            "Step": call.step or None,
            CALL_STATUS: str(call.status),
            STATUS_SINCE: to_text(call.status_since),
            DUE_AT: maybe_text(call.due_at),
            INDEX_PK: group,
            INDEX_SK: pending_at,
            "PromoteAt": maybe_text(call.promote_at),
            "RelaxAt": maybe_text(call.relax_at),
            "OverflowAt": maybe_text(call.overflow_at),
            "CreatedAt": to_text(call.created_at),
            "QueuedAt": maybe_text(call.queued_at),
            "OfferedAt": maybe_text(call.offered_at),
            "AnsweredAt": maybe_text(call.answered_at),
            "EndedAt": maybe_text(call.ended_at),
            "AgentID": call.agent_id,
            TICKET: call.ticket,
            "Attempts": call.attempts,
            "Tried": list(call.tried) or None,
            "Failures": call.failures or None,
            "Error": call.error,
            "FirstFailedAt": maybe_text(call.first_failed_at),
            "LastFailedAt": maybe_text(call.last_failed_at),
            HISTORY: [note_value(note) for note in call.notes] or None,
            VERSION: call.version,
            OPERATIONS: list(call.operations),
        }
    )


def _pending(call: Call) -> tuple[str | None, str | None]:
    """The call's key in the sparse index: none if nothing is due, by hours once ended.

    A ringing call keeps the key of its wait, which saves a match two index writes; the offers of a
    transaction have their own item there.
    """
    if call.status is CallStatus.DEAD_LETTERED:
        return keys.DEAD_LETTERS, to_text(call.status_since)
    if call.ended_at is not None:
        return keys.ended_group(call.ended_at), to_text(call.ended_at)
    waits = call.status in (CallStatus.QUEUED, CallStatus.OFFERED)
    due_at = call.queue_due_at if waits else call.until if call.status is CallStatus.CREATED else None
    return (keys.due_group(call.call_id), to_text(due_at)) if due_at else (None, None)


def call_from(item: Attributes) -> Call:
    """The call that an item holds. Raises UnreadableItemError."""
    CALL.check(item)
    priority, status = number(item, "Priority") or 0, CallStatus(text(item, CALL_STATUS))
    band = number(item, "Band")
    return Call(
        call_id=text(item, "CallID"),
        language=text(item, "Language"),
        gender=text(item, "Gender"),
        topic=text(item, "Topic"),
        priority=priority,
        band=priority if band is None else band,
        caller=text(item, "Caller"),
        source=text(item, "Source"),
        steps=tuple(_step_from(value) for value in objects(item, "Steps")),
        step=number(item, "Step") or 0,
        status=status,
        status_since=when(item, STATUS_SINCE),
        until=None if status is CallStatus.QUEUED else moment(item, DUE_AT),
        promote_at=moment(item, "PromoteAt"),
        relax_at=moment(item, "RelaxAt"),
        overflow_at=moment(item, "OverflowAt"),
        created_at=when(item, "CreatedAt"),
        queued_at=moment(item, "QueuedAt"),
        offered_at=moment(item, "OfferedAt"),
        answered_at=moment(item, "AnsweredAt"),
        ended_at=moment(item, "EndedAt"),
        agent_id=text(item, "AgentID") or None,
        ticket=number(item, TICKET),
        attempts=number(item, "Attempts") or 0,
        tried=tuple(map(str, listed(item, "Tried"))),
        failures=number(item, "Failures") or 0,
        error=text(item, "Error"),
        first_failed_at=moment(item, "FirstFailedAt"),
        last_failed_at=moment(item, "LastFailedAt"),
        notes=tuple(_note_from(value) for value in objects(item, HISTORY)),
        version=number(item, VERSION) or 0,
        operations=operations(item),
    )


def note_value(note: Note) -> dict[str, Any]:
    return present(
        {
            "At": to_text(note.at),
            "Kind": note.kind,
            "AgentID": note.agent_id,
            "By": note.by,
            "Reason": note.reason,
        }
    )


def _note_from(value: dict[str, Any]) -> Note:
    return Note(
        at=when(value, "At"),
        kind=text(value, "Kind"),
        agent_id=text(value, "AgentID"),
        by=text(value, "By"),
        reason=text(value, "Reason"),
    )


def _step_value(step: Step) -> dict[str, Any]:
    return present(
        {"Gender": step.gender, "Topic": step.topic, "Seconds": step.seconds, "AgentID": step.agent_id}
    )


def _step_from(value: dict[str, Any]) -> Step:
    return Step(
        gender=text(value, "Gender"),
        topic=text(value, "Topic"),
        seconds=float(str(value.get("Seconds", 0))),
        agent_id=text(value, "AgentID"),
    )


def call_entry_item(call: Call | CallEntry) -> Attributes:
    return present(
        {
            "CallID": call.call_id,
            "QueuedAt": maybe_text(call.queued_at),
            "Tried": frozenset(call.tried),
            PREFERRED_AGENT: call.preferred_agent,
        }
    )


def call_entry_from(item: Attributes) -> CallEntry:
    """The call entry that an item holds; its key names queue, band and ticket. Raises UnreadableItemError."""
    CALL_ENTRY.check(item)
    band, ticket = str(item["sk"]).split("#")
    return CallEntry(
        queue=queue_of(str(item["pk"])),
        priority=int(band),
        ticket=int(ticket),
        call_id=text(item, "CallID"),
        queued_at=when(item, "QueuedAt"),
        tried=names(item, "Tried"),
        preferred_agent=text(item, PREFERRED_AGENT),
    )
