"""Items of erasures, each there until nothing of its customer is left."""

from dynamo.items import Attributes, Key
from dynamo.table import Table
from dynamo.transaction import OPERATIONS
from routing.model.erasure import Erasure
from routing.storage.forms import record, shapes
from routing.storage.forms.form import Form, Remedy
from routing.storage.forms.record import Record, shapes_of

ERASURES = "Erasures"
ERASURE_ID = "ErasureID"
HELD = Record(
    {ERASURE_ID: ("erasure_id", record.ID), "At": ("at", record.MOMENT)},
    {"Contacts": ("contacts", record.SOME_TEXTS), "Callers": ("callers", record.SOME_TEXTS)},
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
