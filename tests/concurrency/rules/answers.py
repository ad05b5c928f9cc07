"""Rules for answers of services: nothing untrue, nothing out of date. Pure."""

from collections import defaultdict
from collections.abc import Iterator

from tests.concurrency.history import (
    SWEEPS,
    Commit,
    History,
    Operation,
    Outcome,
    State,
    Violation,
)
from tests.concurrency.rules.lives import Lives
from tests.concurrency.rules.repeats import sendings_of

# Operations of several commits: they end at a failure, and earlier commits stay.
SEVERAL = frozenset(
    {"match_once", "agents_add", "agents_enqueue", "agents_reset", "dead_letters_restore", *SWEEPS}
)


def untrue_answers(history: History, lives: Lives) -> Iterator[Violation]:
    """Operations whose answer contradicts their effect, and states that could not have been seen."""
    effects: defaultdict[tuple[str, int], list[Commit]] = defaultdict(list)
    for commit in lives.effective.values():
        effects[commit.operation].append(commit)
    first = {command: sendings[0].begun for command, sendings in sendings_of(history).items()}
    for operation in history.operations:
        about = f"{operation.name} {operation.key}"
        if operation.outcome is Outcome.BROKEN:
            yield Violation("an operation answers or says why not", about, operation.detail)
        yield from _effects(operation, effects[operation.key], about)
        for state in operation.seen:
            # A repeat with its key gets the first answer.
            since = first.get(operation.command, operation.begun)
            yield from _unseen(operation, state, lives, about, since)


def _effects(operation: Operation, commits: list[Commit], about: str) -> Iterator[Violation]:
    ids = [commit.id for commit in commits]
    if operation.name not in SEVERAL:
        if len(commits) > 1:
            yield Violation("an operation takes effect once", about, str(ids))
        if commits and operation.outcome in (Outcome.CONFLICT, Outcome.FAILED):
            yield Violation("who is told no has changed nothing", about, f"{operation.outcome}, but {ids}")
    if operation.name == "match_once" and operation.outcome is Outcome.DONE:
        made = sorted(pair for commit in commits for pair in commit.pairs.items())
        if made != sorted(operation.matches):
            yield Violation("a round tells its matches", about, f"told {operation.matches}, made {made}")


def _unseen(
    operation: Operation, state: State, lives: Lives, about: str, since: float
) -> Iterator[Violation]:
    """The state in an answer must have been true at some moment during the operation."""
    life, version = lives.lives.get(state.subject), state.version or 0
    if life is None or not 1 <= version <= len(life.steps):
        yield Violation("answers are true", about, f"{state}: there is no such version")
        return
    step = life.steps[version - 1]
    if (step.state.status, step.state.has) != (state.status, state.has):
        yield Violation("answers are true", about, f"told {state}, was {step.state}")
    if lives.earliest[step.commit.id] > operation.ended:
        yield Violation("answers are true", about, f"{state} came only after {operation.ended:.6f}")
    if version < len(life.steps) and lives.latest[life.steps[version].commit.id] < since:
        yield Violation("answers are not out of date", about, f"{state} was over before {since:.6f}")
