"""Messages: sent once, read in ranges, recalled."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router

from api.endpoints.attachments import store
from api.endpoints.chat_fields import (
    AtNumber,
    Chat,
    MessageIn,
    MessageOut,
    MessagesOut,
    Shown,
)
from api.endpoints.conversing import ALL, ALL_SENDERS, party_in, settled
from api.files.removal import file_drop
from messaging.chats.arrivals import chat_send
from messaging.model.limits import HIGHEST_NUMBER, MOST_AT_ONCE
from messaging.runtime import chats, messenger
from messaging.services import message_recall, messages_read
from messaging.shown import message_shown

router = Router(tags=["conversations"])
After = Annotated[
    int | None, Query(ge=0, le=HIGHEST_NUMBER, description="the first messages after this number")
]
Before = Annotated[
    int | None, Query(ge=1, le=HIGHEST_NUMBER, description="the last messages before this number")
]
Many = Annotated[int, Query(ge=1, le=MOST_AT_ONCE)]


@router.post("/chats/{chat}/messages", auth=ALL_SENDERS, response=MessageOut)
def message_post(request: HttpRequest, chat: Chat, found: MessageIn) -> Shown:
    """Sends a message, once for each `client_id`: if the response is lost, send the same again."""
    sender = party_in(request)
    sent = chat_send(
        chats(),
        chat=chat,
        sender=sender,
        client_id=found.client_id,
        base=found.base,
        body=found.body,
    )
    return message_shown(settled(sent), to_customer=sender.is_customer)


@router.get("/chats/{chat}/messages", auth=ALL, response=MessagesOut)
def messages(
    request: HttpRequest, chat: Chat, after: After = None, before: Before = None, limit: Many = 50
) -> dict[str, list[Shown]]:
    """Returns the newest messages, or those after or before a number; always in order."""
    reader = party_in(request)
    found = messages_read(messenger(), chat=chat, party=reader, after=after, before=before, limit=limit)
    return {"items": [message_shown(one, to_customer=reader.is_customer) for one in found]}


@router.post("/chats/{chat}/recall", auth=ALL, response=MessageOut)
def recall(request: HttpRequest, chat: Chat, found: AtNumber) -> Shown:
    """Recalls a message; for its sender for a limited time, for supervisors at any time."""
    by = party_in(request)
    recalled = settled(message_recall(messenger(), chat=chat, number=found.number, by=by, drop=_drop))
    return message_shown(recalled, to_customer=by.is_customer)


def _drop(file: str) -> None:
    file_drop(messenger(), store(), file)
