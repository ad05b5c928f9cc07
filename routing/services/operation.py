"""Operation: read, decide, commit, tell; decide again after a lost race."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from dynamo.transaction import Refused
from routing.exceptions import KeyReusedError, RoutingError
from routing.model.command import Answer, KeptCommand
from routing.model.events import Event
from routing.model.outcomes import Conflict
from routing.router import Router
from routing.storage import store
from routing.storage.change_set import ChangeSet

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
    decided on, or a Conflict after `MAX_DECISIONS` lost races. What the router's command did before is not
    done again, and is answered as it was then. Raises KeyReusedError where something else was done under its
    key, what `decide` raises, and DynamoError: with OutcomeUnknownError the change may have been made, with
    any other it was not.
    """
    for _ in range(MAX_DECISIONS):
        changes = ChangeSet(router.new_id(), router.skills)
        try:
            decision = decide(changes)
        except RoutingError:
            kept = done_before(router)
            if kept is None:
                raise
            return cast("T", kept.answer)
        if isinstance(decision, Write) and _is_committed(router, decision):
            return decision.answer
        # Only now: if the command was carried out before what the decision rests on was read, this sees it.
        kept = done_before(router)
        if kept is not None:
            return cast("T", kept.answer)
        if not isinstance(decision, Write):
            return decision if isinstance(decision, Conflict) else decision.answer
    return Conflict(f"others changed it {MAX_DECISIONS} times meanwhile; try again")


def _is_committed(router: Router, write: Write[T]) -> bool:
    if router.origin:
        write.changes.log(write.events, origin=router.origin, by=router.actor)
    if router.command:
        write.changes.keep(router.command, cast("Answer", write.answer), at=router.clock())
    if isinstance(router.table.commit(write.changes.transaction()), Refused):
        return False
    router.emit(write.events)
    return True


def done_before(router: Router) -> KeptCommand | None:
    """What is kept of the router's command, or of the part of it; None where it was not carried out.

    Raises KeyReusedError where something else was done under its key.
    """
    command = router.command
    kept = store.read_command(router.table, command) if command else None
    if command is None or kept is None or kept.is_expired(router.clock()):
        return None
    if not kept.is_of(command):
        raise KeyReusedError(kept.operation)
    return kept
