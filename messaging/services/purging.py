"""Purge: expired messages and notes are removed, and the numbers of their conversations go on.

With the last message of a customer goes what the site said of the customer; the conversation stays, empty.

Each conversation is in the sparse index with the moment of its next look, so a purge reads what is due and
nothing else. DynamoDB removes expired items by itself; the embedded engine does not. Before the last message
of a log expires, its head is kept on the conversation: a message that comes after years has the next number.
"""

import logging
from datetime import datetime, timedelta
from typing import NamedTuple

from dynamo.changes import Change, Remove, Set
from dynamo.conditions import Condition, Exists
from dynamo.items import INDEX_SK, Key
from dynamo.transaction import MAX_ITEMS, Transaction
from messaging.messenger import Messenger
from messaging.model.card import body_read
from messaging.model.conversations import ChatKind, Conversation
from messaging.model.limits import HIGHEST_SECOND
from messaging.model.messages import Head, Kind, Message
from messaging.model.parties import party_of
from messaging.services.profile_keeping import profile_forget
from messaging.storage.chat_items import CONTEXT_SAID, FLOOR, NOTES_FLOOR, TITLE, chat_from
from messaging.storage.keys import EXPIRES_AT, EXPIRY_GROUPS, card_key, log_of, notes_of
from messaging.storage.log import read_from, read_head
from messaging.storage.log_items import head_item, message_key
from routing.exceptions import UnreadableItemError
from routing.storage.attributes import number, to_text

log = logging.getLogger(__name__)

MOST_DUE = 100
# A message and its card: two items of one transaction.
MOST_REMOVED = MAX_ITEMS // 2
LEAST_PAUSE = timedelta(days=1)
LONGEST_MARGIN = timedelta(days=30)
THERE = Condition("chat_is_there", Exists())


class Purged(NamedTuple):
    """How many conversations were due, and how many messages and notes were removed."""

    conversations: int
    removed: int


def purge(messenger: Messenger) -> Purged:
    """Looks at conversations that are due, at most `MOST_DUE` of each index group. Safe to run at any time,
    also twice at once.
    """
    now = to_text(messenger.clock())
    due = [
        key for group in EXPIRY_GROUPS for key in messenger.table.pending(group, until=now, limit=MOST_DUE)
    ]
    return Purged(len(due), sum(_purge_readable(messenger, key) for key in due))


def _purge_readable(messenger: Messenger, key: Key) -> int:
    """As `_purge_chat`; where an item cannot be read, nothing is removed, and the next look is tomorrow."""
    try:
        return _purge_chat(messenger, key)
    except UnreadableItemError as error:
        log.warning("nothing is purged in %s: %s", key.pk, error)
        tomorrow = Set(INDEX_SK, to_text(messenger.clock() + LEAST_PAUSE))
        messenger.table.change(key, tomorrow, when=THERE)
        return 0


def _purge_chat(messenger: Messenger, key: Key) -> int:
    item = messenger.table.get(key)
    if item is None:
        return 0
    chat, now = chat_from(item), messenger.clock()
    margin = _margin(messenger, chat)
    removed, changes, looks = 0, list[Change](), [now + messenger.kept(chat) - margin]
    is_emptied = chat.kind is ChatKind.SERVICE and chat.created_at + messenger.kept(chat) <= now
    for partition, name, floor in (
        (log_of(chat.chat_id), FLOOR, chat.floor),
        (notes_of(chat.chat_id), NOTES_FLOOR, chat.notes_floor),
    ):
        head = read_head(messenger.table, partition)
        if head is None:
            continue
        is_emptied = False
        removed += _remove_expired(messenger, partition, head, floor)
        if _expires_by(head, now + margin) and head.head != floor:
            changes.append(Set(name, head_item(head.head)))
        looks.append(_next_look(messenger, partition, head, margin))
    look = max(min(looks), now + LEAST_PAUSE)
    if is_emptied:
        changes += [Remove(TITLE), Remove(CONTEXT_SAID)]
        profile_forget(messenger, contact=party_of(chat.created_by))
    messenger.table.change(key, Set(INDEX_SK, to_text(look)), *changes, when=THERE)
    return removed


def _margin(messenger: Messenger, chat: Conversation) -> timedelta:
    return min(LONGEST_MARGIN, messenger.kept(chat) / 2)


def _expires_by(message: Message, moment: datetime) -> bool:
    return 0 < message.expires_at <= moment.timestamp()


def _remove_expired(messenger: Messenger, partition: str, head: Message, floor: Head | None) -> int:
    """Removes the expired messages at the beginning; the last one only if an earlier look has kept its head.

    A sender who read the conversation before that look is long gone.
    """
    removed, now = 0, messenger.clock()
    last = head.number if floor is not None and floor.number >= head.number else head.number - 1
    while True:
        oldest = read_from(messenger.table, partition, 1, limit=MOST_REMOVED)
        gone = [one for one in oldest if one.is_expired(now) and one.number <= last]
        if not gone:
            return removed
        transaction = Transaction(messenger.new_id())
        for one in gone:
            transaction.delete(message_key(partition, one.number))
        for key in _expired_cards(messenger, gone):
            transaction.delete(key)
        messenger.table.commit(transaction)
        removed += len(gone)


def _expired_cards(messenger: Messenger, gone: list[Message]) -> list[Key]:
    """The cards of these messages, but not those with a later step: a card expires with its last message."""
    told = (body_read(one.body).get("card") for one in gone if one.kind is Kind.CARD)
    found = messenger.table.get_many({card_key(str(card)) for card in told if card})
    now = messenger.clock().timestamp()
    return [key for key, item in found.items() if 0 < (number(item, EXPIRES_AT) or 0) <= now]


def _next_look(messenger: Messenger, partition: str, head: Message, margin: timedelta) -> datetime:
    """When the oldest message expires, or the head has to be kept, whichever is first."""
    oldest = next(iter(read_from(messenger.table, partition, 1, limit=1)), head)
    first = min(oldest.expires_at, head.expires_at - int(margin.total_seconds()), HIGHEST_SECOND)
    return datetime.fromtimestamp(first, tz=messenger.clock().tzinfo)
