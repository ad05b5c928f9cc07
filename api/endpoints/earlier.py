"""Earlier calls and conversations of a customer, for the staff who serve the customer now."""

from collections.abc import Collection
from typing import Annotated

from django.db import DatabaseError
from django.http import HttpRequest
from ninja import Path, Router, Schema

from api.conventions.answers import WHOLE_PAGE, Cursor, Items, Limit
from api.conventions.cursors import Page, page_of
from api.conventions.moments import Moment
from api.endpoints.chat_fields import Chat, MessagesOut, Shown
from api.endpoints.conversing import STAFF, party_in
from api.endpoints.messages import Before, Many
from messaging.chats.earlier import (
    Earlier,
    callers_of,
    customer_now,
    customer_of,
    earlier_chats,
    earlier_messages,
)
from messaging.model.contacts import Contact
from messaging.model.parties import Party, party_of
from messaging.runtime import chats, inbox, messenger
from messaging.services import profile_read
from messaging.shown import message_shown
from reporting.history.search import calls_of
from routing import selectors
from routing.exceptions import UnknownCallError
from routing.model.calls import MAX_TEXT_LENGTH, Call
from routing.runtime import router as routing

router = Router(tags=["conversations"])
MOST_CALLS = 20
CallId = Annotated[str, Path(max_length=MAX_TEXT_LENGTH)]


class EarlierOut(Schema):
    """Another conversation of the customer; `number` and `at` are those of its last message."""

    chat: str
    scene: str
    title: str
    number: int
    open: bool
    created_at: Moment
    at: Moment


class EarlierCallOut(Schema):
    """A call that has ended; `result` is `answered`, `abandoned` or `setAside`. It has outcome and note while
    the call is in the table.
    """

    call_id: str
    at: Moment
    result: str
    agent_name: str
    outcome: str
    outcome_note: str


class CustomerEarlierOut(Schema):
    """The customer's name, as given by its site, and contacts, if the caller is one; ended calls, `null` if
    the history cannot be read; other conversations.
    """

    name: str
    family: list[str]
    calls: list[EarlierCallOut] | None
    conversations: list[EarlierOut]


@router.get("/calls/{path:call_id}/earlier", auth=STAFF, response=CustomerEarlierOut)
def call_earlier(request: HttpRequest, call_id: CallId) -> dict[str, object]:
    """Returns the earlier calls and conversations of the customer of a call or chat, the newest first."""
    by, found = party_in(request), _call(call_id)
    customer = customer_now(chats(), found, by=by)
    conversations = earlier_chats(chats(), inbox().source, customer, besides=found.chat_id)
    return {
        "name": profile_read(messenger(), contact=party_of(found.caller)).name if customer else "",
        "family": customer.family if customer else [],
        "calls": _calls(callers_of(chats(), found, customer), besides=call_id),
        "conversations": [_shown(one) for one in conversations],
    }


@router.get("/calls/{path:call_id}/earlier/{other}/messages", auth=STAFF, response=MessagesOut)
def call_earlier_messages(
    request: HttpRequest, call_id: CallId, other: Chat, before: Before = None, limit: Many = 50
) -> dict[str, list[Shown]]:
    """Returns the newest messages of a conversation of the customer of a call, or those before a number."""
    by = party_in(request)
    return _messages(customer_now(chats(), _call(call_id), by=by), other, by, before=before, limit=limit)


@router.get("/chats/{chat}/earlier", auth=STAFF, response=Items[EarlierOut])
def earlier(
    request: HttpRequest, chat: Chat, cursor: Cursor = None, limit: Limit = WHOLE_PAGE
) -> Page[dict[str, object]]:
    """Lists the customer's other conversations, including those of its aliases."""
    customer = customer_of(chats(), chat=chat, by=party_in(request))
    found = earlier_chats(chats(), inbox().source, customer, besides=chat)
    page = page_of(found, _place, cursor=cursor, limit=limit)
    return Page([_shown(one) for one in page.items], page.next)


@router.get("/chats/{chat}/earlier/{other}/messages", auth=STAFF, response=MessagesOut)
def messages_earlier(
    request: HttpRequest, chat: Chat, other: Chat, before: Before = None, limit: Many = 50
) -> dict[str, list[Shown]]:
    """Returns the newest messages of another conversation of the customer, or those before a number."""
    by = party_in(request)
    return _messages(customer_of(chats(), chat=chat, by=by), other, by, before=before, limit=limit)


def _messages(
    customer: Contact | None, other: str, by: Party, *, before: int | None, limit: int
) -> dict[str, list[Shown]]:
    found = earlier_messages(chats(), customer, other=other, by=by, before=before, limit=limit)
    return {"items": [message_shown(one, to_customer=False) for one in found]}


def _call(call_id: str) -> Call:
    found = selectors.call(routing(), call_id)
    if found is None:
        raise UnknownCallError(call_id)
    return found


def _calls(callers: Collection[str], *, besides: str) -> list[dict[str, object]] | None:
    """The ended calls of these callers; None if the history cannot be read."""
    try:
        found = [one for one in calls_of(callers, most=MOST_CALLS + 1) if one.call_id != besides]
    except DatabaseError:
        return None
    kept = {one.call_id: one for one in selectors.calls(routing(), [one.call_id for one in found])}
    return [
        {
            "call_id": one.call_id,
            "at": one.ended_at,
            "result": one.outcome,
            "agent_name": one.agent_name,
            "outcome": kept[one.call_id].outcome if one.call_id in kept else "",
            "outcome_note": kept[one.call_id].outcome_note if one.call_id in kept else "",
        }
        for one in found[:MOST_CALLS]
    ]


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
