"""Reading: ranges and heads of a conversation, read marks."""

from dynamo.changes import Set
from dynamo.conditions import Below, Condition
from messaging.exceptions import InvalidFieldError, NotAMemberError, UnknownMessageError
from messaging.messenger import Messenger
from messaging.model.conversations import Cursor
from messaging.model.limits import HIGHEST_NUMBER, MOST_AT_ONCE, check_number
from messaging.model.messages import Head, Message
from messaging.model.parties import Party
from messaging.services.rights import first_visible
from messaging.storage.chat_items import READ_COUNT, READ_NUMBER, cursor_from
from messaging.storage.keys import cursor_key, log_of
from messaging.storage.log import read_head, read_range
from messaging.storage.log_items import message_from, message_key
from messaging.storage.reads import read_conversation, read_participation


def messages_read(
    messenger: Messenger,
    *,
    chat: str,
    party: Party,
    after: int | None = None,
    before: int | None = None,
    limit: int = 50,
) -> list[Message]:
    """Messages in order: the first ones beyond `after`, or the last ones before `before` or the end.

    Those before the first visible number, and those that have expired, are left out. Raises MessagingError.
    """
    if after is not None and before is not None:
        raise InvalidFieldError("before", before, "give after or before, not both")
    check_number(limit, field="limit", least=1, most=MOST_AT_ONCE)
    part = read_participation(messenger.table, chat, party)
    first = first_visible(part, party, lambda: head_read(messenger, chat=chat))
    last = HIGHEST_NUMBER
    if after is not None:
        first = max(first, check_number(after, field="after") + 1)
    if before is not None:
        last = check_number(before, field="before", least=1) - 1
    return kept_read(messenger, log_of(chat), first, last, limit=limit, newest_first=after is None)


def kept_read(
    messenger: Messenger, log: str, first: int, last: int, *, limit: int, newest_first: bool = False
) -> list[Message]:
    """As `read_range`, without what has expired; empty only if nothing else is in the range."""
    now = messenger.clock()
    while True:
        found = read_range(messenger.table, log, first, last, limit=limit, newest_first=newest_first)
        kept = [message for message in found if not message.is_expired(now)]
        if kept or newest_first or len(found) < limit:
            return kept
        first = found[-1].number + 1


def head_read(messenger: Messenger, *, chat: str) -> Head:
    """The head of a conversation. Raises UnknownChatError."""
    last = read_head(messenger.table, log_of(chat))
    return last.head if last else read_conversation(messenger.table, chat).start


def read_mark(messenger: Messenger, *, chat: str, party: Party, number: int) -> Cursor:
    """Moves the party's cursor up to a number, never back; answers the cursor as it is then.

    Raises NotAMemberError and UnknownMessageError.
    """
    check_number(number, field="number", least=1)
    own = read_participation(messenger.table, chat, party).own
    item = messenger.table.get(message_key(log_of(chat), number))
    if own is None:
        raise NotAMemberError(str(party))
    if item is None:
        raise UnknownMessageError(number)
    key, count = cursor_key(own.party, chat), message_from(item).count
    behind = Condition("cursor_is_behind", Below(READ_NUMBER, number))
    blocked = messenger.table.change(key, Set(READ_NUMBER, number), Set(READ_COUNT, count), when=behind)
    if blocked is None:
        return Cursor(chat, own.first_number, number, count)
    if blocked.image is None:  # the party has left since
        raise NotAMemberError(str(party))
    return cursor_from(blocked.image)
