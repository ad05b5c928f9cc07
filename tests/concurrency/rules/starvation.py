"""Bound on how long other calls may delay a call, by age alone. Pure.

A call of any priority stands in the highest band after as many promotions as it has bands before it; from
then on only those before it in line may go first. They are a number that does not grow: who took a ticket
later goes before it no more. So, as long as there are agents enough, its wait is bounded.

`fairness` holds each promotion to its time and `order` each match to the bands as they are. Here nobody asks
in which band a call is: only when it came into the line, what band it had then, and which sweeps came by.
Those count that the storm really made, so a slow machine makes the bound later and never wrong.
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

# By call and by the commit that a wait of it began with.
Moments = Mapping[tuple[str, str], float]
# A call that comes from one of these has its whole time again.
BEGINS_ANEW = frozenset({DEAD_LETTERED, IN_PROGRESS})


def kept_waiting(history: History, lives: Lives) -> Iterator[Violation]:
    """Every wait in which a call that had waited long enough saw one go first that came later still."""
    if history.agreed.promote_after_seconds:
        yield from _Aged(history, lives, highest_by(history, lives)).check_calls()


def highest_by(history: History, lives: Lives) -> Moments:
    """By when each call must stand in the highest band, for each of its waits; in seconds of the clock."""
    promotions = _Promotions(history, lives)
    calls = [life for life in lives.lives.values() if life.subject.kind == CALL]
    return {(life.subject.id, place): by for life in calls for place, by in promotions.of(life).items()}


class _Promotions:
    """Works out by when each call must stand in the highest band."""

    def __init__(self, history: History, lives: Lives) -> None:
        self._lives = lives
        self._seconds = history.agreed.promote_after_seconds
        self._names = {operation.key: operation.name for operation in history.operations}
        self._sweeps = Sweeps(history)

    def of(self, life: Life) -> dict[str, float]:
        """The moment for each wait of a call, by the commit that it began with.

        A promotion leaves the moment as it was; whatever else befalls the call, it is worked out anew. For
        while it rings nothing is done about its band, and a step or an overflow that is due goes before. What
        happens without a move puts the moment off for the whole wait.
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
        """The end of the last of so many: each is done by the first sweep that begins once it is due."""
        swept = NEVER
        for _ in range(times):
            swept = self._sweeps.first_end(due + BLUR)
            due = swept + self._seconds
        return swept


class _Aged(Line):
    """The line as if there were no bands: only who came before counts, from some age on."""

    rule = "nobody is kept waiting for ever"

    def __init__(self, history: History, lives: Lives, highest: Moments) -> None:
        super().__init__(history, lives)
        self._highest = highest

    def _comes_before(self, stay: Stay, match: Taken) -> bool:
        """Whether a call stood in the highest band before the one taken came to where it was."""
        if self._in_vain(stay, match) or stay.ticket > match.taken.ticket:
            return False
        return self._highest[stay.subject.id, stay.joined.id] < self._ticket_asked_for(match.taken)
