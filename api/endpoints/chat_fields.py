"""Fields of conversations and messages, as requests send and answers show them."""

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
ClientId = Annotated[str, Field(min_length=1, max_length=LONGEST_CLIENT_ID, description="your own id of it")]
Number = Annotated[int, Field(strict=True, ge=1, le=HIGHEST_NUMBER)]
Base = Annotated[
    int,
    Field(strict=True, ge=0, le=HIGHEST_NUMBER, description="you know that your message is not up to here"),
]
Title = Annotated[str, Field(max_length=LONGEST_TITLE)]
PartyText = Annotated[str, Field(min_length=1, max_length=LONGEST_PARTY, examples=["agent:a1"])]


class Body(Schema):
    """A JSON body, which has no other fields than these."""

    model_config = ConfigDict(extra="forbid")


class MessageIn(Body):
    """A message to send. The same `client_id` again answers the same message."""

    client_id: ClientId
    base: Base
    body: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]


class AtNumber(Body):
    """A message by its number."""

    number: Number


class StateOut(Schema):
    """What holds after a message; who serves is for staff only."""

    open: bool
    contact: str | None = None
    agent: str | None = None


class MessageOut(Schema):
    """A message. Numbers have no gap; `count` messages up to and with this one count as unread."""

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
    """A conversation: direct, group, or service (a customer's). `members` is how many there are."""

    chat: Annotated[str, Field(validation_alias="chat_id")]
    kind: ChatKind
    scene: str
    title: str
    members: int
    created_at: Moment


class MemberOut(Schema):
    """A party's part in a group, who sees it from `first_number` on."""

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
