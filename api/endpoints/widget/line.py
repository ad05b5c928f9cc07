"""Place in line: how many chats are ahead of a waiting customer, and how long that may take."""

from django.http import HttpRequest
from ninja import Router, Schema

from api.endpoints.chat_fields import Chat
from api.endpoints.conversing import ALL, party_in
from live.feed.expected import expected_wait
from messaging.chats.line import number_ahead, waiting_contact
from messaging.runtime import chats, messenger
from messaging.services import chat_read

router = Router(tags=["conversations"])


class PlaceOut(Schema):
    """`place` is the number of chats ahead; null if there are too many, or if the chat does not wait.

    `expected_wait_seconds` is an estimate from the last minutes; null if there is none.
    """

    is_waiting: bool
    place: int | None
    expected_wait_seconds: float | None


@router.get("/chats/{chat}/place", auth=ALL, response=PlaceOut)
def place(request: HttpRequest, chat: Chat) -> dict[str, object]:
    """Returns the place in line of a customer who waits for an agent."""
    chat_read(messenger(), chat=chat, party=party_in(request))
    centre = chats()
    contact = waiting_contact(centre, chat=chat)
    if contact is None:
        return {"is_waiting": False, "place": None, "expected_wait_seconds": None}
    ahead = number_ahead(centre, contact)
    queue = str(centre.router.queue_of(contact))
    seconds = None if ahead is None else expected_wait(queue, ahead=ahead)
    return {"is_waiting": True, "place": ahead, "expected_wait_seconds": seconds}
