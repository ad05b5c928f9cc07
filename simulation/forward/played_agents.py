"""Callers and agents of a run while they are present, with their state. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum, auto

from routing.model.queues import AgentEntry, CallEntry, QueueKey
from routing.model.skills import Skills
from simulation.forward.centre import CallQueue, Centre
from simulation.forward.counts import Tally
from simulation.forward.lines import Line
from simulation.luck import Luck
from simulation.scenarios import AgentGroup
from simulation.scenarios.served import queues_of

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
    """One agent; `since` is the start of its state."""

    agent_id: str
    group: int
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


def crew(groups: Sequence[AgentGroup], skills: Skills, centre: Centre) -> list[PlayedAgent]:
    """All agents of these groups, off shift."""
    found: list[PlayedAgent] = []
    for number, group in enumerate(groups):
        queues = queues_of(group, skills)
        lines = tuple(centre.agents[queue] for queue in queues)
        languages, topics = frozenset(group.languages), frozenset(group.topics)
        serves = centre.served_from(queues)
        found += [
            PlayedAgent(f"{number}-{one}", number, group, queues, lines, languages, topics, serves)
            for one in range(group.agents)
        ]
    return found


def entries_of(agent: PlayedAgent) -> tuple[AgentEntry, ...]:
    """The agent's place in each of its queues, with the ticket it holds."""
    ticket, agent_id, name, gender = agent.ticket, agent.agent_id, agent.facts.name, agent.facts.gender
    return tuple(
        AgentEntry(queue, ticket, agent_id, name, gender, agent.languages, agent.topics, SOME_DAY)
        for queue in agent.queues
    )
