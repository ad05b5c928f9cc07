"""Creation of conversations: direct, group, service. A repeat returns the existing one."""

from collections.abc import Sequence
from dataclasses import replace

from dynamo.conditions import Absent, Condition
from dynamo.transaction import Transaction
from messaging.exceptions import ChatExistsError, InvalidFieldError
from messaging.messenger import Messenger
from messaging.model.conversations import (
    ALL_HISTORY,
    DIRECT_PREFIX,
    ChatKind,
    Conversation,
    Cursor,
    Member,
    Role,
    direct_id,
)
from messaging.model.ids import text_of
from messaging.model.limits import check_chat_id, check_number, check_title
from messaging.model.parties import Party, PartyKind
from messaging.model.profiles import Context
from messaging.storage import keys
from messaging.storage.chat_items import chat_item, cursor_item, member_item
from messaging.storage.reads import read_conversation

# Two items for each, and the conversation, in one transaction; others join later.
MOST_FIRST_MEMBERS = 40
LONGEST_HISTORY = 10_000
CHAT_ABSENT = Condition("chat_is_absent", Absent())


def direct_create(messenger: Messenger, *, by: Party, other: Party) -> Conversation:
    """The conversation of two, no matter which asks first. Raises InvalidFieldError."""
    if by == other:
        raise InvalidFieldError("other", str(other), "a conversation needs two parties")
    chat = _new(messenger, ChatKind.DIRECT, by, direct_id(by, other), (by, other))
    return _created(messenger, chat, [(by, Role.MEMBER), (other, Role.MEMBER)])


def group_create(
    messenger: Messenger,
    *,
    by: Party,
    members: Sequence[Party] = (),
    title: str = "",
    history: int = ALL_HISTORY,
    chat: str = "",
) -> Conversation:
    """A group owned by its creator. `history` is the rule for those who join later; the others see all.

    With an id of the caller's, a repeat answers the group that is there. Raises MessagingError.
    """
    check_number(history, field="history", least=ALL_HISTORY, most=LONGEST_HISTORY)
    first = [one for one in dict.fromkeys(members) if one != by]
    most = min(MOST_FIRST_MEMBERS, messenger.limits.members)
    if len(first) + 1 > most:
        raise InvalidFieldError("members", len(first) + 1, f"at most {most} at once; others join", limit=most)
    title = check_title(title)
    group = _new(messenger, ChatKind.GROUP, by, chat, (by, *first), title=title, history=history)
    return _created(messenger, group, [(by, Role.OWNER), *((one, Role.MEMBER) for one in first)])


def service_create(
    messenger: Messenger,
    *,
    contact: Party,
    scene: str = "",
    title: str = "",
    chat: str = "",
    context: Context | None = None,
) -> Conversation:
    """A customer's conversation with the service; it begins closed. Raises MessagingError."""
    if contact.kind is not PartyKind.CONTACT:
        raise InvalidFieldError("contact", str(contact), "write contact:<id>")
    title = check_title(title)
    made = _new(messenger, ChatKind.SERVICE, contact, chat, (contact,), title=title, scene=scene)
    return _created(messenger, replace(made, context=context or {}), [(contact, Role.MEMBER)])


def _new(
    messenger: Messenger,
    kind: ChatKind,
    by: Party,
    chat: str,
    members: Sequence[Party],
    *,
    title: str = "",
    scene: str = "",
    history: int = ALL_HISTORY,
) -> Conversation:
    if kind is not ChatKind.DIRECT and chat.startswith(DIRECT_PREFIX):
        allowed = f"ids that begin with {DIRECT_PREFIX!r} are those of conversations of two"
        raise InvalidFieldError("chat", chat, allowed)
    return Conversation(
        chat_id=check_chat_id(chat) if chat else text_of(messenger.ids()),
        kind=kind,
        created_at=messenger.clock(),
        created_by=str(by),
        scene=scene,
        title=title,
        history=history,
        members=len(members),
    )


def _created(messenger: Messenger, new: Conversation, members: list[tuple[Party, Role]]) -> Conversation:
    transaction = Transaction(messenger.new_id())
    mine, chat = transaction.operation_id, new.chat_id
    due = new.created_at + messenger.kept(new) / 2
    transaction.put(keys.chat_key(chat), chat_item(new, mine, due=due), when=CHAT_ABSENT)
    for party, role in members:
        member = Member(str(party), role, first_number=1, joined_at=new.created_at)
        transaction.put(keys.member_key(chat, str(party)), member_item(member, mine))
        transaction.put(keys.cursor_key(str(party), chat), cursor_item(Cursor(chat)))
    if messenger.table.commit(transaction).ok:
        return new
    return _there(messenger, new)


def _there(messenger: Messenger, new: Conversation) -> Conversation:
    """The conversation that was first, if it is the same one."""
    found = read_conversation(messenger.table, new.chat_id)
    is_same = found.kind is new.kind and (
        new.kind is ChatKind.DIRECT or (found.created_by, found.scene) == (new.created_by, new.scene)
    )
    if not is_same:
        raise ChatExistsError(new.chat_id)
    return found
