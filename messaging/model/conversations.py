"""Conversation: kinds, members with roles and first visible number, cursors. Pure."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from hashlib import blake2s

from messaging.model.messages import Head, State
from messaging.model.parties import Party
from messaging.model.profiles import Context

ALL_HISTORY = -1
"""History rule of a group whose members see everything; 0: from their own joining; n: and n before it."""

DIRECT_PREFIX = "d-"
"""Of the ids of conversations of two, which nobody else may take before they begin."""


class ChatKind(StrEnum):
    """Kinds of conversations: of two, of many, of a customer with the service; the log of notices."""

    DIRECT = "direct"
    GROUP = "group"
    SERVICE = "service"
    NOTICE = "notice"


class Role(StrEnum):
    """Roles of members, the least first."""

    MEMBER = "member"
    ADMIN = "admin"
    OWNER = "owner"

    @property
    def rank(self) -> int:
        return [*Role].index(self)


@dataclass(frozen=True)
class Conversation:
    """One conversation. `history` is the rule for the first visible number of those who join later.

    `members` is how many there are. `floor` and `notes_floor` are heads to go on from once all messages, or
    all notes, have expired. `context` is what the customers' site said when it began, for staff only.
    """

    chat_id: str
    kind: ChatKind
    created_at: datetime
    created_by: str
    scene: str = ""
    title: str = ""
    history: int = ALL_HISTORY
    members: int = 0
    version: int = 1
    floor: Head | None = None
    notes_floor: Head | None = None
    context: Context = field(default_factory=dict)

    @property
    def notes_start(self) -> Head:
        """The head before the first note that is kept."""
        return self.notes_floor or Head()

    @property
    def start(self) -> Head:
        """The head before the first message that is kept. A service conversation begins closed."""
        return self.floor or Head(state=State(open=self.kind is not ChatKind.SERVICE))

    def first_number(self, joined: int) -> int:
        """The first number visible to a member whose joining has this number."""
        return 1 if self.history < 0 else max(1, joined - self.history)


@dataclass(frozen=True)
class Member:
    """A party's part in a conversation; one who left has `left_at`."""

    party: str
    role: Role
    first_number: int
    joined_at: datetime
    left_at: datetime | None = None

    @property
    def is_in(self) -> bool:
        return self.left_at is None

    def may_act_on(self, other: "Member") -> bool:
        """Whether this one may remove the other: admins members, the owner everybody else."""
        return self.role.rank > other.role.rank


@dataclass(frozen=True)
class Cursor:
    """How far one party has read one conversation. `read_count` is the count of that message."""

    chat: str
    first_number: int = 1
    read_number: int = 0
    read_count: int = 0

    def unread(self, head: Head) -> int:
        """The number of messages beyond the cursor that count."""
        return max(0, head.count - self.read_count)


def direct_id(one: Party, other: Party) -> str:
    """The id of the conversation of two: the same in either order."""
    names = "\n".join(sorted(map(str, (one, other))))
    return f"{DIRECT_PREFIX}{blake2s(names.encode(), digest_size=12).hexdigest()}"
