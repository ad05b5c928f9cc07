"""Attached file: the message it belongs to, and when to look whether that still needs it. Pure."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from messaging.model.messages import Kind, Message

UNSENT = timedelta(days=1)
"""After this time a file whose message is not there is removed."""


@dataclass(frozen=True)
class Attached:
    """One file. Before its message is sent, `number` is 0, and the message comes after `base`.

    `due` is when the next look is; `removing`: it is being removed, and takes no message any more.
    """

    file: str
    chat: str
    sender: str
    client_id: str
    base: int
    due: datetime
    number: int = 0
    removing: bool = False


def file_id(chat: str, sender: str, client_id: str, digest: str) -> str:
    """The id of a file: of one message alone, and the same if that is sent again."""
    return sha256(f"{chat}\0{sender}\0{client_id}\0{digest}".encode()).hexdigest()


def described_file(message: Message) -> dict[str, str]:
    """What a message says of its file, as `file`, `name`, `type`; empty without a file, or if damaged."""
    if message.kind is not Kind.ATTACHMENT or message.recalled:
        return {}
    try:
        found = json.loads(message.body)
    except ValueError:
        return {}
    return {name: str(text) for name, text in found.items()} if isinstance(found, dict) else {}


def file_of(message: Message) -> str:
    """The id of the file of a message; empty without one."""
    return described_file(message).get("file", "")
