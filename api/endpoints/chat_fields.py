"""Fields of conversations and messages in requests and responses."""

from typing import Annotated, Any

from ninja import Path, Schema
from pydantic import ConfigDict, Field

from api.conventions.moments import Moment
from messaging.model.conversations import ChatKind, Role
from messaging.model.limits import (
    HIGHEST_NUMBER,
    LONGEST_CHAT_ID,
    LONGEST_CLIENT_ID,
    LONGEST_TEXT,
    LONGEST_TITLE,
)
from messaging.model.messages import Kind

LONGEST_PARTY = 120

ChatId = Annotated[str, Field(min_length=1, max_length=LONGEST_CHAT_ID)]
Chat = Annotated[str, Path(max_length=LONGEST_CHAT_ID)]
ClientId = Annotated[str, Field(min_length=1, max_length=LONGEST_CLIENT_ID, description="your own id for it")]
Number = Annotated[int, Field(strict=True, ge=1, le=HIGHEST_NUMBER)]
Base = Annotated[
    int,
    Field(
        strict=True,
        ge=0,
        le=HIGHEST_NUMBER,
        description="the number up to which you know that your message is absent",
    ),
]
Title = Annotated[str, Field(max_length=LONGEST_TITLE)]
PartyText = Annotated[str, Field(min_length=1, max_length=LONGEST_PARTY, examples=["agent:a1"])]


class Body(Schema):
    """A JSON body with these fields and no others."""

    model_config = ConfigDict(extra="forbid")


class MessageIn(Body):
    """A message to send. Sending the same `client_id` again returns the same message."""

    client_id: ClientId
    base: Base
    body: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]


class AtNumber(Body):
    """A message by its number."""

    number: Number


class StateOut(Schema):
    """The state after a message. Staff also see `contact`, the chat's id in routing, and who serves it."""

    open: bool
    contact: str | None = None
    agent: str | None = None


class MessageOut(Schema):
    """A message. Numbers have no gaps; `count` is how many messages up to this one count as unread."""

    chat: str
    number: int
    message_id: int
    client_id: str
    kind: Kind
    sender: str
    body: str
    count: int
    at: str
    recalled: bool
    state: StateOut


class MessagesOut(Schema):
    """A range of messages, in order."""

    items: list[MessageOut]


class ChatOut(Schema):
    """A conversation: direct, group, or service (a customer's). `members` is their number; `context` is what
    the customers' site said when it began, for staff only.
    """

    chat: Annotated[str, Field(validation_alias="chat_id")]
    kind: ChatKind
    scene: str
    title: str
    members: int
    created_at: Moment
    context: dict[str, str | int | float]


class MemberOut(Schema):
    """A member of a conversation, who sees messages from `first_number` on."""

    party: str
    role: Role
    first_number: int
    joined_at: Moment
    left_at: Moment | None


class CursorOut(Schema):
    """How far the caller has read a conversation."""

    chat: str
    read_number: int
    read_count: int


Shown = dict[str, Any]
