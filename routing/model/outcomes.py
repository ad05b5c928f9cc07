"""Outcomes of operations: conflict, match, round, assignment. Pure."""

from dataclasses import dataclass

from dynamo.items import Key
from routing.model.agents import Agent
from routing.model.calls import Call
from routing.model.queues import AgentEntry, CallEntry, QueueInfo, QueueKey


@dataclass(frozen=True)
class Conflict:
    """The operation changed nothing: the agent or call is not, or no longer, in the required state.

    `current` is the state now, so that the loser can decide again. `is_rule`: nobody came first, a rule
    forbids it, and the reason is the message.
    """

    reason: str
    current: Agent | Call | None = None
    is_rule: bool = False


@dataclass(frozen=True)
class Match:
    call: CallEntry
    agent: AgentEntry


@dataclass(frozen=True)
class Round:
    """One round of matching: its matches, and the number of refused commits.

    `overtaken`: the round ended because another matcher works on the same heads. `is_complete`: it has
    matches, and of what waited when it began nothing fits any more: only a change can bring another.
    """

    matches: tuple[Match, ...] = ()
    conflicts: int = 0
    overtaken: bool = False
    is_complete: bool = False


@dataclass(frozen=True)
class Assignment:
    """A direct assignment: who was taken, and each queue touched before and after."""

    agent: AgentEntry
    call: Call
    before: dict[QueueKey, QueueInfo]
    after: dict[QueueKey, QueueInfo]
    deleted: tuple[Key, ...]
