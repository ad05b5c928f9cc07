"""Transcript: a conversation as plain text, to keep."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from ninja import Router

from api.endpoints.chat_fields import Chat
from api.endpoints.conversing import ALL, party_in
from messaging.model.limits import HIGHEST_NUMBER, MOST_AT_ONCE
from messaging.model.messages import Message
from messaging.model.parties import Party
from messaging.runtime import messenger
from messaging.services import messages_read
from messaging.shown import transcript_line

router = Router(tags=["conversations"])
MOST_MESSAGES = 5000
EARLIER = "Earlier messages are left out."


@router.get("/chats/{chat}/transcript", auth=ALL)
def transcript(request: HttpRequest, chat: Chat) -> HttpResponse:
    """Returns the texts of a conversation as plain text, up to the last 5,000 messages. Times are UTC."""
    reader = party_in(request)
    found = _newest(chat, reader)
    lines = [transcript_line(one, to_customer=reader.is_customer) for one in found]
    if found and found[0].number > 1 and len(found) >= MOST_MESSAGES:
        lines.insert(0, EARLIER)
    text = "".join(f"{line}\n" for line in lines if line)
    headers = {
        "Content-Disposition": 'attachment; filename="conversation.txt"',
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


def _newest(chat: str, reader: Party) -> list[Message]:
    pages = [*_pages(chat, reader)]
    return [message for page in reversed(pages) for message in page]


def _pages(chat: str, reader: Party) -> Iterator[list[Message]]:
    before = HIGHEST_NUMBER
    for _ in range(MOST_MESSAGES // MOST_AT_ONCE):
        page = messages_read(messenger(), chat=chat, party=reader, before=before, limit=MOST_AT_ONCE)
        if page:
            yield page
        if len(page) < MOST_AT_ONCE or page[0].number == 1:
            return
        before = page[0].number
