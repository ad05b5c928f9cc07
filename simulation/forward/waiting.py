"""Waiting callers: enter a queue, move while they wait, leave. Pure."""

from routing.model.queues import CallEntry
from simulation.forward.agents import SOME_DAY, PlayedCall, Stands
from simulation.forward.centre import CallQueue
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

    def move(self, call: PlayedCall, queue: CallQueue, *, band: int) -> None:
        """Puts a call that waits into another queue or band, at the ticket it has."""
        call.queue.line.remove(call.entry)
        if queue is not call.queue:
            self._record.depth(call.queue.number, self._clock.now, -1)
            self._record.depth(queue.number, self._clock.now, 1)
            call.queue = queue
        call.entry = entry_anew(call, band)
        queue.line.add(call.entry)


def entry_anew(call: PlayedCall, band: int) -> CallEntry:
    """The call's place at its old ticket in a band, with the agents it has been with by now."""
    old = call.entry
    return CallEntry(call.queue.key, band, old.ticket, old.call_id, SOME_DAY, frozenset(call.tried))
