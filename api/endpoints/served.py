"""Chats as they are served: accept, decline, transfer, close."""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field

from api.conventions.problems import Problem, wrong_field
from api.endpoints.chat_fields import Body, Chat, StateOut
from api.endpoints.conversing import ALL, STAFF, agent_in, party_in, settled
from api.endpoints.desk import AGENTS, acting
from messaging.chats.centre import Chats
from messaging.chats.serving import chat_accept, chat_close, chat_decline, chat_transfer
from messaging.exceptions import MessagingError
from messaging.model.limits import HIGHEST_NUMBER
from messaging.model.messages import Head
from messaging.model.outcomes import Conflict
from messaging.model.parties import Party
from messaging.runtime import chats
from routing.exceptions import RoutingError, UnknownAgentError
from routing.model.calls import MAX_REASON_LENGTH, MAX_TEXT_LENGTH
from routing.model.queues import CALL_SIDE, QueueKey
from routing.runtime import skills
from routing.services import command_is_done

router = Router(tags=["conversations"])
CHANGED = "This conversation has changed; read it, then try again."


class HeadOut(Schema):
    """The state of a conversation: last number, messages that count, whether it is open, who serves it."""

    number: int
    count: int
    state: StateOut


class ClosingIn(Body):
    """`seen` is the last number that you have seen: the chat is not closed over a later message."""

    seen: Annotated[int, Field(strict=True, ge=0, le=HIGHEST_NUMBER)]


class TransferIn(Body):
    """Where the chat goes: to a colleague first, to another queue, to a robot, or back to its own queue."""

    to_agent: Annotated[str, Field(max_length=MAX_TEXT_LENGTH, examples=["eva"])] = ""
    to_queue: Annotated[str, Field(max_length=MAX_TEXT_LENGTH, examples=["W.chat#French#Any"])] = ""
    to_robot: Annotated[str, Field(max_length=MAX_TEXT_LENGTH, examples=["clerk"])] = ""
    reason: Annotated[str, Field(max_length=MAX_REASON_LENGTH)] = ""


@router.post("/chats/{chat}/accept", auth=AGENTS, response=HeadOut)
def accept(request: HttpRequest, chat: Chat) -> Head:
    """Accepts the chat that rings at the caller's desk."""
    return _done(request, chat, lambda chats: chat_accept(chats, chat=chat, agent=agent_in(request)))


@router.post("/chats/{chat}/decline", auth=AGENTS, response=HeadOut)
def decline(request: HttpRequest, chat: Chat) -> Head:
    """Declines the chat that rings at the caller's desk."""
    return _done(request, chat, lambda chats: chat_decline(chats, chat=chat, agent=agent_in(request)))


@router.post("/chats/{chat}/transfer", auth=STAFF, response=HeadOut)
def transfer(request: HttpRequest, chat: Chat, found: TransferIn) -> Head:
    """Transfers the chat, with its history, to a colleague, a queue or a robot; from a robot, to agents."""
    if found.to_robot and (found.to_agent or found.to_queue):
        raise wrong_field("to_robot", "name a robot alone, or an agent and a queue")
    by, to_queue = party_in(request), _queue_named(found.to_queue) if found.to_queue else None

    def act(chats: Chats) -> Head | Conflict:
        return chat_transfer(
            chats,
            chat=chat,
            by=by,
            to_agent=found.to_agent,
            to_queue=to_queue,
            to_robot=found.to_robot,
            reason=found.reason,
        )

    try:
        return _done(request, chat, act)
    except UnknownAgentError:
        raise wrong_field("to_agent", f"there is no agent {found.to_agent!r} who takes chats") from None


def _queue_named(text: str) -> QueueKey:
    try:
        return skills().queue_named(text, side=CALL_SIDE)
    except RoutingError as error:
        raise wrong_field("to_queue", str(error)) from None


@router.post("/chats/{chat}/close", auth=ALL, response=HeadOut)
def close(request: HttpRequest, chat: Chat, found: ClosingIn) -> dict[str, object]:
    """Closes the chat, unless there is a message that the caller has not seen."""
    by = party_in(request)
    head = _done(request, chat, lambda chats: chat_close(chats, chat=chat, by=by, seen=found.seen))
    return {"number": head.number, "count": head.count, "state": _state(head, by)}


def _done(request: HttpRequest, chat: Chat, act: Callable[[Chats], Head | Conflict]) -> Head:
    """The state of the conversation after an act. Raises Problem: 409, MessagingError, RoutingError.

    An act that was carried out under its key before the process was killed is refused when it is repeated,
    as the agent no longer serves the chat; its answer is the state.
    """
    centre = acting(request)
    try:
        outcome = act(centre)
    except MessagingError:
        if not command_is_done(centre.router):
            raise
        return centre.head(chat)
    if isinstance(outcome, Conflict) and command_is_done(centre.router):
        return centre.head(chat)
    return _answered(outcome, request, chat)


def _answered(outcome: Head | Conflict, request: HttpRequest, chat: Chat) -> Head:
    """The state of the conversation. Raises Problem: 409 with that state, after a lost race.

    A customer hears that it has changed, but not how staff have counted or changed it.
    """
    try:
        return settled(outcome)
    except Problem as problem:
        head, reader = chats().head(chat), party_in(request)
        shown: dict[str, object] = {"number": head.number, "state": _state(head, reader)}
        if reader.is_customer:
            raise replace(problem, detail=CHANGED, present=shown) from None
        raise replace(problem, present={**shown, "count": head.count}) from None


def _state(head: Head, reader: Party) -> dict[str, object]:
    """Who serves is for staff only."""
    served = {} if reader.is_customer else {"contact": head.state.contact, "agent": head.state.agent}
    return {"open": head.state.open, **served}
