"""Source of inboxes: the reads of the store from which they are rebuilt, all strongly consistent."""

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from dynamo.changes import Set
from dynamo.conditions import Absent, AnyOf, Below, Condition, Equals, Exists
from dynamo.items import Attributes, Key
from dynamo.table import Table
from messaging.exceptions import NotAMemberError, UnknownChatError, UnknownMessageError
from messaging.inbox.heads import Heads
from messaging.model.audiences import Audience
from messaging.model.contacts import Contact
from messaging.model.conversations import Cursor
from messaging.model.families import Family
from messaging.model.limits import MOST_TOLD
from messaging.model.messages import Message
from messaging.model.parties import ROUTING, PartyKind, party_of
from messaging.storage.chat_items import READ_COUNT, READ_NUMBER, chat_from, cursor_from
from messaging.storage.keys import chat_key, chats_of, cursor_key, log_of
from messaging.storage.log_items import message_from, message_key
from messaging.storage.reads import (
    read_all_members,
    read_contact,
    read_contacts,
    read_participation,
)
from routing.exceptions import UnreadableItemError

log = logging.getLogger(__name__)

GENERATION_KEY, GENERATION = Key("Inbox", "Generation"), "Number"


@dataclass(frozen=True)
class ReadMark:
    """How far a user has read: a number, and the messages that count as unread up to it."""

    number: int = 0
    count: int = 0


class Source:
    """The store as the inbox reads it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._heads = Heads(table)

    def generation(self) -> int:
        """How often Redis has been lost."""
        item = self._table.get(GENERATION_KEY) or {}
        return int(str(item.get(GENERATION, 0)))

    def next_generation(self, known: int) -> None:
        """Raises it by one, unless another has done so since it was `known`."""
        as_known = AnyOf(Absent(), Equals(GENERATION, known)) if not known else Equals(GENERATION, known)
        self._table.change(GENERATION_KEY, Set(GENERATION, known + 1), when=Condition("as_known", as_known))

    def families(self, parties: Collection[str]) -> Mapping[str, Family]:
        """The family of each party: a named contact has its aliases, others are alone."""
        names = {party: one.name for party in parties if (one := party_of(party)).is_customer}
        contacts = read_contacts(self._table, names.values()) if names else {}
        return {party: _family(party, contacts.get(names.get(party, ""))) for party in parties}

    def family(self, party: str) -> Family:
        """That of one party."""
        return self.families([party])[party]

    def contact(self, party: str) -> Contact:
        """The contact that a party is."""
        return read_contact(self._table, party_of(party).name)

    def chats(self, party: str) -> Mapping[str, ReadMark]:
        """All conversations of a user, each with what the user has read; none whose item is damaged."""
        found = [*_cursors(self._table.query(chats_of(party)))]
        for cursor in found:
            self._heads.saw(cursor.chat, cursor.read_number)
        return {cursor.chat: ReadMark(cursor.read_number, cursor.read_count) for cursor in found}

    def read_marks(self, party: str, chats: Iterable[str]) -> Mapping[str, ReadMark]:
        """Those of some conversations; a conversation that the user has left is missing."""
        found = _cursors(self._table.get_many(cursor_key(party, chat) for chat in chats).values())
        return {cursor.chat: ReadMark(cursor.read_number, cursor.read_count) for cursor in found}

    def read_mark(self, party: str, chat: str, number: int) -> ReadMark:
        """The mark of a member who has read up to a message.

        Raises NotAMemberError and UnknownMessageError.
        """
        mark, message = cursor_key(party, chat), message_key(log_of(chat), number)
        found = self._table.get_many([mark, message])
        if mark not in found:
            raise NotAMemberError(party)
        if message not in found:
            raise UnknownMessageError(number)
        return ReadMark(number, message_from(found[message]).count)

    def owner(self, party: str, chat: str) -> str:
        """The one whose conversation it is: the party, or the alias through which the party has it."""
        family = self.family(party).parties
        found = self._table.get_many(cursor_key(one, chat) for one in family) if len(family) > 1 else {}
        return next((one for one in family if cursor_key(one, chat) in found), party)

    def save(self, party: str, chat: str, mark: ReadMark) -> None:
        """Moves a read mark forward; nothing if it is further, or the user has left."""
        behind = Condition("cursor_is_behind", Exists(), Below(READ_NUMBER, mark.number))
        changes = (Set(READ_NUMBER, mark.number), Set(READ_COUNT, mark.count))
        self._table.change(cursor_key(party, chat), *changes, when=behind)

    def heads(self, chats: Collection[str]) -> Mapping[str, Message]:
        """The last message of each conversation that has one."""
        return self._heads.of(chats)

    def saw(self, message: Message) -> None:
        """A message, probably the last one of its conversation."""
        self._heads.saw(message.chat, message.number)

    def message_and_last(self, chat: str, number: int) -> list[Message]:
        """A message, if it is written and can be read, and the last one if that is another."""
        last = self._heads.last(chat)
        if last is None or last.number < number:
            return []
        item = self._table.get(message_key(log_of(chat), number)) if last.number > number else None
        with suppress(UnreadableItemError):
            return [message_from(item), last] if item else [last]
        return [last]

    def audience(self, chat: str) -> Audience:
        """Who is told of its messages. Raises UnknownChatError."""
        return read_participation(self._table, chat, ROUTING).audience

    def members(self, chat: str) -> frozenset[str]:
        """All members of a conversation, also of a large one."""
        return frozenset(member.party for member in read_all_members(self._table, chat))

    def may_watch(self, party: str, chat: str) -> bool:
        """Whether a party of staff may follow a conversation: members, and those to whom it is open.

        The agent who serves it is told of everything without that, until another does.
        """
        reader = party_of(party)
        try:
            part = read_participation(self._table, chat, reader)
        except UnknownChatError:
            return False
        return not reader.is_customer and (part.own is not None or part.is_open_to(reader))

    def serving(self, chat: str) -> str:
        """The agent who serves a conversation, or empty."""
        last = self._heads.last(chat)
        return last.state.agent if last else ""

    def large(self, chats: Iterable[str]) -> frozenset[str]:
        """Those with more members than are told one by one; those that cannot be read are left out."""
        found = self._table.get_many(map(chat_key, chats)).values()
        return frozenset(chat for item in found for chat in _large(item))


def _cursors(items: Iterable[Attributes]) -> Iterator[Cursor]:
    for item in items:
        try:
            yield cursor_from(item)
        except UnreadableItemError as error:
            log.error("%s is left out, it cannot be read: %s", error.subject, error.why)


def _large(item: Attributes) -> Iterator[str]:
    with suppress(UnreadableItemError):
        chat = chat_from(item)
        if chat.members > MOST_TOLD:
            yield chat.chat_id


def _family(party: str, contact: Contact | None) -> Family:
    if contact is None:
        return Family((party,))
    return Family(tuple(f"{PartyKind.CONTACT}:{name}" for name in contact.family), contact.merges)
