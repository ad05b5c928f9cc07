"""Inbox: the caller's conversations with counts and last lines; read marks, and who has read."""

from contextlib import suppress
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema

from api.endpoints.chat_fields import AtNumber, Chat, CursorOut
from api.endpoints.conversing import ALL, party_in
from messaging.inbox.gate import AwayError
from messaging.inbox.inboxes import HIGHEST, PAGE
from messaging.model.limits import HIGHEST_NUMBER
from messaging.runtime import inbox, messenger
from messaging.services import chat_read
from messaging.shown import listing_shown, party_shown

router = Router(tags=["conversations"])
Stamp = Annotated[int, Query(ge=0, le=HIGHEST, description="the stamp of the last response; 0: all")]
Epoch = Annotated[str, Query(max_length=64, description="the epoch of the last response")]
Before = Annotated[int, Query(ge=0, le=HIGHEST, description="the `before` of the previous page")]
Rows = Annotated[int, Query(ge=1, le=200)]


class LineOut(Schema):
    """The last message, cut short."""

    message_id: int
    kind: str
    sender: str
    text: str
    at: str


class RowOut(Schema):
    """A conversation; one that the caller has `left` has no further fields."""

    chat: str
    stamp: int
    left: bool
    number: int | None = None
    count: int | None = None
    unread: int | None = None
    read_number: int | None = None
    read_count: int | None = None
    line: LineOut | None = None


class InboxOut(Schema):
    """What changed since a stamp, newest first; in a new `epoch`, the whole list."""

    epoch: str
    stamp: int
    before: int
    rows: list[RowOut]


class ReadersOut(Schema):
    """The parties that have read a message in the last seven days; customers see all others as `service`."""

    items: list[str]


@router.get("/inbox", auth=ALL, response=InboxOut)
def inbox_get(
    request: HttpRequest, stamp: Stamp = 0, epoch: Epoch = "", before: Before = HIGHEST, limit: Rows = PAGE
) -> dict[str, Any]:
    """Returns the caller's conversations that changed since a stamp; without one, all of them."""
    party = party_in(request)
    listing = inbox().inbox.since(str(party), stamp, epoch=epoch, before=before, limit=limit)
    return listing_shown(listing, to_customer=party.is_customer)


@router.post("/chats/{chat}/read", auth=ALL, response=CursorOut)
def message_read(request: HttpRequest, chat: Chat, found: AtNumber) -> dict[str, Any]:
    """Moves the caller's read mark forward to a message. A lower number changes nothing."""
    party = str(party_in(request))
    mark = inbox().read_marks.move(party, chat, found.number)
    with suppress(AwayError):  # it may have been further before
        mark = inbox().read_marks.of(party, [chat]).get(chat, mark)
    return {"chat": chat, "read_number": mark.number, "read_count": mark.count}


@router.get("/chats/{chat}/readers", auth=ALL, response=ReadersOut)
def readers(
    request: HttpRequest, chat: Chat, number: Annotated[int, Query(ge=1, le=HIGHEST_NUMBER)]
) -> dict[str, list[str]]:
    """Lists the parties that have read a message."""
    party = party_in(request)
    chat_read(messenger(), chat=chat, party=party)
    found = inbox().read_marks.readers(chat, number)
    shown = (party_shown(one, to_customer=party.is_customer) for one in found)
    return {"items": sorted(set(shown))}
