"""News between processes: a message, its audience, and the line that a list shows of it. Pure."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from messaging.model.card import line_of_card
from messaging.model.messages import Kind, Message, State, What

LINE_CHARACTERS = 120
NOTE, MERGE = "note", "merge"


@dataclass(frozen=True)
class Line:
    """The last message of a conversation, as a list shows it."""

    message_id: int
    kind: str
    sender: str
    text: str
    at: str


def line_of(message: Message) -> Line:
    return Line(
        message.message_id,
        str(message.kind),
        message.sender,
        line_of_card(message.body) if message.kind is Kind.CARD else message.body[:LINE_CHARACTERS],
        moment_text(message.at),
    )


def line_kept(line: Line) -> str:
    """The text under which a line is kept."""
    return json.dumps(vars(line), ensure_ascii=False, separators=(",", ":"))


def line_read(text: str) -> Line:
    """The line that was kept."""
    return Line(**json.loads(text))


def moment_text(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def message_told(message: Message, members: Collection[str] | None) -> str:
    """The news of a message. Without `members` the conversation is large: each web process knows them."""
    to = None if members is None else sorted(members)
    return _opened(
        {
            "kind": "message",
            "chat": message.chat,
            "to": to,
            "also": also_told(message),
            "message": _fields(message),
        }
    )


def also_told(message: Message) -> list[str]:
    """Those whom a message is about, members or not: who joins or leaves, and the agent who serves."""
    return sorted({*membership_change(message)[1:], message.state.agent} - {""})


def is_accepted(message: Message) -> bool:
    """Whether an agent has begun to serve the conversation."""
    return message.kind is Kind.EVENT and message.body.partition(" ")[0] == What.ACCEPTED


def membership_change(message: Message) -> tuple[str, str]:
    """What an event does to the members, and to whom: joined or left; two empty texts for other messages."""
    what, _, party = message.body.partition(" ")
    changes = message.kind is Kind.EVENT and what in (What.JOINED, What.LEFT)
    return (what, party) if changes else ("", "")


def read_told(party: str, chat: str, *, number: int, count: int) -> str:
    """The news that a user has read, for the user's own devices."""
    return _opened({"kind": "read", "chat": chat, "to": [party], "number": number, "count": count})


def merge_told(contacts: Collection[str]) -> str:
    """The news that contacts were merged, or that this was undone, for the devices of both."""
    return _opened({"kind": MERGE, "chat": "", "to": sorted(contacts)})


def transient_told(kind: str, chat: str, party: str, to: Collection[str], **more: int) -> str:
    """News that may be lost, such as who is typing, or has written a note."""
    return json.dumps({"kind": kind, "chat": chat, "to": sorted(to), "party": party, **more})


@dataclass(frozen=True)
class News:
    """News as it is heard. What has a stamp follows what has the stamp `prev`; the rest may be lost.

    `to` is None for the members of a large conversation.
    """

    kind: str
    chat: str
    to: frozenset[str] | None
    also: frozenset[str] = frozenset()
    epoch: str = ""
    prev: int = 0
    stamp: int = 0
    message: Message | None = None
    party: str = ""
    number: int = 0
    count: int = 0


def news_heard(text: str) -> News:
    """The news in a text. Raises ValueError."""
    try:
        told = json.loads(text)
        if "message" in told:
            fields = told["message"]
            kind, state = Kind(fields["kind"]), State(**fields["state"])
            told["message"] = Message(**{**fields, "kind": kind, "state": state})
        to = None if told["to"] is None else frozenset(told["to"])
        return News(**{**told, "to": to, "also": frozenset(told.get("also", ()))})
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(repr(error)) from error


def _fields(message: Message) -> dict[str, Any]:
    return {**vars(message), "kind": str(message.kind), "state": vars(message.state)}


def _opened(news: dict[str, Any]) -> str:
    """Its JSON without the first bracket: a script puts epoch and stamps in front."""
    return json.dumps(news, ensure_ascii=False, separators=(",", ":"))[1:]
