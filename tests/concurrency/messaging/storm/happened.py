"""History of a storm of messages: what was asked, what was answered, what was read, and the end."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from messaging.model.conversations import Cursor, Member
from messaging.model.messages import Message


class Told(StrEnum):
    """What a sender was told last."""

    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"
    UNKNOWN = "unknown"
    BROKEN = "broken"


@dataclass(frozen=True)
class Attempt:
    """One try of a send, with its answer; `number` is 0 without one."""

    chat: str
    sender: str
    client_id: str
    body: str
    begun: float
    ended: float
    told: Told
    number: int = 0


@dataclass(frozen=True)
class Recall:
    """One try of a recall."""

    chat: str
    number: int
    told: Told


@dataclass(frozen=True)
class Look:
    """A range that was read beyond a number: numbers with the ids of their messages. `is_whole`: up to the
    end.
    """

    chat: str
    after: int
    found: tuple[tuple[int, int], ...]
    begun: float
    is_whole: bool = True


@dataclass(frozen=True)
class Ending:
    """A conversation once all is quiet, expired or not, with its members and their cursors."""

    chat: str
    log: tuple[Message, ...]
    member_count: int
    members: tuple[Member, ...]
    cursors: tuple[tuple[str, Cursor], ...]


@dataclass
class Happened:
    """Everything that several actors saw."""

    attempts: list[Attempt] = field(default_factory=list)
    recalls: list[Recall] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def add(self, other: "Happened") -> None:
        """Takes in what others saw."""
        self.attempts += other.attempts
        self.recalls += other.recalls
        self.looks += other.looks
        self.endings += other.endings
        self.broken += other.broken

    def of(self, chat: str) -> Iterable[Attempt]:
        """The attempts of one conversation."""
        return (one for one in self.attempts if one.chat == chat)
