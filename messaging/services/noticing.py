"""Notices: short messages to all staff. Each reaches every device, which gets it until it acknowledges it."""

from datetime import timedelta

from messaging.exceptions import ClientIdReusedError, UnknownChatError, UnknownMessageError
from messaging.messenger import Messenger
from messaging.model.audiences import Audience
from messaging.model.conversations import ChatKind, Conversation
from messaging.model.limits import (
    HIGHEST_NUMBER,
    MOST_AT_ONCE,
    check_client_id,
    check_device,
    check_number,
    check_text,
)
from messaging.model.messages import Kind, Message
from messaging.model.notices import LONGEST_NOTICE, NOTICES
from messaging.model.outcomes import BUSY, Conflict
from messaging.model.parties import ROUTING, Party
from messaging.services.rights import check_staff
from messaging.services.sending import put_after_reading
from messaging.services.together import MOST_TRIES
from messaging.storage.chat_items import chat_from, chat_item
from messaging.storage.keys import chat_key, log_of, noticed_key
from messaging.storage.log import read_head, read_range
from messaging.storage.notice_items import devices_changes, devices_from, devices_unchanged
from messaging.storage.reads import read_conversation


def notice_send(messenger: Messenger, *, by: Party, client_id: str, base: int, body: str) -> Message:
    """Sends a notice to all staff, or answers the one sent under the same client id; as `message_send`."""
    check_staff(by)
    check_client_id(client_id)
    check_text(body, limit=LONGEST_NOTICE)
    log = _log(messenger)
    draft = messenger.draft(log, Kind.TEXT, str(by), client_id, body)
    notice = put_after_reading(messenger, log.start, draft, base, lambda head: head.state)
    if not draft.has_content_of(notice):
        raise ClientIdReusedError(client_id, notice.number)
    messenger.announcer.announce(notice, Audience())
    return notice


def notices_read(
    messenger: Messenger, *, party: Party, device: str, after: int = 0, limit: int = 50
) -> tuple[list[Message], int]:
    """The notices after a number that a device has not acknowledged, in order, and up to which it has."""
    check_staff(party)
    check_device(device)
    check_number(after, field="after")
    check_number(limit, field="limit", least=1, most=MOST_AT_ONCE)
    known = devices_from(messenger.table.get(noticed_key(str(party)))).number(device)
    first = max(after, known) + 1
    found = read_range(messenger.table, log_of(NOTICES), first, HIGHEST_NUMBER, limit=limit)
    now = messenger.clock()
    return [notice for notice in found if not notice.is_expired(now)], known


def notices_acknowledge(messenger: Messenger, *, party: Party, device: str, number: int) -> int | Conflict:
    """A device has shown the notices up to a number; answers up to which it has acknowledged then.

    Raises UnknownMessageError.
    """
    check_staff(party)
    check_device(device)
    check_number(number, field="number", least=1)
    last = read_head(messenger.table, log_of(NOTICES))
    if last is None or number > last.number:
        raise UnknownMessageError(number)
    key = noticed_key(str(party))
    for _ in range(MOST_TRIES):
        before = devices_from(messenger.table.get(key))
        if before.number(device) >= number:
            return before.number(device)
        after = before.acknowledged(device, number, messenger.clock())
        unchanged = devices_unchanged(before.version)
        if messenger.table.change(key, *devices_changes(after), when=unchanged) is None:
            return number
    return BUSY


def _log(messenger: Messenger) -> Conversation:
    """The log of notices, which begins with the first."""
    try:
        return read_conversation(messenger.table, NOTICES)
    except UnknownChatError:
        now = messenger.clock()
        new = Conversation(NOTICES, ChatKind.NOTICE, created_at=now, created_by=str(ROUTING))
        due: timedelta = messenger.kept(new) / 2
        item = chat_item(new, messenger.new_id(), due=now + due)
        there = messenger.table.put_new(chat_key(NOTICES), item)
        return chat_from(there) if there else new
