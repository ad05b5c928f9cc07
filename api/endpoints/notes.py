"""Internal notes about a conversation, for agents, supervisors and programs."""

from http import HTTPStatus

from django.http import HttpRequest
from ninja import Router

from api.conventions.problems import Problem
from api.endpoints.chat_fields import Chat, MessageIn, MessageOut, MessagesOut, Shown
from api.endpoints.conversing import STAFF, STAFF_SENDERS, party_in
from api.endpoints.messages import Many
from messaging.model.limits import HIGHEST_NUMBER
from messaging.model.parties import Party
from messaging.runtime import messenger
from messaging.services import messages_read, note_write, notes_read
from messaging.shown import message_shown

router = Router(tags=["conversations"])
NO_NOTE = "number: there is no such note about this conversation"


@router.post("/chats/{chat}/notes", auth=STAFF_SENDERS, response=MessageOut)
def note_post(request: HttpRequest, chat: Chat, found: MessageIn) -> Shown:
    """Writes a note, once for each `client_id`; notes have numbers of their own."""
    by = party_in(request)
    _check_reads(chat, by)
    note = note_write(
        messenger(), chat=chat, by=by, client_id=found.client_id, base=found.base, body=found.body
    )
    return message_shown(note, to_customer=False)


@router.get("/chats/{chat}/notes", auth=STAFF, response=MessagesOut)
def notes(request: HttpRequest, chat: Chat, after: int = 0, limit: Many = 50) -> dict[str, list[Shown]]:
    """Returns the notes after a number, in order."""
    party = party_in(request)
    _check_reads(chat, party)
    found = notes_read(messenger(), chat=chat, party=party, after=after, limit=limit)
    return {"items": [message_shown(one, to_customer=False) for one in found]}


@router.get("/chats/{chat}/notes/{number}", auth=STAFF, response=MessageOut)
def note(request: HttpRequest, chat: Chat, number: int) -> Shown:
    """Returns one note."""
    party = party_in(request)
    _check_reads(chat, party)
    after = max(0, min(number, HIGHEST_NUMBER) - 1)
    found = notes_read(messenger(), chat=chat, party=party, after=after, limit=1)
    if not found or found[0].number != number:
        raise Problem(HTTPStatus.NOT_FOUND, NO_NOTE, "unknown_message", "number")
    return message_shown(found[0], to_customer=False)


def _check_reads(chat: str, party: Party) -> None:
    """Notes are for those who may read the conversation. Raises NotAMemberError, UnknownChatError."""
    messages_read(messenger(), chat=chat, party=party, limit=1)
