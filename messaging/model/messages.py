"""Message: fields, kinds, the state it carries on, what counts as unread. Pure."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from messaging.model.ids import moment_of


class Kind(StrEnum):
    """Kinds of messages. An event says who joined, left or serves the conversation; a card is at a step.

    `unreadable` is shown in place of an item that cannot be read; none is stored.
    """

    TEXT = "text"
    ATTACHMENT = "attachment"
    CARD = "card"
    RECALL = "recall"
    EVENT = "event"
    UNREADABLE = "unreadable"


WRITTEN = frozenset({Kind.TEXT, Kind.ATTACHMENT})
"""Kinds that people write, and can recall."""

COUNTED = WRITTEN | {Kind.CARD}
"""Kinds that count as unread; a recalled message still counts, so that two numbers suffice."""


class What(StrEnum):
    """What an event tells."""

    JOINED = "joined"
    LEFT = "left"
    ACCEPTED = "accepted"
    TRANSFERRED = "transferred"
    HANDED_BACK = "handedBack"
    DEAD_LETTERED = "deadLettered"
    RESTORED = "restored"
    CLOSED = "closed"
    ABANDONED = "abandoned"
    REMOVED = "removed"
    REJECTED = "rejected"


@dataclass(frozen=True)
class State:
    """The state after a message: whether the conversation is open, its chat in the routing (`contact`), and
    the party that serves it. `waits`: its customer waits for the first response of a person.
    """

    open: bool = True
    contact: str = ""
    agent: str = ""
    waits: bool = False


@dataclass(frozen=True)
class Head:
    """The end of a conversation: number, count and state of its last message."""

    number: int = 0
    count: int = 0
    state: State = field(default_factory=State)


@dataclass(frozen=True)
class Message:
    """One message of a conversation, or one note about it.

    `number` is its place in the conversation, from 1 without a gap; `message_id` only names it. `client_id`
    is its sender's own name for it. `count` is the number of messages that count as unread up to and with
    this one. `expires_at` is in seconds of the epoch; 0: it never expires.
    """

    chat: str
    number: int
    message_id: int
    client_id: str
    kind: Kind
    sender: str
    body: str
    count: int
    state: State = field(default_factory=State)
    recalled: bool = False
    expires_at: int = 0

    @property
    def at(self) -> datetime:
        """When it was sent, in steps of 10 ms; its id tells."""
        return moment_of(self.message_id)

    @property
    def head(self) -> Head:
        return Head(self.number, self.count, self.state)

    def is_expired(self, now: datetime) -> bool:
        return 0 < self.expires_at <= now.timestamp()


@dataclass(frozen=True)
class Draft:
    """A message before it has a number."""

    chat: str
    message_id: int
    client_id: str
    kind: Kind
    sender: str
    body: str
    expires_at: int = 0

    def after(self, head: Head, state: State | None = None) -> Message:
        """The next message, with the same state unless another is given."""
        return Message(
            chat=self.chat,
            number=head.number + 1,
            message_id=self.message_id,
            client_id=self.client_id,
            kind=self.kind,
            sender=self.sender,
            body=self.body,
            count=head.count + (self.kind in COUNTED),
            state=state or head.state,
            expires_at=self.expires_at,
        )

    def is_same_as(self, message: Message) -> bool:
        """Whether its sender sent the message under the same client id."""
        return (message.sender, message.client_id) == (self.sender, self.client_id)

    def has_content_of(self, message: Message) -> bool:
        """Whether both have the same content, which is unknown for a recalled message."""
        return message.recalled or (message.kind, message.body) == (self.kind, self.body)


def event_body(what: What, party: str) -> str:
    """The body of an event: `joined agent:a1`; of a transfer, its target follows."""
    return f"{what} {party}"
