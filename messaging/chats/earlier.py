"""Earlier conversations of a customer, for the staff who serve one of them or a call."""

from dataclasses import dataclass

from messaging.chats.centre import Chats
from messaging.erasing.kept import PHONE, whole_contact
from messaging.exceptions import InvalidFieldError, NotAMemberError
from messaging.inbox.source import Source
from messaging.model.contacts import Contact
from messaging.model.conversations import ChatKind, Conversation
from messaging.model.messages import Message
from messaging.model.parties import Party, PartyKind, party_of
from messaging.services import chat_read, messages_read
from messaging.storage.chat_items import chat_from
from messaging.storage.keys import chat_key
from messaging.storage.reads import read_conversation
from routing.model.agents import person_id
from routing.model.calls import Call
from routing.services.outcome_saving import AFTER_CLOSE

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
    return (
        whole_contact(chats.messenger, party_of(conversation.created_by).name)
        if conversation.kind is ChatKind.SERVICE
        else None
    )


def customer_now(chats: Chats, call: Call, *, by: Party) -> Contact | None:
    """The customer of a call or chat; None if the caller is no contact.

    Raises NotAMemberError for an agent who neither has it, nor had it until a few minutes ago, nor takes part
    in its conversation.
    """
    if by.kind is PartyKind.AGENT and not _serves(chats, call, by):
        if not call.chat_id:
            raise NotAMemberError(str(by))
        chat_read(chats.messenger, chat=call.chat_id, party=by)
    try:
        found = party_of(call.caller)
        return whole_contact(chats.messenger, found.name) if found.is_customer else None
    except InvalidFieldError:
        return None


def _serves(chats: Chats, call: Call, agent: Party) -> bool:
    """Whether an agent has the call, or had it until a few minutes ago."""
    is_over = call.ended_at is not None and chats.router.clock() - call.ended_at > AFTER_CLOSE
    return not is_over and person_id(call.agent_id or "") == agent.name


def callers_of(chats: Chats, call: Call, customer: Contact | None) -> set[str]:
    """The customer of a call or chat as a caller: as this call says, as any of the contacts, by the phone
    number in the context.
    """
    phone = read_conversation(chats.messenger.table, call.chat_id).context.get(PHONE) if call.chat_id else ""
    contacts = {f"{PartyKind.CONTACT}:{name}" for name in (customer.family if customer else ())}
    return {call.caller, str(phone or ""), *contacts} - {""}


def earlier_chats(chats: Chats, source: Source, customer: Contact | None, *, besides: str) -> list[Earlier]:
    """The customer's conversations that have messages, the newest first."""
    family = customer.family if customer else ()
    others = {one for name in family for one in source.chats(f"contact:{name}")} - {besides}
    last = source.heads(others)
    items = chats.messenger.table.get_many(chat_key(one) for one in last)
    found = [Earlier(one, last[one.chat_id]) for one in map(chat_from, items.values())]
    return sorted(found, key=lambda one: (-one.last.message_id, one.conversation.chat_id))[:MOST_EARLIER]


def earlier_messages(
    chats: Chats, customer: Contact | None, *, other: str, by: Party, before: int | None, limit: int
) -> list[Message]:
    """Messages of a conversation of the customer. Raises NotAMemberError if it is another customer's."""
    for name in customer.family if customer else ():
        contact = party_of(f"contact:{name}")
        try:
            return messages_read(chats.messenger, chat=other, party=contact, before=before, limit=limit)
        except NotAMemberError:
            continue
    raise NotAMemberError(str(by))
