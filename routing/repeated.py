"""Owns how a command that is sent again is told from a new one: its operation ids begin with its key. Pure.

Agents and calls keep the ids of the last operations on them, so what a key was given for is found there; no
other record is needed, and none can disagree with what was done.
"""

from collections.abc import Callable
from typing import TypeVar, cast

from dynamo.transaction import MAX_ID_LENGTH
from routing.agents import Agent
from routing.calls import Call
from routing.outcomes import Conflict

T = TypeVar("T")

KEY_LENGTH = 16
BEHIND_KEY = "."


def ids_of_command(key: str, new_id: Callable[[], str]) -> Callable[[], str]:
    """Gives new operation ids that name the command by its key, KEY_LENGTH characters without BEHIND_KEY."""
    return lambda: f"{key}{BEHIND_KEY}{new_id()}"[:MAX_ID_LENGTH]


def key_of(operation_id: str) -> str:
    """The key of the command that an operation belongs to, or "" where nobody gave one."""
    key, behind, _rest = operation_id.partition(BEHIND_KEY)
    return key if behind else ""


def is_repeated(operation_id: str, thing: Agent | Call | None) -> bool:
    """Whether the command of this operation has already changed the agent or call."""
    key = key_of(operation_id)
    return bool(key) and thing is not None and key in map(key_of, thing.operations)


def resolved(outcome: T) -> T:
    """What a command led to: for one that was sent again, the agent or call that it changed, as it is now."""
    if isinstance(outcome, Conflict) and outcome.repeated and outcome.current is not None:
        return cast(T, outcome.current)
    return outcome
