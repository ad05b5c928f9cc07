"""Items of attached files: to items and back. Pure."""

from datetime import datetime
from zlib import crc32

from dynamo.conditions import Absent, Condition, Equals, Exists
from dynamo.items import INDEX_PK, INDEX_SK, Attributes, Key, key_of
from messaging.model.attached import Attached
from routing.storage.attributes import to_text
from routing.storage.forms import record, shapes
from routing.storage.forms.form import Form, Remedy
from routing.storage.forms.record import Record, shapes_of

PREFIX, SORT = "File#", "File"
NUMBER, REMOVING = "Number", "Removing"
# Groups of the sparse index, by the next look.
GROUPS = tuple(f"Files#{number}" for number in range(4))
HELD = Record(
    {
        "ChatID": ("chat", record.ID),
        "From": ("sender", record.ID),
        "ClientID": ("client_id", record.ID),
        "Base": ("base", record.WHOLE),
        INDEX_SK: ("due", record.MOMENT),
    },
    {NUMBER: ("number", record.COUNT), REMOVING: ("removing", record.FLAG)},
)
FILE = Form(
    "attached file",
    PREFIX,
    Remedy.PERSON,
    Remedy.PERSON,
    key=lambda item: Key(key_of(item).pk, SORT),
    required=shapes_of(HELD.required),
    optional={**shapes_of(HELD.optional), INDEX_PK: shapes.TEXT},
)
NOT_REMOVING = Condition("file_is_kept", Exists(), Absent(REMOVING))


def file_key(file: str) -> Key:
    return Key(f"{PREFIX}{file}", SORT)


def file_item(attached: Attached) -> Attributes:
    """A file's attributes, without its key."""
    group = GROUPS[crc32(attached.file.encode()) % len(GROUPS)]
    return {**HELD.written(attached), INDEX_PK: group}


def file_from(item: Attributes) -> Attached:
    """The file that an item holds. Raises UnreadableItemError."""
    FILE.check(item)
    return Attached(file=key_of(item).pk.removeprefix(PREFIX), **HELD.fields(item))


def file_in(key: Key) -> str:
    """The id of the file with this key."""
    return key.pk.removeprefix(PREFIX)


def due_unchanged(due: datetime) -> Condition:
    """Nobody has put off the next look since it was read."""
    return Condition("due_unchanged", Equals(INDEX_SK, to_text(due)))
