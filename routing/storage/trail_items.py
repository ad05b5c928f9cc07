"""Items of the audit trail: entries to items and back. Pure."""

from collections.abc import Sequence

from dynamo.items import Attributes, Key
from dynamo.transaction import Transaction
from routing.model.events import Event
from routing.model.trail import TrailEntry
from routing.storage import keys
from routing.storage.attributes import when
from routing.storage.forms import record
from routing.storage.forms.form import Form, Remedy
from routing.storage.forms.record import Record, shapes_of


def _trail_key(item: Attributes) -> Key:
    _, _, operation_id = str(item["sk"]).partition(keys.BEFORE_OPERATION)
    return keys.trail_key(when(item, "At"), operation_id)


HELD = Record(
    {"At": ("at", record.MOMENT), "Kinds": ("kinds", record.TEXTS), "Origin": ("origin", record.TEXT)},
    {
        "By": ("by", record.TEXT),
        "AgentID": ("agent_id", record.TEXT),
        "CallID": ("call_id", record.TEXT),
        "Reason": ("reason", record.TEXT),
    },
    absent={"by": ""},
)
TRAIL = Form(
    "audit trail entry",
    keys.TRAIL_PREFIX,
    Remedy.EVIDENCE,
    Remedy.EVIDENCE,
    key=_trail_key,
    required=shapes_of(HELD.required),
    optional=shapes_of(HELD.optional),
)


def trail_item(events: Sequence[Event], *, origin: str, by: str = "") -> Attributes:
    """The audit entry of one operation with these events, without its key. `by` as in `ChangeSet.log`."""
    first = events[0]
    return HELD.written(
        TrailEntry(
            at=first.at,
            kinds=tuple(str(event.kind) for event in events),
            by=by or first.by,
            origin=origin,
            agent_id=next((event.agent_id for event in events if event.agent_id), ""),
            call_id=next((event.call_id for event in events if event.call_id), ""),
            reason=first.reason,
        )
    )


def write_down(transaction: Transaction, entry: TrailEntry, *, table: str = "") -> None:
    """Adds an audit entry without an event to a transaction; `table` as in `Key`."""
    key = keys.trail_key(entry.at, transaction.operation_id)._replace(table=table)
    transaction.put(key, HELD.written(entry))


def trail_from(item: Attributes) -> TrailEntry:
    """The entry that an item holds. Raises UnreadableItemError."""
    TRAIL.check(item)
    return TrailEntry(**HELD.fields(item))
