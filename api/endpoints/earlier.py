"""Earlier conversations of a customer, for the staff who serve the customer now."""

from django.http import HttpRequest
from ninja import Router, Schema

from api.conventions.answers import WHOLE_PAGE, Cursor, Items, Limit
from api.conventions.cursors import Page, page_of
from api.conventions.moments import Moment
from api.endpoints.chat_fields import Chat, MessagesOut, Shown
from api.endpoints.conversing import STAFF, party_in
from api.endpoints.messages import Before, Many
from messaging.chats.earlier import Earlier, earlier_chats, earlier_messages
from messaging.runtime import chats, inbox
from messaging.shown import message_shown

router = Router(tags=["conversations"])


class EarlierOut(Schema):
    """Another conversation of the customer; `number` and `at` are those of its last message."""

    chat: str
    scene: str
    title: str
    number: int
    open: bool
    created_at: Moment
    at: Moment


@router.get("/chats/{chat}/earlier", auth=STAFF, response=Items[EarlierOut])
def earlier(
    request: HttpRequest, chat: Chat, cursor: Cursor = None, limit: Limit = WHOLE_PAGE
) -> Page[dict[str, object]]:
    """Lists the customer's other conversations, including those of its aliases."""
    found = earlier_chats(chats(), inbox().source, chat=chat, by=party_in(request))
    page = page_of(found, _place, cursor=cursor, limit=limit)
    return Page([_shown(one) for one in page.items], page.next)


@router.get("/chats/{chat}/earlier/{other}/messages", auth=STAFF, response=MessagesOut)
def messages_earlier(
    request: HttpRequest, chat: Chat, other: Chat, before: Before = None, limit: Many = 50
) -> dict[str, list[Shown]]:
    """Returns the newest messages of another conversation of the customer, or those before a number."""
    found = earlier_messages(
        chats(), chat=chat, other=other, by=party_in(request), before=before, limit=limit
    )
    return {"items": [message_shown(one, to_customer=False) for one in found]}


def _place(one: Earlier) -> tuple[int, str]:
    """The newest first."""
    return (-one.last.message_id, one.conversation.chat_id)


def _shown(one: Earlier) -> dict[str, object]:
    return {
        "chat": one.conversation.chat_id,
        "scene": one.conversation.scene,
        "title": one.conversation.title,
        "number": one.last.number,
        "open": one.last.state.open,
        "created_at": one.conversation.created_at,
        "at": one.last.at,
    }
