"""Items of canned replies: to items and back, reads."""

import logging

from dynamo.conditions import Absent, Condition, Equals
from dynamo.items import Attributes, Key, key_of
from dynamo.table import Table
from dynamo.transaction import OPERATIONS
from messaging.model.replies import Reply
from routing.exceptions import UnreadableItemError
from routing.storage.forms import record, shapes
from routing.storage.forms.form import Form, Remedy
from routing.storage.forms.record import Record, shapes_of

log = logging.getLogger(__name__)

REPLIES_PREFIX = "Replies#"
VERSION = "Version"
HELD = Record(
    {
        "Title": ("title", record.ID),
        "Body": ("body", record.ID),
        VERSION: ("version", record.WHOLE),
        "ChangedAt": ("changed_at", record.MOMENT),
    },
    {"ChangedBy": ("changed_by", record.TEXT)},
)
REPLY = Form(
    "canned reply",
    REPLIES_PREFIX,
    Remedy.PERSON,
    Remedy.PERSON,
    key=key_of,
    required=shapes_of(HELD.required),
    optional={**shapes_of(HELD.optional), OPERATIONS: shapes.TEXTS},
)


def reply_key(owner: str, reply_id: str) -> Key:
    """The key of a reply; its owner is a party, or `shared`."""
    return Key(f"{REPLIES_PREFIX}{owner}", reply_id)


def reply_item(reply: Reply, operation_id: str) -> Attributes:
    """A reply's attributes, without its key."""
    return {**HELD.written(reply), OPERATIONS: [operation_id]}


def read_replies(table: Table, owner: str) -> dict[str, Reply]:
    """The replies of an owner, by id; one that cannot be read is left out."""
    found = {}
    for item in table.query(f"{REPLIES_PREFIX}{owner}"):
        try:
            REPLY.check(item)
        except UnreadableItemError as error:
            log.warning("a canned reply is not used: %s", error)
        else:
            found[key_of(item).sk] = Reply(key_of(item).sk, **HELD.fields(item))
    return found


def reply_unchanged(version: int) -> Condition:
    """The reply is at the version read; 0: there is none."""
    return Condition("reply_unchanged", Equals(VERSION, version) if version else Absent())
