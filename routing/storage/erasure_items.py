"""Items of erasures, each there until nothing of its customer is left; and how far each kind has expired."""

from datetime import datetime

from dynamo.changes import Set
from dynamo.items import Attributes, Key
from dynamo.table import Table
from dynamo.transaction import OPERATIONS
from routing.model.erasure import Erasure
from routing.storage.attributes import to_text, when
from routing.storage.forms import record, shapes
from routing.storage.forms.form import Form, Remedy
from routing.storage.forms.record import Record, shapes_of

ERASURES, EXPIRED = "Erasures", "Expired"
OF, UNTIL = "Of", "Until"
ERASURE_ID = "ErasureID"
HELD = Record(
    {ERASURE_ID: ("erasure_id", record.ID), "At": ("at", record.MOMENT)},
    {
        "Contacts": ("contacts", record.SOME_TEXTS),
        "Callers": ("callers", record.SOME_TEXTS),
        "Chats": ("chats", record.SOME_TEXTS),
    },
)
ERASURE = Form(
    "erasure",
    ERASURES,
    Remedy.PERSON,
    Remedy.PERSON,
    key=lambda item: erasure_key(str(item[ERASURE_ID])),
    required=shapes_of(HELD.required),
    optional={**shapes_of(HELD.optional), OPERATIONS: shapes.TEXTS},
)
EXPIRY = Form(
    "limit of what has expired",
    EXPIRED,
    Remedy.PERSON,
    Remedy.PERSON,
    key=lambda item: Key(EXPIRED, str(item[OF])),
    required={OF: shapes.ID, UNTIL: shapes.MOMENT},
)


def erasure_key(erasure_id: str) -> Key:
    return Key(ERASURES, erasure_id)


def erasure_item(erasure: Erasure, operation_id: str) -> Attributes:
    """The attributes of an erasure, without its key."""
    return {**HELD.written(erasure), OPERATIONS: [operation_id]}


def read_erasures(table: Table) -> list[Erasure]:
    """Every erasure that has not ended. Raises UnreadableItemError."""
    found = []
    for item in table.query(ERASURES):
        ERASURE.check(item)
        found.append(Erasure(**HELD.fields(item)))
    return found


def read_expired(table: Table, kind: str, *, first: datetime) -> datetime:
    """The moment before which nothing of a kind is left, `first` if nothing has expired yet."""
    item = table.get(Key(EXPIRED, kind))
    if item is None:
        return first
    EXPIRY.check(item)
    return when(item, UNTIL)


def note_expired(table: Table, kind: str, until: datetime) -> None:
    """Nothing of the kind from before a moment is left."""
    table.change(Key(EXPIRED, kind), Set(OF, kind), Set(UNTIL, to_text(until)))
