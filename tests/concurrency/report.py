"""Report of a storm."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from tests.concurrency.history import (
    CALL,
    OFFERED,
    QUEUED,
    Fate,
    History,
    Outcome,
)
from tests.concurrency.plan import Plan
from tests.concurrency.rules.lives import Lives, trace


@dataclass
class Report:
    """Results of a storm."""

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

    @cached_property
    def _lives(self) -> Lives:
        return trace(self.history)[0]

    @cached_property
    def turns(self) -> Counter[str]:
        """Transitions of calls with their operation and number: `offered → queued, sweep`."""
        names = {operation.key: operation.name for operation in self.history.operations}
        return Counter(
            f"{step.state.status} → {later.state.status}, {names[later.commit.operation]}"
            for life in self._lives.lives.values()
            for step, later in life.followed()
            if life.subject.kind == CALL and later is not None
        )

    @property
    def longest_wait(self) -> float:
        """The longest unbroken wait of a call, in seconds, moves included."""
        lives, longest = self._lives, 0.0
        for life in lives.lives.values():
            since: float | None = None
            for step in life.steps if life.subject.kind == CALL else ():
                if step.state.status == QUEUED:
                    since = lives.earliest[step.commit.id] if since is None else since
                elif since is not None:
                    longest, since = max(longest, lives.earliest[step.commit.id] - since), None
        return longest

    @property
    def most_held(self) -> int:
        """The most chats that an agent held at once."""
        steps = (step for life in self._lives.lives.values() for step in life.steps)
        return max((len(step.state.chats.ids) for step in steps if step.state.chats), default=0)

    @property
    def offered_again(self) -> int:
        """The calls that rang again after an unanswered offer."""
        rang = (
            sum(step.state.status == OFFERED for step in life.steps)
            for life in self._lives.lives.values()
            if life.subject.kind == CALL
        )
        return sum(times > 1 for times in rang)

    def __str__(self) -> str:
        history = self.history
        outcomes = Counter(operation.outcome for operation in history.operations)
        unknown = sum(commit.fate is Fate.UNKNOWN for commit in history.commits)
        counted = ", ".join(f"{outcomes[outcome]} {outcome}" for outcome in Outcome if outcomes[outcome])
        return (
            f"storm of {self.plan.seconds:g} s, {self.plan.strategy}, STORM_SEED={self.plan.seed}: "
            f"{len(history.operations)} operations ({counted}), {len(history.commits)} commits "
            f"({unknown} of unknown fate), {self.matches} matches told, {self.kills} kills, "
            f"{self.forged} forged conflicts, {self.lost} lost replies; "
            f"{len(history.log)} messages in conversations, at most {self.most_held} chats held at once; "
            f"{self.offered_again} calls rang again, the longest wait was {self.longest_wait:.1f} s; "
            + "; ".join(f"{turn}: {count}" for turn, count in sorted(self.turns.items()))
        )
