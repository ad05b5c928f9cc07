"""Log of a conversation: append by one conditional put, ranges.

Number n exists only if n-1 does, so numbers are the order of commits, a consistent range is a prefix, and a
process that is killed leaves a message or nothing.
"""

from collections.abc import Callable, Mapping

from dynamo.table import Table
from messaging.model.messages import Draft, Head, Message, State
from messaging.storage.keys import log_of, number_text
from messaging.storage.log_items import message_from, message_item, message_key, shown_message_from


def append(
    draft: Draft,
    head: Head,
    *,
    allowed: Callable[[Head], State],
    put: Callable[[Head, Message], Message | None],
) -> Message:
    """Puts the draft behind the last message, and answers it as it is in the log.

    `head` is the last message seen; from there it walks on by puts, so a sender who tries again meets its own
    message, if it is there: then that is the answer, whatever it says. `allowed` answers the state after the
    draft, for each head it meets, or raises. `put` puts a message behind a head, as `put_next` does.
    """
    while True:
        message = draft.after(head, allowed(head))
        there = put(head, message)
        if there is None:
            return message
        if draft.is_same_as(there):
            return there
        head = there.head


def put_next(table: Table, log: str, message: Message, *, mark: Callable[[int], None]) -> Message | None:
    """Puts a message at its number: None if that is done, else the message that is there.

    `mark` is told the number before.
    """
    mark(message.number)
    there = table.put_new(message_key(log, message.number), message_item(message))
    return None if there is None else message_from(there)


def read_from(table: Table, log: str, number: int, *, limit: int) -> list[Message]:
    """The messages from a number on, whether they have expired or not. Raises UnreadableItemError."""
    found = table.query(log, first=number_text(max(1, number)), limit=limit)
    return [message_from(item) for item in found]


def read_head(table: Table, log: str) -> Message | None:
    """The last message. Raises UnreadableItemError."""
    return next(map(message_from, table.query(log, newest_first=True, limit=1)), None)


def read_range(
    table: Table, log: str, first: int, last: int, *, limit: int, newest_first: bool = False
) -> list[Message]:
    """The messages of a range, both ends included, in order; from which end a limit cuts is said.

    In place of one that cannot be read is one of the kind `unreadable`, so that a range has no gaps.
    """
    if last < first:
        return []
    found = table.query(
        log, first=number_text(first), last=number_text(last), limit=limit, newest_first=newest_first
    )
    shown = [shown_message_from(item) for item in found]
    return shown[::-1] if newest_first else shown


def read_ends(table: Table, last: Mapping[str, int], *, before: int) -> dict[str, list[Message]]:
    """The last messages of many conversations, in order: those with the numbers given, and some `before`
    each. One read for each 100 messages; it may lag.
    """
    keys = {
        message_key(log_of(chat), number): chat
        for chat, end in last.items()
        for number in range(max(1, end - before), end + 1)
    }
    items = table.get_many(keys, consistent=False)
    found: dict[str, list[Message]] = {chat: [] for chat in last}
    for key in sorted(items, key=lambda one: one.sk):
        found[keys[key]].append(shown_message_from(items[key]))
    return found
