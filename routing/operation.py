"""Owns how an operation is carried out: read, decide, commit, tell; decide again if the race was lost."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from dynamo.transaction import Refused
from routing.agents import Agent
from routing.calls import Call
from routing.change_set import ChangeSet
from routing.events import Event
from routing.outcomes import Conflict
from routing.repeated import is_repeated
from routing.router import Router

T = TypeVar("T")

# How often an operation decides anew after losing a race; each time it reads who won.
MAX_DECISIONS = 8


@dataclass(frozen=True)
class Write(Generic[T]):
    """A decision to change the table: what to commit, what to answer and what to tell once it is."""

    changes: ChangeSet
    answer: T
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Nothing(Generic[T]):
    """A decision that everything is already as it should be."""

    answer: T


def carry_out(
    router: Router, decide: Callable[[ChangeSet], Write[T] | Nothing[T] | Conflict]
) -> T | Conflict:
    """Commits what `decide` decides, with a new operation id each time it has to decide again.

    `decide` reads what it needs and may be called several times. Answers its answer, or the Conflict it
    decided on, or a Conflict after `MAX_DECISIONS` lost races; what the same command did before is not done
    again, and the Conflict says so. Raises DynamoError: with OutcomeUnknownError the change may have been
    made, with any other it was not.
    """
    for _ in range(MAX_DECISIONS):
        changes = ChangeSet(router.new_id(), router.skills)
        decision = decide(changes)
        if changes.repeats is not None:
            return carried_out_before(changes.repeats)
        if isinstance(decision, Conflict):
            return replace(decision, repeated=is_repeated(changes.operation_id, decision.current))
        if isinstance(decision, Nothing):
            return decision.answer
        if router.origin:
            decision.changes.log(decision.events, origin=router.origin, by=router.actor)
        if not isinstance(router.table.commit(decision.changes.transaction()), Refused):
            router.emit(decision.events)
            return decision.answer
    return Conflict(f"others changed it {MAX_DECISIONS} times meanwhile; try again")


def carried_out_before(thing: Agent | Call) -> Conflict:
    """The conflict of a command with itself: it has changed the agent or call already."""
    return Conflict("this very command was carried out before", thing, repeated=True)
