"""Conversations and contacts erased, the most loosely held first: a run that is killed is found again.

Files go before the messages that name them, and what leads to a conversation goes last. Safe to repeat.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import islice

from dynamo.changes import Set
from dynamo.conditions import Condition, Exists
from dynamo.items import Key, key_of
from dynamo.transaction import MAX_ITEMS, Transaction
from messaging.erasing.kept import PAGE, all_of, unsent_files
from messaging.messenger import Messenger
from messaging.model.attached import file_of
from messaging.model.card import body_read
from messaging.model.messages import Kind, Message
from messaging.model.parties import PartyKind
from messaging.services.profile_keeping import profile_keys
from messaging.storage.file_items import REMOVING, file_key
from messaging.storage.keys import (
    MEMBER_PREFIX,
    card_key,
    chat_key,
    chat_of,
    contact_key,
    cursor_key,
    log_of,
    notes_of,
    noticed_key,
)
from messaging.storage.log_items import message_key

RemoveFile = Callable[[str], None]
# Takes a conversation out of what processes share, such as the lists of these parties.
Unlist = Callable[[str, Collection[str]], None]
THERE = Condition("file_is_there", Exists())


def conversation_erase(messenger: Messenger, *, chat: str, remove_file: RemoveFile, unlist: Unlist) -> None:
    """Erases a conversation. `remove_file` removes a file from its store.

    Raises OSError, DynamoError and what `unlist` raises: then the next run goes on.
    """
    members = [key_of(one) for one in messenger.table.query(chat_of(chat), prefix=MEMBER_PREFIX)]
    parties = {one.sk.removeprefix(MEMBER_PREFIX) for one in members} | _messages_erase(
        messenger, chat, remove_file
    )
    for file in unsent_files(messenger, chat):
        _file_erase(messenger, file, remove_file)
    while notes := messenger.table.query(notes_of(chat), limit=MAX_ITEMS):
        _remove(messenger, [key_of(one) for one in notes])
    unlist(chat, parties)
    owners = {one for one in parties if one.startswith(f"{PartyKind.CONTACT}:")}
    _remove(messenger, [cursor_key(one, chat) for one in parties - owners])
    _remove(messenger, [*members, chat_key(chat)])
    _remove(messenger, [cursor_key(one, chat) for one in owners])


def _messages_erase(messenger: Messenger, chat: str, remove_file: RemoveFile) -> set[str]:
    """Erases messages with their cards and files; answers the agents who served the conversation."""
    served: set[str] = set()
    while messages := list(islice(all_of(messenger, log_of(chat)), PAGE)):
        served |= {one.state.agent for one in messages} - {""}
        for file in {file_of(one) for one in messages if one.kind is Kind.ATTACHMENT} - {""}:
            _file_erase(messenger, file, remove_file)
        keys = [message_key(log_of(chat), one.number) for one in messages]
        _remove(messenger, [*_cards(messages), *keys])
    return served


def contact_erase(messenger: Messenger, *, contact: str) -> None:
    """Erases what is kept of a contact besides its conversations."""
    party = f"{PartyKind.CONTACT}:{contact}"
    _remove(messenger, [*profile_keys(messenger, contact), noticed_key(party), contact_key(contact)])


def _cards(messages: Iterable[Message]) -> list[Key]:
    told = (body_read(one.body).get("card") for one in messages if one.kind is Kind.CARD)
    return [card_key(str(one)) for one in {*told} if one]


def _file_erase(messenger: Messenger, file: str, remove_file: RemoveFile) -> None:
    """Claimed first, so that no message can attach it while it is removed."""
    messenger.table.change(file_key(file), Set(REMOVING, value=True), when=THERE)
    remove_file(file)
    _remove(messenger, [file_key(file)])


def _remove(messenger: Messenger, keys: Sequence[Key]) -> None:
    for start in range(0, len(keys), MAX_ITEMS):
        transaction = Transaction(messenger.new_id())
        for key in keys[start : start + MAX_ITEMS]:
            transaction.delete(key)
        messenger.table.commit(transaction)
