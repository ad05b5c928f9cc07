"""Earlier conversations of a customer, for the staff who serve one of them."""

from dataclasses import dataclass

from messaging.chats.centre import Chats
from messaging.exceptions import NotAMemberError
from messaging.inbox.source import Source
from messaging.model.contacts import Contact
from messaging.model.conversations import ChatKind, Conversation
from messaging.model.messages import Message
from messaging.model.parties import Party, party_of
from messaging.services import chat_read, messages_read
from messaging.storage.chat_items import chat_from
from messaging.storage.keys import chat_key
from messaging.storage.reads import read_contact

MOST_EARLIER = 50


@dataclass(frozen=True)
class Earlier:
    """A conversation and its last message."""

    conversation: Conversation
    last: Message


def customer_of(chats: Chats, *, chat: str, by: Party) -> Contact | None:
    """The customer of a conversation that `by` may read, with all aliases; None in one of colleagues.

    Raises UnknownChatError, NotAMemberError.
    """
    conversation = chat_read(chats.messenger, chat=chat, party=by)
    if conversation.kind is not ChatKind.SERVICE:
        return None
    table = chats.messenger.table
    found = read_contact(table, party_of(conversation.created_by).name)
    return read_contact(table, found.merged_into) if found.merged_into else found


def earlier_chats(chats: Chats, source: Source, *, chat: str, by: Party) -> list[Earlier]:
    """The customer's other conversations that have messages, the newest first."""
    customer = customer_of(chats, chat=chat, by=by)
    family = customer.family if customer else ()
    others = {one for name in family for one in source.chats(f"contact:{name}")} - {chat}
    last = source.heads(others)
    items = chats.messenger.table.get_many(chat_key(one) for one in last)
    found = [Earlier(one, last[one.chat_id]) for one in map(chat_from, items.values())]
    return sorted(found, key=lambda one: (-one.last.message_id, one.conversation.chat_id))[:MOST_EARLIER]


def earlier_messages(
    chats: Chats, *, chat: str, other: str, by: Party, before: int | None, limit: int
) -> list[Message]:
    """Messages of another conversation of the same customer. Raises NotAMemberError if it is of another."""
    customer = customer_of(chats, chat=chat, by=by)
    for name in customer.family if customer else ():
        contact = party_of(f"contact:{name}")
        try:
            return messages_read(chats.messenger, chat=other, party=contact, before=before, limit=limit)
        except NotAMemberError:
            continue
    raise NotAMemberError(str(by))
