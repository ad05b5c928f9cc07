"""Sending: one conditional put behind the last message, exactly once for a client id."""

from collections.abc import Callable
from dataclasses import replace

from messaging.exceptions import BaseBeyondError, BaseTooOldError, ClientIdReusedError, InvalidFieldError
from messaging.messenger import Messenger
from messaging.model.audiences import Audience
from messaging.model.limits import check_client_id, check_number, check_text
from messaging.model.messages import WRITTEN, Draft, Head, Kind, Message
from messaging.model.parties import Party
from messaging.services.rights import sending
from messaging.storage.keys import log_of
from messaging.storage.log import append, read_from
from messaging.storage.reads import Participation, read_participation

# A device catches up before it sends; further behind, the search for its own message would read too much.
MOST_BEHIND = 1000


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
) -> Message:
    """Sends a message, or answers the one that was sent under the same client id.

    `base` is the number up to which the sender knows that its message is not there. `robot_of` a scene is the
    program that writes there only while it serves. Raises MessagingError and DynamoError: after
    OutcomeUnknownError the same may be sent again, with the same client id and base.
    """
    check_client_id(client_id)
    check_text(body)
    if kind not in WRITTEN:
        raise InvalidFieldError("kind", str(kind), f"choose one of {', '.join(sorted(WRITTEN))}")
    part = read_participation(messenger.table, chat, sender)
    allowed = sending(part, sender, robot=robot_of(part.conversation.scene))
    draft = messenger.draft(part.conversation, kind, part.name_of(sender), client_id, body)
    since = read_since(messenger, log_of(chat), base, start=part.conversation.start)
    message = own_among(since, draft) or append(
        messenger.table,
        log_of(chat),
        draft,
        since[-1].head if since else part.conversation.start,
        allowed=allowed,
        mark=lambda number: messenger.announcer.mark(chat, number),
    )
    if not draft.has_content_of(message):
        raise ClientIdReusedError(client_id, message.number)
    messenger.announcer.announce(message, told_of(message, part))
    return message


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
