"""Rules for calls nobody answers: none is given up too early, all are promoted in time. Pure.

Nobody starves where three things hold: who waits is promoted band by band, which is checked here; in a band
the ticket decides, which is `order`'s rule; and there are agents enough. So a call waits at most until it
stands in the highest band and those before it there are served: `starvation` checks that bound as a whole.
"""

from collections.abc import Iterator, Mapping

from tests.concurrency.history import (
    CALL,
    DEAD_LETTERED,
    IN_PROGRESS,
    NEVER,
    OFFERED,
    QUEUED,
    SWEEPS,
    History,
    Violation,
)
from tests.concurrency.rules.deadlines import BLUR, Sweeps
from tests.concurrency.rules.lives import Life, Lives, Step

BY_HAND = "call_dead_letter"
IN_VAIN = frozenset({"call_decline", *SWEEPS})
PRIORITY_CHANGES = "call_change_priority"
HIGHEST, NO_BAND = 0, -1


def wrongly_buried(history: History, lives: Lives) -> Iterator[Violation]:
    """Calls set aside after too few offers in vain, or not set aside after enough of them.

    Others may be set aside by hand, or because they waited as long as was agreed (`deadlines` knows when).
    """
    names = {operation.key: operation.name for operation in history.operations}
    most = history.agreed.max_offers
    for life in lives.lives.values():
        failures, status = 0, ""
        for step in life.steps if life.subject.kind == CALL else ():
            name, before, status = names[step.commit.operation], status, step.state.status
            if before == DEAD_LETTERED and status == QUEUED:
                failures = 0
            if before != OFFERED or name not in IN_VAIN:
                continue
            failures += 1
            about = f"v{step.version} by {step.commit.operation}, {name}: {failures} of {most} offers in vain"
            if status == DEAD_LETTERED and failures < most:
                yield Violation("no call is given up before its last offer", str(life.subject), about)
            elif status == QUEUED and failures >= most:
                yield Violation("a call is given up after its last offer", str(life.subject), about)


def starved(history: History, lives: Lives) -> Iterator[Violation]:
    """Calls that were not promoted although they waited long enough and a sweep came by."""
    seconds = history.agreed.promote_after_seconds
    names = {operation.key: operation.name for operation in history.operations}
    sweeps = Sweeps(history)
    for life in lives.lives.values():
        if life.subject.kind == CALL and seconds:
            yield from _not_promoted(life, lives, names, sweeps, seconds)


def _not_promoted(
    life: Life, lives: Lives, names: Mapping[tuple[str, int], str], sweeps: Sweeps, seconds: float
) -> Iterator[Violation]:
    """Follows a call through its bands; in each its time begins anew, and goes on while it rings.

    It also begins anew where an agent hands the call back whom the caller has talked to.
    """
    band, due, status = NO_BAND, NEVER, ""
    for step, later in life.followed():
        before, status = status, step.state.status
        if status != QUEUED:
            continue
        begun, present = lives.latest[step.commit.id], band_of(step, band)
        by_hand = names[step.commit.operation] == PRIORITY_CHANGES or before == DEAD_LETTERED
        about = f"v{step.version} by {step.commit.operation}: in band {present}, before in {band}"
        if band != NO_BAND and present > band and not by_hand:
            yield Violation("nobody goes back a band by itself", str(life.subject), about)
        if present != band or by_hand or before == IN_PROGRESS:
            band, due = present, begun + seconds
        ends = lives.earliest[later.commit.id] if later else NEVER
        swept = sweeps.first_end(max(begun, due) + BLUR)
        if band > HIGHEST and swept < ends:
            yield Violation(
                "who waits is promoted",
                str(life.subject),
                f"{about}; due from {due:.6f}, a sweep ended at {swept:.6f}",
            )


def band_of(step: Step, before: int) -> int:
    """The band a call stands in at one of its versions; the one before where its place stayed."""
    joined = step.written.joined
    return int(joined[0].rank.partition("#")[0]) if joined else before
