"""Owns what is told of a storm afterwards."""

from collections import Counter
from dataclasses import dataclass, field

from tests.concurrency.history import (
    CALL,
    Fate,
    History,
    Outcome,
)
from tests.concurrency.lives import Lives
from tests.concurrency.plan import Plan


@dataclass
class Report:
    """What a storm left behind."""

    plan: Plan
    history: History
    kills: int = 0
    forged: int = 0
    lost: int = 0
    failures: list[str] = field(default_factory=list)

    @property
    def matches(self) -> int:
        """The matches that matchers were told of."""
        return sum(len(operation.matches) for operation in self.history.operations)

    def __str__(self) -> str:
        history = self.history
        outcomes = Counter(operation.outcome for operation in history.operations)
        unknown = sum(commit.fate is Fate.UNKNOWN for commit in history.commits)
        counted = ", ".join(f"{outcomes[outcome]} {outcome}" for outcome in Outcome if outcomes[outcome])
        return (
            f"storm of {self.plan.seconds:g} s, {self.plan.strategy}, STORM_SEED={self.plan.seed}: "
            f"{len(history.operations)} operations ({counted}), {len(history.commits)} commits "
            f"({unknown} of unknown fate), {self.matches} matches told, {self.kills} kills, "
            f"{self.forged} forged conflicts, {self.lost} lost replies"
        )


def fates_of_calls(history: History, lives: Lives) -> Counter[str]:
    """How often calls went from one status to another, and by which operation: `offered → queued, sweep`."""
    names = {operation.key: operation.name for operation in history.operations}
    found: Counter[str] = Counter()
    for life in lives.lives.values():
        for step, later in life.followed() if life.subject.kind == CALL else ():
            if later is not None:
                name = names[later.commit.operation]
                found[f"{step.state.status} → {later.state.status}, {name}"] += 1
    return found
