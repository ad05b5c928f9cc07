"""Lives: the commits of each agent and call in true order, with their time bounds.

The order does not depend on answers. An item keeps the ids of its latest operations, and a commit that writes
a whole item carries the former ones; so, from the item in the table back to version 1, every version names
its operation, also those whose sender never learned the outcome. Pure.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from tests.concurrency.history import (
    NEVER,
    NO_TERMS,
    QUEUED,
    Commit,
    Fate,
    History,
    Kept,
    Operation,
    Place,
    State,
    Subject,
    Terms,
    Violation,
    Written,
)


@dataclass(frozen=True, slots=True)
class Step:
    """One version of an agent or call, and the commit that made it."""

    version: int
    commit: Commit
    written: Written
    terms: Terms = NO_TERMS

    @property
    def state(self) -> State:
        """The agent or call at this version."""
        return self.written.state


@dataclass(frozen=True, slots=True)
class Stay:
    """One unbroken wait at one place: the commit that put the entries, and the one that removed or rewrote
    them, if any.
    """

    subject: Subject
    places: tuple[Place, ...]
    joined: Commit
    left: Commit | None
    terms: Terms = NO_TERMS

    @property
    def rank(self) -> str:
        """Its rank in line, the same in all its queues."""
        return self.places[0].rank

    @property
    def ticket(self) -> int:
        """The ticket of its place."""
        return int(self.rank.rpartition("#")[2])

    @property
    def queues(self) -> frozenset[str]:
        """The queues it stands in."""
        return frozenset(place.queue for place in self.places)


@dataclass
class Life:
    """The versions of one agent or call, from the first."""

    subject: Subject
    steps: list[Step] = field(default_factory=list)

    def followed(self) -> Iterator[tuple[Step, Step | None]]:
        """Each version with the one that came after it."""
        return zip(self.steps, [*self.steps[1:], None], strict=False)

    def stays(self) -> Iterator[Stay]:
        """Its waits, in order; a call moved to another place starts a new wait."""
        joined: Step | None = None
        for step in self.steps:
            moves = step.state.status != QUEUED or bool(step.written.joined)
            if joined is not None and moves:
                yield _stay(joined, step.commit)
                joined = None
            if step.state.status == QUEUED and joined is None:
                joined = step
        if joined is not None:
            yield _stay(joined, None)


def _stay(joined: Step, left: Commit | None) -> Stay:
    written = joined.written
    return Stay(joined.state.subject, written.joined, joined.commit, left, joined.terms)


@dataclass
class Lives:
    """All lives, the commits that took effect, and the time within which each of these did."""

    lives: dict[Subject, Life]
    effective: dict[str, Commit]
    earliest: dict[str, float]
    latest: dict[str, float]

    def stays(self) -> list[Stay]:
        """All waits of all agents and calls that left an entry behind."""
        return [stay for life in self.lives.values() for stay in life.stays() if stay.places]


def trace(history: History) -> tuple[Lives, list[Violation]]:
    """Reconstructs the effects, and the contradictions: versions without a commit or with a foreign one,
    commits applied twice or by half, and untrue answers to senders.
    """
    commits = {commit.id: commit for commit in history.commits}
    lives: dict[Subject, Life] = {}
    violations: list[Violation] = []
    for kept in history.kept:
        life, wrong = _traced(kept, commits)
        lives[kept.state.subject] = life
        violations += wrong
    effects = Counter(
        commit_id for life in lives.values() for commit_id in {step.commit.id for step in life.steps}
    )
    effective = {commit_id: commits[commit_id] for commit_id in effects}
    violations += _untruths(history.commits, effects)
    earliest, latest = _when(lives, effective, history.operations)
    return Lives(lives, effective, earliest, latest), violations


def _traced(kept: Kept, commits: dict[str, Commit]) -> tuple[Life, list[Violation]]:
    """The life of one item, read backwards from what the table holds."""
    subject, life = kept.state.subject, Life(kept.state.subject)
    known, top = kept.operations, kept.state.version or 0
    wrong: list[Violation] = []
    for version in range(top, 0, -1):
        back = top - version
        commit = commits.get(known[-1 - back]) if back < len(known) else None
        written = commit.by_subject.get(subject) if commit else None
        if commit is None or written is None:
            named = known[-1 - back] if back < len(known) else "nobody"
            wrong.append(Violation("every change was made by somebody", str(subject), f"v{version}: {named}"))
            break
        if written.is_whole:
            known, top = written.operations, version
            if written.state.version != version:
                wrong.append(
                    Violation(
                        "each version is made by one commit",
                        str(subject),
                        f"{commit.id} wrote v{written.state.version} as v{version}",
                    )
                )
        life.steps.append(Step(version, commit, written))
    life.steps.reverse()
    _carry_on(life)
    return life, wrong + _doubles(life)


def _carry_on(life: Life) -> None:
    """A match changes only when its call is due: the rest of its terms stays as it was, as do chats held."""
    terms, chats = NO_TERMS, None
    for place, step in enumerate(life.steps):
        said, written = step.written.terms, step.written
        terms = said if written.is_whole else replace(terms, due_at=said.due_at)
        chats = step.state.chats if written.is_whole else chats
        written = replace(written, state=replace(step.state, chats=chats))
        life.steps[place] = replace(step, terms=terms, written=written)


def _doubles(life: Life) -> list[Violation]:
    times = Counter(step.commit.id for step in life.steps)
    return [
        Violation("a commit is applied once", str(life.subject), f"{commit_id} {count} times")
        for commit_id, count in times.items()
        if count > 1
    ]


def _untruths(commits: Iterable[Commit], effects: Counter[str]) -> Iterator[Violation]:
    for commit in commits:
        there, wanted = effects[commit.id], len(commit.written)
        about = f"{commit.id} of {'/'.join(map(str, commit.operation))}"
        names = ", ".join(str(one.state.subject) for one in commit.written[:4])
        if not wanted:
            continue
        if commit.fate is Fate.NOT_APPLIED and there:
            yield Violation(
                "who is told no has changed nothing", about, f"is on {there} of {wanted}: {names}"
            )
        elif commit.fate is Fate.APPLIED and not there:
            yield Violation("who is told yes has changed something", about, f"is on none of {names}")
        elif 0 < there < wanted:
            yield Violation("a commit is applied whole", about, f"is on {there} of {wanted}: {names}")


def _when(
    lives: dict[Subject, Life], effective: dict[str, Commit], operations: Iterable[Operation]
) -> tuple[dict[str, float], dict[str, float]]:
    """Bounds of the time of each effective commit.

    Not before it was sent, nor before the former commit on one of its items. Not after the answer to its
    sender, nor after a later commit on one of its items, nor after the send of a commit by a reader of it,
    nor after an answer that showed it.
    """
    earliest = {commit_id: commit.begun for commit_id, commit in effective.items()}
    latest = {
        commit_id: commit.ended if commit.fate is Fate.APPLIED else NEVER
        for commit_id, commit in effective.items()
    }
    for operation in operations:
        for state in operation.seen:
            life, version = lives.get(state.subject), state.version or 0
            if life is not None and 1 <= version <= len(life.steps):
                shown = life.steps[version - 1].commit.id
                latest[shown] = min(latest[shown], operation.ended)
    for life in lives.values():
        for before, after in reversed(list(pairwise(life.steps))):
            seen_by = after.commit.begun if after.written.is_whole else NEVER
            bound = min(latest[after.commit.id], seen_by)
            latest[before.commit.id] = min(latest[before.commit.id], bound)
        for before, after in pairwise(life.steps):
            earliest[after.commit.id] = max(earliest[after.commit.id], earliest[before.commit.id])
    return earliest, latest
