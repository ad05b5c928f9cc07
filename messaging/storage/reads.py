"""Reads of conversations, members, cursors, contacts and cards. Writes nothing."""

from collections.abc import Iterable
from dataclasses import dataclass

from dynamo.items import Attributes, Key
from dynamo.table import Table
from messaging.exceptions import UnknownCardError, UnknownChatError
from messaging.model.audiences import Audience
from messaging.model.card import Card
from messaging.model.contacts import Contact
from messaging.model.conversations import ChatKind, Conversation, Cursor, Member
from messaging.model.limits import MOST_TOLD
from messaging.model.messages import Message
from messaging.model.parties import Party, PartyKind
from messaging.storage import keys
from messaging.storage.card_items import card_from
from messaging.storage.chat_items import chat_from, cursor_from, member_from
from messaging.storage.contact_items import contact_from
from messaging.storage.known_members import KnownMembers
from messaging.storage.log_items import message_from, message_key


@dataclass(frozen=True)
class Participation:
    """A conversation as one party meets it: its own part, if any, and all members.

    `members` is None if there are more than `MOST_TOLD`.
    """

    conversation: Conversation
    own: Member | None
    members: tuple[str, ...] | None

    def name_of(self, party: Party) -> str:
        """The name of a party here: a named contact writes in the conversation of an alias as that alias, so
        what it sent before and after the merge is of one sender, also when the merge is undone.
        """
        return self.own.party if self.own else str(party)

    def is_open_to(self, party: Party) -> bool:
        """Whether a party reads it without a part in it: supervisors and programs, those of customers."""
        by_role = party.kind in (PartyKind.USER, PartyKind.PROGRAM)
        return by_role and self.conversation.kind is ChatKind.SERVICE

    @property
    def audience(self) -> Audience:
        """Who is told of a message that changes no membership."""
        version = self.conversation.version
        if self.members is None:
            return Audience(is_large=True, version=version)
        return Audience(self.members, version=version)


def read_participation(table: Table, chat: str, party: Party) -> Participation:
    """The conversation, read consistently. Raises UnknownChatError. Mostly one read."""
    found = table.query(keys.chat_of(chat), limit=MOST_TOLD + 2)
    if not found or found[0]["sk"] != keys.CHAT_SORT:
        raise UnknownChatError(chat)
    conversation = chat_from(found[0])
    is_large = conversation.members > MOST_TOLD
    if len(found) == MOST_TOLD + 2 and not is_large:  # some have left
        found = table.query(keys.chat_of(chat))
    members = {one.party: one for one in map(member_from, found[1:])}
    own = _own(table, chat, party, members, is_large=is_large)
    present = None if is_large else tuple(one.party for one in members.values() if one.is_in)
    return Participation(conversation, own if own and own.is_in else None, present)


def read_participation_at(
    table: Table, known: KnownMembers, chat: str, party: Party, number: int
) -> tuple[Participation, Message | None]:
    """The conversation, and its message of this number, if there is one. Raises UnknownChatError.

    One read, if the members are known, and the party is one under its own name.
    """
    at, own_at, message_at = (
        keys.chat_key(chat),
        keys.member_key(chat, str(party)),
        _message_key(chat, number),
    )
    found = table.get_many([at, own_at, *message_at])
    if at not in found:
        raise UnknownChatError(chat)
    message = next((message_from(found[key]) for key in message_at if key in found), None)
    conversation = chat_from(found[at])
    own = member_from(found[own_at]) if own_at in found else None
    if conversation.members > MOST_TOLD:
        return Participation(conversation, own if own and own.is_in else None, None), message
    parties = known.of(conversation)
    if parties is None or (own is None and party.is_customer):
        part = read_participation(table, chat, party)
        known.keep(part.conversation, part.members or ())
        return part, message
    return Participation(conversation, own if own and own.is_in else None, parties), message


def _message_key(chat: str, number: int) -> list[Key]:
    return [message_key(keys.log_of(chat), number)] if number > 0 else []


def _own(
    table: Table, chat: str, party: Party, members: dict[str, Member], *, is_large: bool
) -> Member | None:
    """The part of a party; of a named contact also that of an alias."""
    if str(party) in members:
        return members[str(party)]
    if is_large:
        item = table.get(keys.member_key(chat, str(party)))
        return member_from(item) if item else None
    names = read_contact(table, party.name).aliases if party.is_customer else ()
    return next((members[name] for name in (f"contact:{one}" for one in names) if name in members), None)


def read_conversation(table: Table, chat: str) -> Conversation:
    """The conversation. Raises UnknownChatError. One read."""
    item = table.get(keys.chat_key(chat))
    if item is None:
        raise UnknownChatError(chat)
    return chat_from(item)


def read_members(table: Table, chat: str, parties: Iterable[str]) -> dict[str, Member]:
    """Those of the parties that are, or were, members. One read for each 100."""
    found = table.get_many(keys.member_key(chat, party) for party in parties)
    return {one.party: one for one in map(member_from, found.values())}


def read_all_members(table: Table, chat: str) -> list[Member]:
    """Every present member, by party."""
    found = table.query(keys.chat_of(chat), prefix=keys.MEMBER_PREFIX)
    return [one for one in map(member_from, found) if one.is_in]


def read_cursors(table: Table, party: str) -> list[Cursor]:
    """Every conversation of a party, by id."""
    return [cursor_from(item) for item in table.query(keys.chats_of(party))]


def read_contacts(table: Table, contact_ids: Iterable[str]) -> dict[str, Contact]:
    """Those of the contacts that were ever merged. One read for each 100."""
    found = table.get_many(keys.contact_key(one) for one in contact_ids)
    return {one.contact_id: one for one in map(contact_from, found.values())}


def read_contact(table: Table, contact_id: str) -> Contact:
    """The contact; one that was never merged has no item."""
    item: Attributes | None = table.get(keys.contact_key(contact_id))
    return contact_from(item) if item else Contact(contact_id)


def read_card(table: Table, card_id: str) -> Card:
    """The card. Raises UnknownCardError. One read."""
    item = table.get(keys.card_key(card_id))
    if item is None:
        raise UnknownCardError(card_id)
    return card_from(item)
