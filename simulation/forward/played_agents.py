"""Callers and agents of a run while they are present, with their state. Pure."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum, auto
from typing import Any

from routing.model.agents import row_id
from routing.model.queues import AgentEntry, CallEntry, QueueKey
from routing.model.skills import Skills
from simulation.forward.centre import CallQueue, Centre
from simulation.forward.counts import Tally
from simulation.forward.lines import Line
from simulation.luck import Luck
from simulation.scenarios import AgentGroup
from simulation.scenarios.served import chat_queues_of, queues_of

# Entries have a moment for people; nothing depends on it, and virtual time has no date.
SOME_DAY = datetime(2000, 1, 1, tzinfo=UTC)


class Stands(Enum):
    """State of a simulated caller or agent."""

    AWAY = auto()
    WAITS = auto()
    RINGS = auto()
    BUSY = auto()
    RESTS = auto()
    GONE = auto()


@dataclass(slots=True)
class PlayedCall:
    """A call from its arrival to its end; `tally` counts its outcome, None in the warm-up.

    `then` are its next queues while it waits, each after some seconds. Due times are moments, 0 for never;
    one that passes while the call rings takes effect once it waits again.
    """

    number: int
    arrived: float
    luck: Luck
    queue: CallQueue
    entry: CallEntry
    tally: Tally | None
    stands: Stands = Stands.WAITS
    counted: bool = False
    failures: int = 0
    tried: tuple[str, ...] = ()
    then: tuple[tuple[float, CallQueue], ...] = ()
    promote_at: float = 0.0
    relax_at: float = 0.0
    overflow_at: float = 0.0
    agent: "PlayedAgent | None" = None


@dataclass(slots=True)
class PlayedAgent:
    """One agent; `since` is the start of its state, `hours` the place of its time in the counts.

    An agent who chats has a second row with `slots`, of which `held` have a chat. It is busy if it has none
    left. Its `unanswered` chats wait for an answer, one of them while it `writes`.
    """

    agent_id: str
    hours: int
    facts: AgentGroup
    queues: tuple[QueueKey, ...]
    lines: tuple[Line[AgentEntry], ...]
    languages: frozenset[str]
    topics: frozenset[str]
    serves: tuple[CallQueue, ...]
    stands: Stands = Stands.AWAY
    on_shift: bool = False
    since: float = 0.0
    ticket: int = 0
    missed: int = 0
    entries: tuple[AgentEntry, ...] = ()
    slots: int = 0
    held: int = 0
    unanswered: deque[Any] = field(default_factory=deque)
    writes: bool = False

    @property
    def is_full(self) -> bool:
        """True for a chat row without a free slot."""
        return bool(self.slots) and self.held >= self.slots


def crew(groups: Sequence[AgentGroup], skills: Skills, centre: Centre) -> list[PlayedAgent]:
    """All agents of these groups, off shift, and their chat rows."""
    found: list[PlayedAgent] = []
    chatting = [number for number, group in enumerate(groups) if group.chat_slots]
    for number, group in enumerate(groups):
        found += _rows(
            group,
            number,
            queues_of(group, skills),
            centre,
            [f"{number}-{one}" for one in range(group.agents)],
        )
    for place, number in enumerate(chatting):
        group = groups[number]
        ids = [row_id(f"{number}-{one}") for one in range(group.agents)]
        for row in _rows(group, len(groups) + place, chat_queues_of(group, skills), centre, ids):
            row.slots = group.chat_slots
            found.append(row)
    return found


def _rows(
    group: AgentGroup, hours: int, queues: tuple[QueueKey, ...], centre: Centre, ids: Sequence[str]
) -> list[PlayedAgent]:
    lines = tuple(centre.agents[queue] for queue in queues)
    languages, topics = frozenset(group.languages), frozenset(group.topics)
    serves = centre.served_from(queues)
    return [PlayedAgent(one, hours, group, queues, lines, languages, topics, serves) for one in ids]


def entries_of(agent: PlayedAgent) -> tuple[AgentEntry, ...]:
    """The agent's place in each of its queues, with the ticket it holds."""
    ticket, agent_id, name, gender = agent.ticket, agent.agent_id, agent.facts.name, agent.facts.gender
    return tuple(
        AgentEntry(queue, ticket, agent_id, name, gender, agent.languages, agent.topics, SOME_DAY)
        for queue in agent.queues
    )
