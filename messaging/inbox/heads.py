"""Heads: the last messages of many conversations, most of them in one read.

Numbers have no gaps: where n is and n + 1 is not, n is the last. So a number that is usually right, from a
read mark or an earlier look, saves a query; where it is wrong, the log is queried.
"""

from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from dynamo.items import Attributes, Key
from dynamo.table import Table
from messaging.model.messages import Message
from messaging.storage.keys import log_of
from messaging.storage.log import read_head
from messaging.storage.log_items import message_from, message_key
from routing.exceptions import UnreadableItemError

QUERIES_AT_ONCE = 8
# For fewer, a query each costs no more.
BATCH_FROM = 4
MOST_KNOWN = 50_000


class Heads:
    """The heads of one table; it remembers the last numbers it saw."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: dict[str, int] = {}

    def saw(self, chat: str, number: int) -> None:
        """Remembers a number of a conversation, probably its last."""
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[chat] = max(number, self._known.get(chat, 0))

    def of(self, chats: Collection[str]) -> dict[str, Message]:
        """The last message of each conversation that has one and that can be read."""
        found = {one.chat: one for one in self._near(chats)} if len(chats) >= BATCH_FROM else {}
        left = [chat for chat in chats if chat not in found]
        for message in self._asked(left):
            found[message.chat] = message
        for message in found.values():
            self.saw(message.chat, message.number)
        return found

    def last(self, chat: str) -> Message | None:
        """The last message of one conversation."""
        try:
            return read_head(self._table, log_of(chat))
        except UnreadableItemError:
            return None

    def _asked(self, chats: Sequence[str]) -> Iterator[Message]:
        if len(chats) <= 1:
            found = [self.last(chat) for chat in chats]
        else:
            with ThreadPoolExecutor(QUERIES_AT_ONCE) as pool:
                found = list(pool.map(self.last, chats))
        return (message for message in found if message is not None)

    def _near(self, chats: Collection[str]) -> Iterator[Message]:
        pairs = [self._known_and_next(chat) for chat in chats]
        items = self._table.get_many(key for pair in pairs for key in pair)
        for known, following in pairs:
            is_last = known in items and following not in items
            message = _readable(items[known]) if is_last else None
            if message is not None:
                yield message

    def _known_and_next(self, chat: str) -> tuple[Key, Key]:
        known = max(1, self._known.get(chat, 0))
        return message_key(log_of(chat), known), message_key(log_of(chat), known + 1)


def _readable(item: Attributes) -> Message | None:
    try:
        return message_from(item)
    except UnreadableItemError:
        return None
