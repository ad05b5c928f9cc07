"""Sending: one conditional put behind the last message, exactly once for a client id."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from messaging.exceptions import (
    BaseBeyondError,
    BaseTooOldError,
    ClientIdReusedError,
    InvalidFieldError,
    MessagingError,
)
from messaging.messenger import Messenger
from messaging.model.audiences import Audience
from messaging.model.limits import check_body, check_client_id, check_number
from messaging.model.messages import WRITTEN, Draft, Head, Kind, Message, State
from messaging.model.parties import Party
from messaging.services.rights import sending
from messaging.storage.keys import log_of
from messaging.storage.log import append, put_next, read_from
from messaging.storage.reads import Participation, read_participation_at

# A device catches up before it sends; further behind, the search for its own message would read too much.
MOST_BEHIND = 1000
Allowed: TypeAlias = Callable[[Head], State]
# Puts a message behind a head: None if that is done, else the message that is there.
PutBehind: TypeAlias = Callable[[Head, Message], Message | None]


def message_send(
    messenger: Messenger,
    *,
    chat: str,
    sender: Party,
    client_id: str,
    base: int,
    body: str,
    kind: Kind = Kind.TEXT,
    robot_of: Callable[[str], str] = lambda _scene: "",
    put: PutBehind | None = None,
) -> Message:
    """Sends a message, or answers the one that was sent under the same client id.

    `base` is the number up to which the sender knows that its message is not there. `robot_of` a scene is the
    program that writes there only while it serves. `put` is for messages that change more than the log.
    Raises MessagingError and DynamoError: after OutcomeUnknownError the same may be sent again, with the same
    client id and base.
    """
    check_client_id(client_id)
    check_body(body)
    check_number(base, field="base")
    if kind not in WRITTEN:
        raise InvalidFieldError("kind", str(kind), f"choose one of {', '.join(sorted(WRITTEN))}")
    part, at_base = read_participation_at(messenger.table, messenger.known, chat, sender, base)
    allowed = sending(part, sender, robot=robot_of(part.conversation.scene))
    draft = messenger.draft(part.conversation, kind, part.name_of(sender), client_id, body)
    put, message = put or log_put(messenger), None
    if at_base is not None and not at_base.is_expired(messenger.clock()):
        message = _put_behind(at_base, draft, allowed, put)
    message = message or put_after_reading(messenger, part.conversation.start, draft, base, allowed, put=put)
    if not draft.has_content_of(message):
        raise ClientIdReusedError(client_id, message.number)
    messenger.announcer.announce(message, told_of(message, part))
    return message


def log_put(messenger: Messenger) -> PutBehind:
    """Puts a message into the log, marked to be announced."""

    def put(_head: Head, message: Message) -> Message | None:
        def mark(number: int) -> None:
            messenger.announcer.mark(message.chat, number)

        return put_next(messenger.table, log_of(message.chat), message, mark=mark)

    return put


def _put_behind(base: Message, draft: Draft, allowed: Allowed, put: PutBehind) -> Message | None:
    """The draft right behind the base, if nothing else is there; else the base tells too little: None.

    What is allowed behind the base is allowed, since the put holds only if the base is the last message. The
    base has not expired: else others may have followed it, and may be purged.
    """
    if draft.is_same_as(base):
        return base
    try:
        message = draft.after(base.head, allowed(base.head))
    except MessagingError:
        return None
    there = put(base.head, message)
    if there is None:
        return message
    return there if draft.is_same_as(there) else None


def put_after_reading(
    messenger: Messenger,
    start: Head,
    draft: Draft,
    base: int,
    allowed: Allowed,
    *,
    put: PutBehind | None = None,
) -> Message:
    """The draft after the last message, or this message if found beyond the base. Raises MessagingError."""
    since = read_since(messenger, log_of(draft.chat), base, start=start)
    return own_among(since, draft) or append(
        draft,
        since[-1].head if since else start,
        allowed=allowed,
        put=put or log_put(messenger),
    )


def told_of(message: Message, part: Participation, *, was: str = "") -> Audience:
    """Who is told of a message: the members, who serves the conversation, and who `was` doing so."""
    audience, serving = part.audience, {message.state.agent, was} - {""}
    if not serving or audience.is_large:
        return audience
    return replace(audience, members=tuple(dict.fromkeys((*audience.members, *sorted(serving)))))


def read_since(messenger: Messenger, log: str, base: int, *, start: Head) -> list[Message]:
    """The messages from the base on, the base included; `start` is the head of an empty log.

    Raises BaseBeyondError and BaseTooOldError.
    """
    check_number(base, field="base")
    found = read_from(messenger.table, log, base, limit=MOST_BEHIND + 2)
    if not found and base > start.number:
        last = messenger.table.query(log, newest_first=True, limit=1)
        raise BaseBeyondError(base, int(str(last[0]["sk"])) if last else start.number)
    if found and found[-1].number - base > MOST_BEHIND:
        raise BaseTooOldError(base, MOST_BEHIND)
    return found


def own_among(messages: list[Message], draft: Draft) -> Message | None:
    """The message that its sender sent under the same client id."""
    return next(filter(draft.is_same_as, messages), None)
