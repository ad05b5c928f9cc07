"""What is kept of contacts: their names, conversations with numbers of messages and files, routed chats."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from dynamo.items import Attributes
from messaging.messenger import Messenger
from messaging.model.attached import UNSENT, file_of
from messaging.model.contacts import Contact
from messaging.model.conversations import ChatKind, Conversation
from messaging.model.messages import Kind, Message
from messaging.model.parties import PartyKind
from messaging.model.profiles import Context
from messaging.storage.chat_items import chat_from
from messaging.storage.file_items import GROUPS, file_from
from messaging.storage.keys import chat_key, log_of, notes_of, number_text
from messaging.storage.log_items import shown_message_from
from messaging.storage.profile_items import read_profile
from messaging.storage.reads import read_contact, read_cursors
from routing.exceptions import UnreadableItemError
from routing.storage.attributes import to_text

T = TypeVar("T")
# What the customers' site may say of them in the context, by which their calls are found.
PHONE = "phone"
PAGE = 50


@dataclass(frozen=True)
class KeptChat:
    """One conversation: its messages and notes by number, its files and routed chats by id.

    `is_there`: there is an item of it, or anything of what is in it.
    """

    chat: str
    is_there: bool = True
    messages: int = 0
    notes: int = 0
    files: tuple[str, ...] = ()
    contacts: tuple[str, ...] = ()


def whole_contact(messenger: Messenger, name: str) -> Contact:
    """The contact with all aliases; of an alias the contact into which it was merged."""
    found = read_contact(messenger.table, name)
    return read_contact(messenger.table, found.merged_into) if found.merged_into else found


def contact_name(messenger: Messenger, contact: str) -> str:
    """The name that its site gave."""
    return read_profile(messenger.table, contact).name


def is_known(messenger: Messenger, contact: str) -> bool:
    """Whether anything is kept of a contact."""
    return (
        read_contact(messenger.table, contact).version > 0
        or read_profile(messenger.table, contact).version > 0
        or bool(chats_of(messenger, [contact]))
    )


def chats_of(messenger: Messenger, contacts: Iterable[str]) -> list[str]:
    """The ids of their conversations with the service."""
    marks = {
        cursor.chat
        for one in contacts
        for cursor in read_cursors(messenger.table, f"{PartyKind.CONTACT}:{one}")
    }
    kinds = {one.chat_id: one.kind for one in _conversations(messenger, marks)}
    return sorted(one for one in marks if kinds.get(one, ChatKind.SERVICE) is ChatKind.SERVICE)


def phones_of(messenger: Messenger, contacts: Iterable[str], chats: Iterable[str]) -> set[str]:
    """The phone numbers that the site said of these contacts."""
    profiles = [read_profile(messenger.table, one) for one in contacts]
    contexts: list[Context] = [context for one in profiles for _, context in one.contexts]
    contexts += [one.context for one in _conversations(messenger, chats)]
    return {str(one[PHONE]) for one in contexts if one.get(PHONE)}


def chat_kept(messenger: Messenger, chat: str) -> KeptChat:
    """What is kept of a conversation; reads all of it."""
    messages = list(all_of(messenger, log_of(chat)))
    files = {file_of(one) for one in messages if one.kind is Kind.ATTACHMENT} | unsent_files(messenger, chat)
    notes = sum(1 for _ in all_of(messenger, notes_of(chat)))
    return KeptChat(
        chat,
        is_there=bool(messages or notes or files - {""} or messenger.table.get(chat_key(chat))),
        messages=len(messages),
        notes=notes,
        files=tuple(sorted(files - {""})),
        contacts=tuple(sorted({one.state.contact for one in messages} - {""})),
    )


def all_of(messenger: Messenger, log: str) -> Iterator[Message]:
    """Every message of a log; one that cannot be read is of the kind `unreadable`."""
    number = 1
    while found := messenger.table.query(log, first=number_text(number), limit=PAGE):
        for item in found:
            yield shown_message_from(item)
        number = int(str(found[-1]["sk"])) + 1


def unsent_files(messenger: Messenger, chat: str) -> set[str]:
    """Files whose message is not there: each is looked at within a day."""
    until = to_text(messenger.clock() + UNSENT)
    due = [key for group in GROUPS for key in messenger.table.pending(group, until=until)]
    found = _readable(file_from, messenger.table.get_many(due).values())
    return {one.file for one in found if one.chat == chat}


def _conversations(messenger: Messenger, chats: Iterable[str]) -> Sequence[Conversation]:
    return [*_readable(chat_from, messenger.table.get_many(map(chat_key, chats)).values())]


def _readable(read: Callable[[Attributes], T], items: Iterable[Attributes]) -> Iterator[T]:
    for item in items:
        with suppress(UnreadableItemError):  # the audit and the sweep of files name it
            yield read(item)
