"""Queue keys, queue infos and queue entries. Pure; reads and writes nothing.

A queue is one combination of skill values. Agents wait in agent queues (`Q#Spanish#M`), calls in call queues
(`W#Spanish#Any`); with topics in use, a key has a third part (`Q#Spanish#M#Billing`). Chats have queues of
their own (`Q.chat#Spanish#M`, `W.chat#Spanish#Any`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import product

from routing.exceptions import BadQueueKeyError

ANY = "Any"
SEPARATOR = "#"
AGENT_SIDE = "Q"
CALL_SIDE = "W"
SIDES = (AGENT_SIDE, CALL_SIDE)
# Channels as queue keys and items name them; calls are the one without a name.
CALLS, CHAT = "", "chat"
CHANNELS = (CALLS, CHAT)
CHANNEL_MARK = "."


@dataclass(frozen=True, order=True)
class QueueKey:
    """One combination of skill values on the agents' or the callers' side; `str()` gives its text."""

    side: str
    language: str
    gender: str
    topic: str = ""
    channel: str = CALLS

    def __str__(self) -> str:
        parts = [line_of(self.side, self.channel), self.language, self.gender]
        return SEPARATOR.join([*parts, self.topic] if self.topic else parts)


def line_of(side: str, channel: str) -> str:
    """The first part of the keys of one side and channel: `Q`, `W.chat`.

    Whatever else a channel has of its own is named in the same way.
    """
    return f"{side}{CHANNEL_MARK}{channel}" if channel else side


# Side and channel by the first part of a key.
LINES = {line_of(side, channel): (side, channel) for channel in CHANNELS for side in SIDES}


def agent_queue(language: str, gender: str, topic: str = "", channel: str = CALLS) -> QueueKey:
    """The queue in which agents of these skills wait."""
    return QueueKey(AGENT_SIDE, language, gender, topic, channel)


def call_queue(language: str, gender: str, topic: str = "", channel: str = CALLS) -> QueueKey:
    """The queue in which calls with these preferences wait; the gender may be `Any`."""
    return QueueKey(CALL_SIDE, language, gender, topic, channel)


def queues_spanned(
    gender: str, languages: Iterable[str], topics: Iterable[str], channel: str = CALLS
) -> tuple[QueueKey, ...]:
    """The agent queues of an agent in the table, whose skills were checked when it was written."""
    return tuple(
        agent_queue(*parts, channel)
        for parts in product(sorted(languages), (gender,), sorted(topics) or ("",))
    )


def channel_of(key: str) -> str:
    """The channel of a queue, by its key as text."""
    return key.partition(SEPARATOR)[0].partition(CHANNEL_MARK)[2]


def parse_queue_key(text: str, *, topics: bool = False) -> QueueKey:
    """The key a text such as `Q#Spanish#M` stands for.

    Raises BadQueueKeyError if the text has another shape; `Skills.queue_named` checks that its skills exist.
    """
    parts = text.split(SEPARATOR)
    wanted = 4 if topics else 3
    if len(parts) != wanted or parts[0] not in LINES or not all(parts):
        tail = "#<topic>" if topics else ""
        raise BadQueueKeyError(
            text, f"expected Q#<language>#<gender>{tail} or W#<language>#<gender or Any>{tail}"
        )
    side, channel = LINES[parts[0]]
    language, gender, topic = (*parts[1:], "")[:3]
    return QueueKey(side, language, gender, topic, channel)


@dataclass(frozen=True)
class QueueInfo:
    """Version id (one more at each change) and depth (number of entries) of a queue, read together."""

    key: QueueKey
    version: int
    depth: int


@dataclass(frozen=True)
class AgentEntry:
    """An agent's place in one agent queue; the ticket is the same in each of the agent's queues."""

    queue: QueueKey
    ticket: int
    agent_id: str
    name: str
    gender: str
    languages: frozenset[str]
    topics: frozenset[str]
    queued_at: datetime
    auto_answer: bool = False
    team: str = ""

    @property
    def waiting_since(self) -> datetime:
        """Start of the agent's wait."""
        return self.queued_at

    @property
    def queues(self) -> tuple[QueueKey, ...]:
        """All queues in which the agent has an entry with this ticket."""
        return queues_spanned(self.gender, self.languages, self.topics, self.queue.channel)

    @property
    def rank(self) -> tuple[int, int]:
        """Orders entries of one side: smaller waits longer."""
        return (0, self.ticket)


@dataclass(frozen=True)
class CallEntry:
    """A call's place in its call queue: priority band first, then ticket.

    The agents in `tried` come last for it; with `preferred_agent` it goes to that agent only.
    """

    queue: QueueKey
    priority: int
    ticket: int
    call_id: str
    queued_at: datetime
    tried: frozenset[str] = frozenset()
    preferred_agent: str = ""
    rejoined_at: datetime | None = None

    @property
    def waiting_since(self) -> datetime:
        """Start of the call's wait, of several the last."""
        return self.rejoined_at or self.queued_at

    @property
    def rank(self) -> tuple[int, int]:
        """Orders entries of one side: smaller is served first."""
        return (self.priority, self.ticket)


def turn(entry: AgentEntry | CallEntry, *, newest_first: bool) -> tuple[int, int]:
    """Order of an entry among all of its side, smaller first, by the order of its queue."""
    priority, ticket = entry.rank
    return (priority, -ticket if newest_first else ticket)
