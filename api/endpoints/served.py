"""Chats as they are served: accepted and declined by their agent, closed, transferred."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field

from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.endpoints.chat_fields import Body, StateOut
from api.endpoints.conversing import ALL, STAFF, party_in, settled
from messaging.chats.serving import chat_accept, chat_close, chat_decline, chat_transfer
from messaging.model.limits import HIGHEST_NUMBER
from messaging.model.messages import Head
from messaging.runtime import chats, messenger
from messaging.services import chat_read
from operations.operation import Permission
from routing.model.calls import MAX_REASON_LENGTH, MAX_TEXT_LENGTH
from routing.model.queues import CALL_SIDE

router = Router(tags=["conversations"])
AGENTS = Allowed(Scope.OPERATE, Permission.CHOOSE)


class HeadOut(Schema):
    """The end of a conversation, and what holds there."""

    number: int
    state: StateOut


class CloseIn(Body):
    """The last message that the sender has seen: nothing is closed over a newer one."""

    seen: Annotated[int, Field(strict=True, ge=0, le=HIGHEST_NUMBER)]


class TransferIn(Body):
    """Where the chat goes: to a colleague, to a queue of chats, or to a colleague in a queue."""

    to_agent: Annotated[str, Field(max_length=MAX_TEXT_LENGTH)] = ""
    to_queue: Annotated[str, Field(max_length=MAX_TEXT_LENGTH)] = ""
    reason: Annotated[str, Field(max_length=MAX_REASON_LENGTH)] = ""


@router.post("/chats/{chat}/accept", auth=AGENTS, response=HeadOut)
def accept(request: HttpRequest, chat: str) -> dict[str, Any]:
    """Takes the chat that is offered to the agent of this desk."""
    head = settled(chat_accept(chats(), chat=chat, agent=party_in(request)))
    return _shown(head, to_customer=False)


@router.post("/chats/{chat}/decline", auth=AGENTS, response=HeadOut)
def decline(request: HttpRequest, chat: str) -> dict[str, Any]:
    """Turns down the chat that is offered to the agent of this desk."""
    head = settled(chat_decline(chats(), chat=chat, agent=party_in(request)))
    return _shown(head, to_customer=False)


@router.post("/chats/{chat}/close", auth=ALL, response=HeadOut)
def close(request: HttpRequest, chat: str, found: CloseIn) -> dict[str, Any]:
    """Closes the chat: by who serves it, a supervisor, or its customer."""
    by = party_in(request)
    chat_read(messenger(), chat=chat, party=by)
    head = settled(chat_close(chats(), chat=chat, by=by, seen=found.seen))
    return _shown(head, to_customer=by.is_customer)


@router.post("/chats/{chat}/transfer", auth=STAFF, response=HeadOut)
def transfer(request: HttpRequest, chat: str, found: TransferIn) -> dict[str, Any]:
    """Lets the chat wait again, for a colleague or in another queue; a robot hands over by it."""
    by = party_in(request)
    chat_read(messenger(), chat=chat, party=by)
    skills = chats().router.skills
    queue = skills.queue_named(found.to_queue, side=CALL_SIDE) if found.to_queue else None
    moved = chat_transfer(
        chats(), chat=chat, by=by, to_agent=found.to_agent, to_queue=queue, reason=found.reason
    )
    return _shown(settled(moved), to_customer=False)


def _shown(head: Head, *, to_customer: bool) -> dict[str, Any]:
    state = head.state
    served = {} if to_customer else {"contact": state.contact, "agent": state.agent}
    return {"number": head.number, "state": {"open": state.open, **served}}
