"""Bound on how long other calls may delay a call, by age alone. Pure.

A call of any priority is in the highest band after one promotion for each band ahead of it; from then on only
those ahead of it in line may go first. Their number does not grow: later tickets come after it. So, with
enough agents, its wait is bounded.

`fairness` checks the time of each promotion and `order` each match by the current bands. This rule ignores
the current band: it uses only the start of the wait, the band at that time, and the sweeps since. Only sweeps
really made count, so a slow machine makes the bound later and never wrong.
"""

from collections.abc import Iterator, Mapping

from tests.concurrency.history import (
    CALL,
    DEAD_LETTERED,
    IN_PROGRESS,
    NEVER,
    QUEUED,
    History,
    Violation,
)
from tests.concurrency.rules.deadlines import BLUR, Sweeps
from tests.concurrency.rules.fairness import HIGHEST, NO_BAND, PRIORITY_CHANGES, band_of
from tests.concurrency.rules.lives import Life, Lives, Stay
from tests.concurrency.rules.order import Line, Taken

# By call and by the commit that began its wait.
Moments = Mapping[tuple[str, str], float]
# A call that comes from one of these statuses starts its time again.
BEGINS_ANEW = frozenset({DEAD_LETTERED, IN_PROGRESS})


def kept_waiting(history: History, lives: Lives) -> Iterator[Violation]:
    """Every wait in which a later call went first after the bound."""
    if history.agreed.promote_after_seconds:
        yield from _Aged(history, lives, highest_by(history, lives)).check_calls()


def highest_by(history: History, lives: Lives) -> Moments:
    """The bound for each wait of a call to be in the highest band, in seconds of the clock."""
    promotions = _Promotions(history, lives)
    calls = [life for life in lives.lives.values() if life.subject.kind == CALL]
    return {(life.subject.id, place): by for life in calls for place, by in promotions.of(life).items()}


class _Promotions:
    """Computes the time by which each call must be in the highest band."""

    def __init__(self, history: History, lives: Lives) -> None:
        self._lives = lives
        self._seconds = history.agreed.promote_after_seconds
        self._names = {operation.key: operation.name for operation in history.operations}
        self._sweeps = Sweeps(history)

    def of(self, life: Life) -> dict[str, float]:
        """The moment for each wait of a call, by the commit that it began with.

        A promotion keeps the bound; every other change of the call recomputes it, since a ringing call is not
        promoted, and a due step or overflow goes first. A change without a move postpones the bound for the
        whole wait.
        """
        found: dict[str, float] = {}
        band, due, by, status, place = NO_BAND, NEVER, NEVER, "", ""
        for step in life.steps:
            before, status = status, step.state.status
            if status != QUEUED:
                continue
            begun, present = self._lives.latest[step.commit.id], band_of(step, band)
            by_hand = self._names[step.commit.operation] == PRIORITY_CHANGES
            is_promotion = before == QUEUED and present < band and not by_hand
            if present != band or by_hand or before in BEGINS_ANEW:
                band, due = present, begun + self._seconds
            if not is_promotion:
                by = self._after_promotions(band, max(begun, due)) if band > HIGHEST else begun
            place = step.commit.id if before != QUEUED or step.written.joined else place
            found[place] = max(found.get(place, 0.0), by)
        return found

    def _after_promotions(self, times: int, due: float) -> float:
        """The end of the last of these promotions: each is made by the first sweep that begins after its due
        time.
        """
        swept = NEVER
        for _ in range(times):
            swept = self._sweeps.first_end(due + BLUR)
            due = swept + self._seconds
        return swept


class _Aged(Line):
    """The line without bands: only the order of arrival counts, from some age on."""

    rule = "nobody is kept waiting for ever"

    def __init__(self, history: History, lives: Lives, highest: Moments) -> None:
        super().__init__(history, lives)
        self._highest = highest

    def _comes_before(self, stay: Stay, match: Taken) -> bool:
        """Whether a call was in the highest band before the one taken came to its place."""
        if self._was_missed(stay, match) or stay.ticket > match.taken.ticket:
            return False
        return self._highest[stay.subject.id, stay.joined.id] < self._ticket_asked_for(match.taken)
