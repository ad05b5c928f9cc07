"""Operation: read, decide, commit, tell; decide again after a lost race."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from dynamo.transaction import Refused
from routing.exceptions import KeyReusedError, RoutingError
from routing.model.command import Answer, KeptCommand
from routing.model.events import Event, of_operation
from routing.model.outcomes import Conflict
from routing.router import Router, Seen
from routing.storage import store
from routing.storage.change_set import ChangeSet

T = TypeVar("T")

# Decisions of an operation after lost races; each reads the new state.
MAX_DECISIONS = 8


@dataclass(frozen=True)
class Write(Generic[T]):
    """A decision to change the table: what to commit, to answer, and to tell after the commit."""

    changes: ChangeSet
    answer: T
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Nothing(Generic[T]):
    """A decision that nothing is left to do."""

    answer: T


def carry_out(
    router: Router, decide: Callable[[ChangeSet], Write[T] | Nothing[T] | Conflict]
) -> T | Conflict:
    """Commits the decision of `decide`, with a new operation id for each decision.

    `decide` reads what it needs and may be called several times. Answers its answer, or the Conflict it
    decided on, or a Conflict after `MAX_DECISIONS` lost races. A command carried out before is not repeated,
    and gets its kept answer. Raises KeyReusedError if another command was carried out under its key, what
    `decide` raises, and DynamoError: with OutcomeUnknownError the change may have been made, with any other
    it was not. With `router.seen` it writes on what was seen if it can, and else decides on what it reads.
    """
    written = _written_unread(router, router.seen, decide) if router.seen else None
    if written is not None:
        return written.answer
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
        # Only now: this read comes after those of the decision, so it sees a command carried out before them.
        kept = done_before(router)
        if kept is not None:
            return cast("T", kept.answer)
        if not isinstance(decision, Write):
            return decision if isinstance(decision, Conflict) else decision.answer
    return Conflict(f"others changed it {MAX_DECISIONS} times meanwhile; try again")


def _written_unread(
    router: Router, seen: Seen, decide: Callable[[ChangeSet], Write[T] | Nothing[T] | Conflict]
) -> Write[T] | None:
    """A committed decision on what was seen, None without one.

    Only a write stands, since its guards hold what it was decided on; all else may be old.
    """
    try:
        decision = decide(ChangeSet(router.new_id(), router.skills))
    except RoutingError:
        return None
    finally:
        seen.forget()
    return decision if isinstance(decision, Write) and _is_committed(router, decision) else None


def _is_committed(router: Router, write: Write[T]) -> bool:
    if router.origin:
        write.changes.log(write.events, origin=router.origin, by=router.actor)
    if router.command:
        write.changes.keep(router.command, cast("Answer", write.answer), at=router.clock())
    if isinstance(router.table.commit(write.changes.transaction()), Refused):
        return False
    if router.wrote is not None:
        router.wrote.update(write.changes.agents)
    router.emit(of_operation(write.events, write.changes.operation_id))
    return True


def done_before(router: Router) -> KeptCommand | None:
    """The kept outcome of the router's command or part; None if it was not carried out.

    Raises KeyReusedError if another command was carried out under its key.
    """
    command = router.command
    kept = store.read_command(router.table, command) if command else None
    if command is None or kept is None or kept.is_expired(router.clock()):
        return None
    if not kept.is_of(command):
        raise KeyReusedError(kept.operation)
    return kept
