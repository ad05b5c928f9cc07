"""Recall: the message loses its text, and a numbered recall message says so, in one transaction."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from dynamo.changes import Remove, Set
from dynamo.conditions import Absent, Condition, Exists
from dynamo.transaction import Transaction
from messaging.exceptions import (
    InvalidFieldError,
    NotAllowedError,
    NotAMemberError,
    RecallTooLateError,
    UnknownMessageError,
)
from messaging.messenger import Messenger
from messaging.model.attached import file_of
from messaging.model.conversations import ChatKind
from messaging.model.limits import check_number
from messaging.model.messages import WRITTEN, Kind, Message
from messaging.model.outcomes import BUSY, Conflict
from messaging.model.parties import Party, PartyKind
from messaging.services.attaching import file_look
from messaging.services.sending import told_of
from messaging.services.together import MOST_TRIES, put_message
from messaging.storage.keys import log_of
from messaging.storage.log import read_head
from messaging.storage.log_items import message_from, message_key
from messaging.storage.reads import Participation, read_participation

UNRECALLED = Condition("message_is_not_recalled", Exists(), Absent("Recalled"))


def message_recall(
    messenger: Messenger,
    *,
    chat: str,
    number: int,
    by: Party,
    drop: Callable[[str], object] = lambda _file: None,
) -> Message | Conflict:
    """Recalls a text or attachment, and answers it as it is then; a repeat changes nothing.

    `drop` is given the file that it had; if that is not removed then, a sweep does it. Its sender may for a
    time (`Limits.recall_seconds`), a supervisor always. Raises MessagingError.
    """
    check_number(number, field="number", least=1)
    part = read_participation(messenger.table, chat, by)
    for _ in range(MOST_TRIES):
        item = messenger.table.get(message_key(log_of(chat), number))
        if item is None:
            raise UnknownMessageError(number)
        message = message_from(item)
        _check_right(message, part, by)
        if message.recalled or _is_recalled(messenger, part, message, by):
            if file := file_of(message):
                drop(file)
            return _without_text(message)
    return BUSY


def _is_recalled(messenger: Messenger, part: Participation, message: Message, by: Party) -> bool:
    """Recalls it; False if others wrote first."""
    _check_time(messenger, message, by)
    log, chat = log_of(message.chat), part.conversation
    head = read_head(messenger.table, log) or message
    # No sender's own client id begins with '~'.
    draft = messenger.draft(
        chat, Kind.RECALL, part.name_of(by), f"~recall-{message.number}", str(message.number)
    )
    if file := file_of(message):
        file_look(messenger, file=file)
    transaction = Transaction(messenger.new_id())
    target = message_key(log, message.number)
    transaction.update(target, Set("Recalled", value=True), Remove("Body"), when=UNRECALLED)
    recall = put_message(transaction, log, draft, head.head)
    messenger.announcer.mark(message.chat, recall.number)
    if not messenger.table.commit(transaction).ok:
        return False
    messenger.announcer.announce(recall, told_of(recall, part))
    return True


def _check_right(message: Message, part: Participation, by: Party) -> None:
    is_notice = part.conversation.kind is ChatKind.NOTICE
    if part.own is None and (by.is_customer or is_notice):
        raise NotAMemberError(str(by))
    if message.kind not in WRITTEN:
        raise InvalidFieldError("number", message.number, "only texts and attachments can be recalled")
    if by.kind is not PartyKind.USER and message.sender != part.name_of(by):
        raise NotAllowedError("number", "only its sender or a supervisor can recall a message")


def _check_time(messenger: Messenger, message: Message, by: Party) -> None:
    if by.kind is PartyKind.USER:
        return
    limit = messenger.limits.recall_seconds
    if messenger.clock() - message.at > timedelta(seconds=limit):
        raise RecallTooLateError(limit)


def _without_text(message: Message) -> Message:
    return replace(message, recalled=True, body="")
