"""Attaching: each file has an item before it is stored, by which it is removed without its message.

The item says when the next look is: a day after the file came, if its message is not there; then when the
message expires; at once when it is recalled. The file is claimed before it is removed. After that no message
may take it, so a file is never removed from under a message that is sent again.
"""

from datetime import UTC, datetime

from dynamo.changes import Set
from dynamo.items import INDEX_SK
from dynamo.transaction import Transaction
from messaging.messenger import Messenger
from messaging.model.attached import UNSENT, Attached, file_id, file_of
from messaging.model.limits import HIGHEST_SECOND, check_client_id, check_number
from messaging.model.messages import Message
from messaging.model.outcomes import Conflict
from messaging.model.parties import Party
from messaging.storage.file_items import (
    GROUPS,
    NOT_REMOVING,
    NUMBER,
    REMOVING,
    due_unchanged,
    file_from,
    file_in,
    file_item,
    file_key,
)
from messaging.storage.keys import log_of
from messaging.storage.log import read_from
from messaging.storage.reads import read_participation
from routing.storage.attributes import to_text

IN_REMOVAL = Conflict("this upload is a day old and is being removed; use a new client_id")
PAGE = 1000


def file_expect(
    messenger: Messenger, *, chat: str, sender: Party, client_id: str, base: int, digest: str
) -> str | Conflict:
    """The id under which a file is to be stored, before it is; its message must follow within a day."""
    check_client_id(client_id)
    check_number(base, field="base")
    name = read_participation(messenger.table, chat, sender).name_of(sender)
    file = file_id(chat, name, client_id, digest)
    due = messenger.clock() + UNSENT
    item = file_item(Attached(file, chat, name, client_id, base, due))
    there = messenger.table.put_new(file_key(file), item)
    if there is None or file_from(there).number:
        return file
    refused = messenger.table.change(file_key(file), Set(INDEX_SK, to_text(due)), when=NOT_REMOVING)
    return IN_REMOVAL if refused else file


def file_sent(messenger: Messenger, *, file: str, message: Message) -> None:
    """Its message is stored: the next look is when that expires. A recalled message changes nothing."""
    if message.recalled:
        return
    due = datetime.fromtimestamp(min(message.expires_at or HIGHEST_SECOND, HIGHEST_SECOND), UTC)
    changes = (Set(NUMBER, message.number), Set(INDEX_SK, to_text(due)))
    messenger.table.change(file_key(file), *changes, when=NOT_REMOVING)


def file_look(messenger: Messenger, *, file: str) -> None:
    """The next look is now: its message is about to be recalled."""
    messenger.table.change(file_key(file), Set(INDEX_SK, to_text(messenger.clock())), when=NOT_REMOVING)


def files_due(messenger: Messenger, *, limit: int) -> list[str]:
    """Files to look at, up to a limit in each index group."""
    now = to_text(messenger.clock())
    return [
        file_in(key) for group in GROUPS for key in messenger.table.pending(group, until=now, limit=limit)
    ]


def file_claim(messenger: Messenger, *, file: str) -> bool:
    """Looks at a file: whether it may be removed now, since no message needs it. Safe to repeat."""
    item = messenger.table.get(file_key(file))
    if item is None:
        return False
    attached, now = file_from(item), messenger.clock()
    if attached.removing or attached.due > now:
        return attached.removing
    message = _message(messenger, attached)
    if message is not None and file_of(message) == file and not message.is_expired(now):
        file_sent(messenger, file=file, message=message)
        return False
    claim = Set(REMOVING, value=True)
    return messenger.table.change(file_key(file), claim, when=due_unchanged(attached.due)) is None


def file_forget(messenger: Messenger, *, file: str) -> None:
    """The file that was claimed is removed."""
    transaction = Transaction(messenger.new_id())
    transaction.delete(file_key(file))
    messenger.table.commit(transaction)


def _message(messenger: Messenger, attached: Attached) -> Message | None:
    """The message that was sent with a file."""
    log, first = log_of(attached.chat), attached.number or max(1, attached.base)
    while found := read_from(messenger.table, log, first, limit=1 if attached.number else PAGE):
        for one in found:
            if (one.sender, one.client_id) == (attached.sender, attached.client_id):
                return one
        if attached.number:
            return None
        first = found[-1].number + 1
    return None
