"""Internal notes about a conversation, with numbers of their own: customers never see a gap."""

from messaging.exceptions import ClientIdReusedError
from messaging.messenger import Messenger
from messaging.model.limits import HIGHEST_NUMBER, MOST_AT_ONCE, check_body, check_client_id, check_number
from messaging.model.messages import Kind, Message
from messaging.model.parties import Party, party_of
from messaging.services.reading import kept_read
from messaging.services.rights import check_staff
from messaging.services.sending import own_among, read_since
from messaging.storage.keys import log_of, notes_of
from messaging.storage.log import append, put_next, read_head
from messaging.storage.reads import Participation, read_participation


def note_write(
    messenger: Messenger, *, chat: str, by: Party, client_id: str, base: int, body: str
) -> Message:
    """Writes a note, or answers the one written under the same client id; as `message_send`.

    The staff in the conversation are told.
    """
    check_staff(by)
    check_client_id(client_id)
    check_body(body)
    part = read_participation(messenger.table, chat, by)
    draft = messenger.draft(part.conversation, Kind.TEXT, str(by), client_id, body)
    start = part.conversation.notes_start
    since = read_since(messenger, notes_of(chat), base, start=start)
    note = own_among(since, draft) or append(
        draft,
        since[-1].head if since else start,
        allowed=lambda head: head.state,
        put=lambda _head, one: put_next(messenger.table, notes_of(chat), one, mark=lambda _number: None),
    )
    if not draft.has_content_of(note):
        raise ClientIdReusedError(client_id, note.number)
    messenger.announcer.announce_note(note, _told(messenger, part))
    return note


def _told(messenger: Messenger, part: Participation) -> list[str]:
    """Who is told of a note: the members who are no customers, and the party that serves the conversation."""
    head = read_head(messenger.table, log_of(part.conversation.chat_id))
    parties = {*(part.members or ()), head.state.agent if head else ""}
    return sorted(one for one in parties if one and not party_of(one).is_customer)


def notes_read(
    messenger: Messenger, *, chat: str, party: Party, after: int = 0, limit: int = 50
) -> list[Message]:
    """The notes after a number, in order."""
    check_staff(party)
    check_number(after, field="after")
    check_number(limit, field="limit", least=1, most=MOST_AT_ONCE)
    return kept_read(messenger, notes_of(chat), after + 1, HIGHEST_NUMBER, limit=limit)
