"""Rules for commands repeated with their idempotency key: one effect, one answer. Pure."""

from collections import defaultdict
from collections.abc import Iterator

from tests.concurrency.history import Commit, History, Operation, Outcome, Violation
from tests.concurrency.rules.lives import Lives


def broken_repeats(history: History, lives: Lives) -> Iterator[Violation]:
    """Commands that took effect more than once, or got different answers."""
    effects: defaultdict[tuple[str, int], list[Commit]] = defaultdict(list)
    for commit in lives.effective.values():
        effects[commit.operation].append(commit)
    for command, sendings in sendings_of(history).items():
        made = [commit.id for one in sendings for commit in effects[one.key]]
        about = f"{sendings[0].name} {command}"
        if len(made) > 1:
            yield Violation("a command takes effect once", about, str(made))
        elif made:
            yield from _other_answers(sendings, effects, about)


def sendings_of(history: History) -> dict[str, list[Operation]]:
    """Every sending of each command with a key, in the order they began."""
    found: defaultdict[str, list[Operation]] = defaultdict(list)
    for operation in sorted(history.operations, key=lambda one: one.begun):
        if operation.command:
            found[operation.command].append(operation)
    return found


def _other_answers(
    sendings: list[Operation], effects: dict[tuple[str, int], list[Commit]], about: str
) -> Iterator[Violation]:
    """A repeat of a finished command is not refused, and gets the same answer."""
    made = next(one for one in sendings if effects[one.key])
    for again in (one for one in sendings if one.begun > made.ended):
        if again.outcome is Outcome.CONFLICT:
            yield Violation("who repeats a command is told as before", about, f"{made.seen}, then refused")
        elif Outcome.DONE == again.outcome == made.outcome and again.seen != made.seen:
            yield Violation(
                "who repeats a command is told as before", about, f"{made.seen}, then {again.seen}"
            )
