"""History of a storm as plain values: operations, commits, observations, the final table.

All moments are seconds of the machine's monotonic clock, which all processes share. An operation is a call of
a service; a commit is a transaction that the service sent, with any outcome. A record has what the process
knew: only the final table can show the outcome of a commit whose fate stayed unknown (see `lives`). The rules
for a history are in `checker`. Pure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from math import inf
from typing import Final, NamedTuple

AGENT: Final = "agent"
CALL: Final = "call"

# Statuses in which an agent has a call, a call has an agent, and either is in its queues.
AGENT_BUSY: Final = frozenset({"offered", "attendingCall"})
QUEUED: Final = "queued"
OFFERED: Final = "offered"
CREATED: Final = "created"
IN_PROGRESS: Final = "inProgress"
CALL_BUSY: Final = frozenset({OFFERED, IN_PROGRESS})
DEAD_LETTERED: Final = "deadLettered"

# Operations that act at due times, without a user.
SWEEPS: Final = frozenset({"sweep", "late_sweep"})


class Subject(NamedTuple):
    """One agent or one call."""

    kind: str
    id: str

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Place(NamedTuple):
    """One entry: the queue's key and the rank in it, a text that sorts as the queue does."""

    queue: str
    rank: str


class Fate(StrEnum):
    """The answer to the sender of a commit; `UNKNOWN` if its outcome is unknown."""

    APPLIED = "applied"
    NOT_APPLIED = "not applied"
    UNKNOWN = "unknown"


class Outcome(StrEnum):
    """How an operation ended: done, changed nothing, fate unknown, certainly failed, or not as promised."""

    DONE = "done"
    CONFLICT = "conflict"
    UNKNOWN = "unknown"
    FAILED = "failed"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Held:
    """The chats in progress of a chat row, its slots, and whether they were lowered below what it holds."""

    ids: frozenset[str]
    slots: int
    is_forced: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """An agent or a call as written or read; `partner` is its call, or its agent."""

    subject: Subject
    status: str
    partner: str | None = None
    version: int | None = None
    chats: Held | None = None

    @property
    def has(self) -> str | None:
        """The partner, in a status that binds the two together."""
        busy = AGENT_BUSY if self.subject.kind == AGENT else CALL_BUSY
        return self.partner if self.status in busy else None

    @property
    def bonds(self) -> frozenset[str]:
        """All partners: of a chat row the chat that rings, and those it holds."""
        held = self.chats.ids if self.chats else frozenset[str]()
        return held | ({self.has} if self.has else frozenset())


@dataclass(frozen=True, slots=True)
class Terms:
    """Further fields of a commit: due times (moments of the clock here), and of a call its preferred agent
    and the agents tried.
    """

    due_at: float | None = None
    asks_for: str = ""
    tried: frozenset[str] = frozenset()


NO_TERMS: Final = Terms()


@dataclass(frozen=True, slots=True)
class Written:
    """The state that a commit gives to one agent or call.

    A whole item was written on condition of the version read: it has its own version and the operation ids
    that came before it. A match is an update: its version is one more than whatever it finds. `joined` are
    the entries put for the subject.
    """

    state: State
    operations: tuple[str, ...] = ()
    joined: tuple[Place, ...] = ()
    terms: Terms = NO_TERMS

    @property
    def is_whole(self) -> bool:
        """Whether the whole item was written, after a read of it."""
        return self.state.version is not None


@dataclass(frozen=True)
class Commit:
    """One transaction: sent at `begun`, answered at `ended`. `depths` are changes of depth."""

    id: str
    operation: tuple[str, int]
    begun: float
    ended: float
    fate: Fate
    written: tuple[Written, ...]
    depths: Mapping[str, int] = field(default_factory=dict)
    removed: frozenset[Place] = frozenset()

    @cached_property
    def by_subject(self) -> dict[Subject, Written]:
        """Its writes by subject."""
        return {one.state.subject: one for one in self.written}

    @cached_property
    def pairs(self) -> dict[str, str]:
        """Its matches: call id to agent id."""
        agents = {
            one.state.subject.id: one.state.has for one in self.written if one.state.subject.kind == AGENT
        }
        return {
            one.state.subject.id: one.state.has
            for one in self.written
            if one.state.subject.kind == CALL
            and one.state.has
            and agents.get(one.state.has) == one.state.subject.id
        }


@dataclass(frozen=True)
class Operation:
    """One call of a service by one actor; `seen` are the agents and calls that it answered with.

    `command` is the idempotency key it was sent under, the same for each sending of one command; `subject` is
    the agent or call it is about, `by_agent` the agent who accepts or declines, `queue` the one that a direct
    assignment takes from, `seen_number` the last message that the closer has seen, `matches` are the pairs
    (call, agent) of a round that was told.
    """

    actor: str
    number: int
    name: str
    begun: float
    ended: float
    outcome: Outcome
    subject: Subject | None = None
    by_agent: str | None = None
    queue: str = ""
    command: str = ""
    seen_number: int | None = None
    seen: tuple[State, ...] = ()
    matches: tuple[tuple[str, str], ...] = ()
    detail: str = ""

    @property
    def key(self) -> tuple[str, int]:
        """Its name in its commits."""
        return (self.actor, self.number)


@dataclass(frozen=True, slots=True)
class Reservation:
    """Tickets reserved on one side, both ends included."""

    side: str
    first: int
    last: int
    begun: float
    ended: float


@dataclass(frozen=True, slots=True)
class Observation:
    """A queue's version and depth, read between two moments."""

    queue: str
    version: int
    depth: int
    begun: float
    ended: float


class Said(NamedTuple):
    """A message that was acknowledged."""

    chat: str
    client_id: str


@dataclass(frozen=True, slots=True)
class Line:
    """A message in the log of a conversation in the end. `event` is what it tells; its client id is then that
    of the commit.
    """

    chat: str
    number: int
    client_id: str
    event: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """An agent or call as the table holds it in the end, with the newest operation ids."""

    state: State
    operations: tuple[str, ...]


@dataclass(frozen=True)
class Agreed:
    """Policies that the rules use: unanswered offers until a call is a dead letter, and the seconds until a
    waiting call is promoted (0 means never).
    """

    max_offers: int = 5
    promote_after_seconds: float = 0


@dataclass
class History:
    """All records, and the final table, read when nothing could change it.

    `settled`: matching went on until nothing more fitted, and every ringing call was answered.
    """

    fitting: Mapping[str, frozenset[str]]
    agreed: Agreed = field(default_factory=Agreed)
    operations: list[Operation] = field(default_factory=list)
    commits: list[Commit] = field(default_factory=list)
    reservations: list[Reservation] = field(default_factory=list)
    observations: list[Observation] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    infos: dict[str, tuple[int, int]] = field(default_factory=dict)
    entries: dict[str, int] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    log: list[Line] = field(default_factory=list)
    settled: bool = False

    def add(self, other: "History") -> None:
        """Adds the records of another process."""
        self.operations += other.operations
        self.commits += other.commits
        self.reservations += other.reservations
        self.observations += other.observations
        self.said += other.said


@dataclass(frozen=True, order=True, slots=True)
class Violation:
    """One broken rule: its name, its subject, the finding."""

    rule: str
    subject: str
    detail: str


NEVER: Final = inf
