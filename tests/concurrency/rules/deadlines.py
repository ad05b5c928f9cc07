"""Rules for due times: what is due is done, and nothing before it is due. Pure.

The storm's routers take the time from the machine's clock: a deadline on an item is a moment of the history.
"""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from tests.concurrency.history import (
    AGENT,
    CALL,
    CALL_BUSY,
    NEVER,
    OFFERED,
    SWEEPS,
    History,
    Outcome,
    Violation,
)
from tests.concurrency.rules.lives import Life, Lives, Step

# Statuses whose deadline a sweep handles: an agent's ringing ends with its call, a talk has none.
SWEPT = {AGENT: frozenset({"available", "wrapUp"}), CALL: frozenset({"created", "queued", OFFERED})}
# Moments are written in microseconds, so they may be off by one.
BLUR = 0.000_002


def missed_deadlines(history: History, lives: Lives) -> Iterator[Violation]:
    """Hidden calls that were offered, early sweeps, and due items missed by a sweep."""
    names = {operation.key: operation.name for operation in history.operations}
    sweeps = Sweeps(history)
    for life in lives.lives.values():
        for before, after in pairwise(life.steps):
            if names[after.commit.operation] in SWEEPS:
                yield from _too_early(life, before, after)
            if (
                after.state.status == OFFERED
                and before.state.status in CALL_BUSY
                and life.subject.kind == CALL
            ):
                yield Violation(
                    "a hidden call is offered to nobody",
                    str(life.subject),
                    f"v{after.version} by {after.commit.operation}: to {after.state.has}, while it was "
                    f"{before.state.status} with {before.state.has}",
                )
        yield from _left_undone(life, lives, sweeps)


def _too_early(life: Life, before: Step, after: Step) -> Iterator[Violation]:
    """Deadlines that a sweep ended too early; a ringing agent has its call's."""
    due_at = before.terms.due_at
    if due_at is None or after.commit.begun < due_at - BLUR:
        yield Violation(
            "nothing is done before it is due",
            str(life.subject),
            f"v{after.version} by {after.commit.operation} at {after.commit.begun:.6f}: from "
            f"{before.state.status} to {after.state.status}, due at {due_at}",
        )


class Sweeps:
    """The complete sweeps: for each start, the first end of the following ones."""

    def __init__(self, history: History) -> None:
        done = sorted(
            (one.begun, one.ended)
            for one in history.operations
            if one.name == "sweep" and one.outcome is Outcome.DONE
        )
        self._begun = [begun for begun, _ in done]
        self._ended = [ended for _, ended in done]
        for place in range(len(done) - 2, -1, -1):
            self._ended[place] = min(self._ended[place], self._ended[place + 1])

    def first_end(self, after: float) -> float:
        """The first end of the sweeps that began after a moment."""
        place = bisect_right(self._begun, after)
        return self._ended[place] if place < len(self._ended) else NEVER


def _left_undone(life: Life, lives: Lives, sweeps: Sweeps) -> Iterator[Violation]:
    for step, later in life.followed():
        due_at = step.terms.due_at
        if due_at is None or step.state.status not in SWEPT[life.subject.kind]:
            continue
        seen_from = max(lives.latest[step.commit.id], due_at) + BLUR
        seen_until = lives.earliest[later.commit.id] if later else NEVER
        swept = sweeps.first_end(seen_from)
        if swept < seen_until:
            yield Violation(
                "what is due is done by the next sweep",
                str(life.subject),
                f"v{step.version} is {step.state.status}, due at {due_at:.6f}; a sweep ended at {swept:.6f}, "
                f"and it was so until {seen_until:.6f}",
            )
