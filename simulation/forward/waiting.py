"""Waiting callers: enter a queue, move while they wait, leave. Pure."""

from routing.model.queues import CallEntry
from simulation.forward.centre import CallQueue
from simulation.forward.played_agents import SOME_DAY, PlayedCall, Stands
from simulation.forward.stage import Stage
from simulation.scenarios import ScenarioError

# A day of calls without agents or hang-ups would fill any memory.
MOST_WAITING = 100_000


class Waiting:
    """The call queues of one run."""

    def __init__(self, stage: Stage) -> None:
        self._clock = stage.clock
        self._record = stage.record
        self._calls = stage.calls

    def begin(self, call: PlayedCall) -> None:
        """Notes that a call was not matched at once. Raises ScenarioError if too many wait."""
        if len(self._calls) > MOST_WAITING:
            raise ScenarioError(
                "groups",
                f"after {self._clock.now:,.0f} seconds {MOST_WAITING:,} callers wait, and no more are "
                "simulated: more agents are needed, or callers who hang up (patience)",
            )
        call.stands = Stands.WAITS
        call.counted = True
        self._record.depth(call.queue.number, self._clock.now, 1)

    def leave(self, call: PlayedCall) -> None:
        call.queue.line.remove(call.entry)
        if call.counted:
            call.counted = False
            self._record.depth(call.queue.number, self._clock.now, -1)

    def move(self, call: PlayedCall, queue: CallQueue, *, band: int) -> None:
        """Moves a waiting call to another queue or band, with its ticket."""
        call.queue.line.remove(call.entry)
        if queue is not call.queue:
            self._record.depth(call.queue.number, self._clock.now, -1)
            self._record.depth(queue.number, self._clock.now, 1)
            call.queue = queue
        call.entry = entry_in_band(call, band)
        queue.line.add(call.entry)


def entry_in_band(call: PlayedCall, band: int) -> CallEntry:
    """The call's entry with its old ticket in a band, and the agents tried so far."""
    old = call.entry
    return CallEntry(call.queue.key, band, old.ticket, old.call_id, SOME_DAY, frozenset(call.tried))
