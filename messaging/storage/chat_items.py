"""Items of conversations, members and cursors: to items and back. Pure."""

from datetime import datetime

from dynamo.items import INDEX_PK, INDEX_SK, Attributes, Key, key_of
from dynamo.transaction import OPERATIONS
from messaging.model.conversations import ChatKind, Conversation, Cursor, Member, Role
from messaging.storage import keys
from messaging.storage.log_items import head_from, head_item, is_head
from messaging.storage.profile_items import CONTEXT
from routing.storage.attributes import to_text
from routing.storage.forms import record, shapes
from routing.storage.forms.form import Form, Remedy
from routing.storage.forms.record import Record, shapes_of

MEMBER_COUNT, VERSION, ROLE, LEFT_AT = "MemberCount", "Version", "Role", "LeftAt"
FLOOR, NOTES_FLOOR = "Floor", "NotesFloor"
TITLE, CONTEXT_SAID = "Title", "Context"
READ_NUMBER, READ_COUNT = "ReadNumber", "ReadCount"
A_HEAD = record.Kind(
    shapes.Shape("a map with Number, Count and State", is_head),
    write=lambda head: head_item(head) if head else None,
    read=head_from,
)
CHAT_HELD = Record(
    {
        "Kind": ("kind", record.one_of(ChatKind)),
        "CreatedAt": ("created_at", record.MOMENT),
        "CreatedBy": ("created_by", record.ID),
        "History": ("history", record.Kind(shapes.INTEGER)),
        MEMBER_COUNT: ("members", record.WHOLE),
        VERSION: ("version", record.WHOLE),
    },
    {
        "Scene": ("scene", record.TEXT),
        TITLE: ("title", record.TEXT),
        CONTEXT_SAID: ("context", CONTEXT),
        FLOOR: ("floor", A_HEAD),
        NOTES_FLOOR: ("notes_floor", A_HEAD),
    },
)
MEMBER_HELD = Record(
    {
        ROLE: ("role", record.one_of(Role)),
        "FirstNumber": ("first_number", record.WHOLE),
        "JoinedAt": ("joined_at", record.MOMENT),
    },
    {LEFT_AT: ("left_at", record.MOMENT)},
)
CURSOR_HELD = Record(
    {
        "FirstNumber": ("first_number", record.WHOLE),
        READ_NUMBER: ("read_number", record.WHOLE),
        READ_COUNT: ("read_count", record.WHOLE),
    }
)
KEPT = {OPERATIONS: shapes.TEXTS, INDEX_PK: shapes.TEXT, INDEX_SK: shapes.TEXT}


def _form(name: str, partition: str, held: Record, sort: str = "") -> Form:
    def own_key(item: Attributes) -> Key:
        found = key_of(item)
        return found if found.sk.startswith(sort) else Key(found.pk, sort)

    optional = {**shapes_of(held.optional), **KEPT}
    required = shapes_of(held.required)
    return Form(name, partition, Remedy.PERSON, Remedy.PERSON, own_key, required, optional)


CHAT = _form("conversation", keys.CHAT_PREFIX, CHAT_HELD, keys.CHAT_SORT)
MEMBER = _form("member", keys.CHAT_PREFIX, MEMBER_HELD, keys.MEMBER_PREFIX)
CURSOR = _form("cursor", keys.CHATS_PREFIX, CURSOR_HELD)


def chat_item(conversation: Conversation, operation_id: str, *, due: datetime) -> Attributes:
    """A new conversation's attributes, without its key; `due`: when the purge looks at it first."""
    return {
        **CHAT_HELD.written(conversation),
        OPERATIONS: [operation_id],
        INDEX_PK: keys.expiry_group(conversation.chat_id),
        INDEX_SK: to_text(due),
    }


def chat_from(item: Attributes) -> Conversation:
    """The conversation that an item holds. Raises UnreadableItemError."""
    CHAT.check(item)
    return Conversation(chat_id=key_of(item).pk.removeprefix(keys.CHAT_PREFIX), **CHAT_HELD.fields(item))


def member_item(member: Member, operation_id: str) -> Attributes:
    """A member's attributes, without its key."""
    return {**MEMBER_HELD.written(member), OPERATIONS: [operation_id]}


def member_from(item: Attributes) -> Member:
    """The member that an item holds. Raises UnreadableItemError."""
    MEMBER.check(item)
    return Member(party=key_of(item).sk.removeprefix(keys.MEMBER_PREFIX), **MEMBER_HELD.fields(item))


def cursor_item(cursor: Cursor) -> Attributes:
    """A cursor's attributes, without its key."""
    return CURSOR_HELD.written(cursor)


def cursor_from(item: Attributes) -> Cursor:
    """The cursor that an item holds. Raises UnreadableItemError."""
    CURSOR.check(item)
    return Cursor(chat=key_of(item).sk, **CURSOR_HELD.fields(item))
