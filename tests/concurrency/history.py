"""History of a storm as plain values: operations, commits, observations, the final table.

All moments are seconds of the machine's monotonic clock, which all processes share. An operation is a call of
a service; a commit is a transaction that the service sent, whatever came of it. A record says what the
process knew: only the table, read when everything is quiet, can say what became of a commit whose fate
stayed unknown (see `lives`). What must be true of a history is `checker`'s matter. Pure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from math import inf
from typing import Final, NamedTuple

AGENT: Final = "agent"
CALL: Final = "call"

# The statuses in which an agent has a call, a call has an agent, and either stands in its queues.
AGENT_BUSY: Final = frozenset({"offered", "attendingCall"})
QUEUED: Final = "queued"
OFFERED: Final = "offered"
IN_PROGRESS: Final = "inProgress"
CALL_BUSY: Final = frozenset({OFFERED, IN_PROGRESS})
DEAD_LETTERED: Final = "deadLettered"

# The operations that act because something is due, by nobody's wish.
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
    """What the sender of a commit was told; `UNKNOWN` where it was told that nobody knows."""

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
class State:
    """An agent or a call as somebody wrote it or saw it; `partner` is the call it has, or the agent."""

    subject: Subject
    status: str
    partner: str | None = None
    version: int | None = None

    @property
    def has(self) -> str | None:
        """The partner, in a status that binds the two together."""
        busy = AGENT_BUSY if self.subject.kind == AGENT else CALL_BUSY
        return self.partner if self.status in busy else None


@dataclass(frozen=True, slots=True)
class Terms:
    """What a commit says beside the state: when something is due (a moment of the clock here), and of a call
    whom it asks for alone and with whom it was in vain.
    """

    due_at: float | None = None
    asks_for: str = ""
    tried: frozenset[str] = frozenset()


NO_TERMS: Final = Terms()


@dataclass(frozen=True, slots=True)
class Written:
    """What a commit would make of one agent or call.

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
        """Whether the whole item was written, by somebody who had read it before."""
        return self.state.version is not None


@dataclass(frozen=True)
class Commit:
    """One transaction: sent from `begun` on, its fate told at `ended`. `depths` are changes of depth."""

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
        """What it writes of whom."""
        return {one.state.subject: one for one in self.written}

    @cached_property
    def pairs(self) -> dict[str, str]:
        """The calls and agents that belong together by it: call id to agent id."""
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
    the agent or call it is about, `by_agent` the agent who accepts or declines, `queue` the one
    that a direct assignment takes from, `matches` are the pairs (call, agent) of a round that was told.
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
    seen: tuple[State, ...] = ()
    matches: tuple[tuple[str, str], ...] = ()
    detail: str = ""

    @property
    def key(self) -> tuple[str, int]:
        """What its commits call it."""
        return (self.actor, self.number)


@dataclass(frozen=True, slots=True)
class Reservation:
    """Tickets of one side that somebody got, both ends included."""

    side: str
    first: int
    last: int
    begun: float
    ended: float


@dataclass(frozen=True, slots=True)
class Observation:
    """A queue's version and depth as somebody read them between two moments."""

    queue: str
    version: int
    depth: int
    begun: float
    ended: float


@dataclass(frozen=True, slots=True)
class Kept:
    """An agent or call as the table holds it in the end, with the newest operation ids."""

    state: State
    operations: tuple[str, ...]


@dataclass(frozen=True)
class Agreed:
    """What the rules go by that a contact centre may choose: offers in vain until a call is set aside, and
    the seconds until a waiting call is promoted (0 means never).
    """

    max_offers: int = 5
    promote_after_seconds: float = 0


@dataclass
class History:
    """Everything that was written down, and the table at the end, read when nobody could change it.

    `settled` says that matching went on until nothing fitted any more, and every call that rang was answered.
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
    settled: bool = False

    def add(self, other: "History") -> None:
        """Takes in what another process wrote down."""
        self.operations += other.operations
        self.commits += other.commits
        self.reservations += other.reservations
        self.observations += other.observations


@dataclass(frozen=True, order=True, slots=True)
class Violation:
    """One rule that does not hold: which, of whom, and what was found."""

    rule: str
    subject: str
    detail: str


NEVER: Final = inf
