"""Items of the audit trail: entries to items and back. Pure."""

from collections.abc import Sequence

from dynamo.items import Attributes, Key
from dynamo.transaction import Transaction
from routing.model.events import Event
from routing.model.trail import TrailEntry
from routing.storage import keys
from routing.storage.attributes import listed, present, text, to_text, when
from routing.storage.forms import shapes
from routing.storage.forms.form import Form, Remedy


def _trail_key(item: Attributes) -> Key:
    _, _, operation_id = str(item["sk"]).partition(keys.BEFORE_OPERATION)
    return keys.trail_key(when(item, "At"), operation_id)


TRAIL = Form(
    "audit trail entry",
    keys.TRAIL_PREFIX,
    Remedy.EVIDENCE,
    Remedy.EVIDENCE,
    key=_trail_key,
    required={"At": shapes.MOMENT, "Kinds": shapes.TEXTS, "Origin": shapes.TEXT},
    optional={
        "By": shapes.TEXT,
        "AgentID": shapes.TEXT,
        "CallID": shapes.TEXT,
        "Reason": shapes.TEXT,
    },
)


def trail_item(events: Sequence[Event], *, origin: str, by: str = "") -> Attributes:
    """The audit entry of one operation with these events, without its key. `by` as in `ChangeSet.log`."""
    first = events[0]
    return _item(
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


def write_down(transaction: Transaction, entry: TrailEntry) -> None:
    """Adds an audit entry without an event to a transaction."""
    transaction.put(keys.trail_key(entry.at, transaction.operation_id), _item(entry))


def _item(entry: TrailEntry) -> Attributes:
    return present(
        {
            "At": to_text(entry.at),
            "Kinds": list(entry.kinds),
            "By": entry.by,
            "Origin": entry.origin,
            "AgentID": entry.agent_id,
            "CallID": entry.call_id,
            "Reason": entry.reason,
        }
    )


def trail_from(item: Attributes) -> TrailEntry:
    """The entry that an item holds. Raises UnreadableItemError."""
    TRAIL.check(item)
    return TrailEntry(
        at=when(item, "At"),
        kinds=tuple(map(str, listed(item, "Kinds"))),
        by=text(item, "By"),
        origin=text(item, "Origin"),
        agent_id=text(item, "AgentID"),
        call_id=text(item, "CallID"),
        reason=text(item, "Reason"),
    )
