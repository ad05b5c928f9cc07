"""Rules for calls nobody answers: none is given up too early, all are promoted in time. Pure.

No call starves under three conditions: waiting calls are promoted band by band, checked here; in a band the
ticket decides, checked by `order`; and there are enough agents. So a call waits at most until it is in the
highest band and those ahead of it there are served: `starvation` checks that bound as a whole.
"""

from collections.abc import Iterator, Mapping

from tests.concurrency.history import (
    CALL,
    CREATED,
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
    """Calls made dead letters after too few unanswered offers, or not after enough of them.

    Others may be dead letters by hand, or after the longest wait of their policy (checked by `deadlines`).
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
            about = (
                f"v{step.version} by {step.commit.operation}, {name}: {failures} of {most} unanswered offers"
            )
            if status == DEAD_LETTERED and failures < most:
                yield Violation("no call is given up before its last offer", str(life.subject), about)
            elif status == QUEUED and failures >= most:
                yield Violation("a call is given up after its last offer", str(life.subject), about)


def starved(history: History, lives: Lives) -> Iterator[Violation]:
    """Calls not promoted although they waited long enough and a sweep followed."""
    seconds = history.agreed.promote_after_seconds
    names = {operation.key: operation.name for operation in history.operations}
    sweeps = Sweeps(history)
    for life in lives.lives.values():
        if life.subject.kind == CALL and seconds:
            yield from _not_promoted(life, lives, names, sweeps, seconds)


def _not_promoted(
    life: Life, lives: Lives, names: Mapping[tuple[str, int], str], sweeps: Sweeps, seconds: float
) -> Iterator[Violation]:
    """Follows a call through its bands; in each its time starts again, and continues while it rings.

    It also starts again when a call in progress is handed back, and when a robot leaves a chat.
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
        if present != band or by_hand or before in (IN_PROGRESS, CREATED):
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
    """The band of a call at one of its versions; the former one if its place is unchanged."""
    joined = step.written.joined
    return int(joined[0].rank.partition("#")[0]) if joined else before
