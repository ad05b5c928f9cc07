"""Owns callers in line: they come, are promoted as they wait, and leave. Pure."""

from routing.queues import CallEntry
from simulation.forward.people import SOME_DAY, PlayedCall, Stands
from simulation.forward.stage import Stage
from simulation.scenarios import ScenarioError

# A day of calls that nobody serves and nobody gives up would fill any memory.
MOST_WAITING = 100_000


class Waiting:
    """The lines of one run, as calls go through them."""

    def __init__(self, stage: Stage) -> None:
        self._clock = stage.clock
        self._record = stage.record
        self._calls = stage.calls
        self._promote_after = stage.policy.promote_after_seconds
        self._highest = stage.policy.highest_band
        # Where all have one priority, promotion changes no order: the older is promoted first.
        self._promotes = len(stage.scenario.priorities) > 1 and self._promote_after > 0

    def begin(self, call: PlayedCall) -> None:
        """Says that a call in line was not matched at once. Raises ScenarioError if too many wait."""
        if len(self._calls) > MOST_WAITING:
            raise ScenarioError(
                "groups",
                f"after {self._clock.now:,.0f} seconds {MOST_WAITING:,} callers wait, and no more are "
                "played: more agents are needed, or callers who hang up (patience)",
            )
        call.stands = Stands.WAITS
        call.counted = True
        self._record.depth(call.queue.number, self._clock.now, 1)

    def leave(self, call: PlayedCall) -> None:
        """Takes a call out of its line."""
        call.queue.line.remove(call.entry)
        if call.counted:
            call.counted = False
            self._record.depth(call.queue.number, self._clock.now, -1)

    def expect_promotion(self, call: PlayedCall) -> None:
        """Has a call promoted when it has been in its band for long, if there is a higher one."""
        if self._promotes and call.entry.priority > self._highest:
            call.promote_at = self._clock.now + self._promote_after
            self._clock.at(call.promote_at, self.promote, call)

    def promote(self, call: PlayedCall) -> None:
        """Moves a waiting call one band forward; one that rings meanwhile is left alone."""
        if call.stands is not Stands.WAITS:
            return
        call.queue.line.remove(call.entry)
        call.entry = entry_anew(call, max(self._highest, call.entry.priority - 1))
        call.queue.line.add(call.entry)
        self.expect_promotion(call)

    def is_overdue(self, call: PlayedCall) -> bool:
        """Whether a call was to be promoted while it rang."""
        return 0 < call.promote_at <= self._clock.now


def entry_anew(call: PlayedCall, band: int) -> CallEntry:
    """The call's place at its old ticket in a band, with the agents it has been with by now."""
    old = call.entry
    return CallEntry(old.queue, band, old.ticket, old.call_id, SOME_DAY, frozenset(call.tried))
