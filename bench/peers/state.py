"""State of a contact centre in plain values, the same for every store: who waits, who was matched. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Agent:
    """A waiting agent: its ticket, and its entry in each of its queues."""

    agent_id: str
    ticket: int
    queues: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True)
class Call:
    """A waiting call: its rank is the band, then the ticket."""

    call_id: str
    band: int
    ticket: int
    queue: str


@dataclass(frozen=True)
class Counts:
    """Version and depth of a queue."""

    version: int
    depth: int


@dataclass(frozen=True)
class Pair:
    """A match, as the call tells it, and the operation that made it."""

    call_id: str
    agent_id: str
    operation_id: str


@dataclass(frozen=True)
class State:
    """All that a store holds at one moment.

    `fits` names the agent queues of each call queue; `agents` and `calls` are those whose own item says that
    they wait; `entries` are (queue, ticket, id); `calls_of` is the call that each matched agent's item names.
    """

    fits: Mapping[str, tuple[str, ...]]
    agents: Mapping[str, Agent]
    calls: Mapping[str, Call]
    queues: Mapping[str, Counts]
    entries: frozenset[tuple[str, int, str]]
    pairs: tuple[Pair, ...] = ()
    calls_of: Mapping[str, str] | None = None
