"""Items of contacts: to items and back. Pure."""

from dynamo.conditions import Absent, Condition, Equals
from dynamo.items import Attributes, key_of
from dynamo.transaction import OPERATIONS
from messaging.model.contacts import Contact
from messaging.storage import keys
from routing.storage.forms import record, shapes
from routing.storage.forms.form import Form, Remedy
from routing.storage.forms.record import Record, shapes_of

VERSION = "Version"
HELD = Record(
    {VERSION: ("version", record.WHOLE)},
    {
        "MergedInto": ("merged_into", record.TEXT),
        "Aliases": ("aliases", record.SOME_TEXTS),
        "Merges": ("merges", record.COUNT),
    },
)
CONTACT = Form(
    "contact",
    keys.CONTACT_PREFIX,
    Remedy.PERSON,
    Remedy.PERSON,
    key=lambda item: keys.contact_key(key_of(item).pk.removeprefix(keys.CONTACT_PREFIX)),
    required=shapes_of(HELD.required),
    optional={**shapes_of(HELD.optional), OPERATIONS: shapes.TEXTS},
)


def contact_item(contact: Contact, operation_id: str) -> Attributes:
    """A contact's attributes, without its key."""
    return {**HELD.written(contact), OPERATIONS: [operation_id]}


def contact_from(item: Attributes) -> Contact:
    """The contact that an item holds. Raises UnreadableItemError."""
    CONTACT.check(item)
    return Contact(key_of(item).pk.removeprefix(keys.CONTACT_PREFIX), **HELD.fields(item))


def contact_unchanged(version: int) -> Condition:
    """The contact is at the version read; 0: it had no item."""
    return Condition("contact_unchanged", Equals(VERSION, version) if version else Absent())
