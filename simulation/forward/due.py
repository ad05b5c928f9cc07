"""Due changes of waiting callers: promotion, next step, overflow. Pure.

By the rules of the router's sweep, but at the very moment they are due.
"""

from collections.abc import Callable

from routing.model import waiting_rules as rules
from simulation.forward.centre import CallQueue
from simulation.forward.played_agents import PlayedCall, Stands
from simulation.forward.stage import Stage
from simulation.forward.waiting import Waiting, entry_in_band

Matching = Callable[[tuple[CallQueue, ...]], bool]


class Due:
    """Due changes of the waiting calls of one run; `match` looks for an agent after a move."""

    def __init__(self, stage: Stage, waiting: Waiting, match: Matching) -> None:
        self._stage = stage
        self._clock = stage.clock
        self._waiting = waiting
        self._match = match
        self._promotes = _promotion_matters(stage)
        self._do = {
            rules.DueChange.OVERFLOW: self._overflow,
            rules.DueChange.NEXT_STEP: self._relax,
            rules.DueChange.PROMOTION: self._promote,
        }

    def place(self, call: PlayedCall) -> bool:
        """Puts a new call into its queue, or the one it overflows to; False if it was rejected."""
        if call.queue.is_full and not self._found_room(call):
            return False
        call.queue.line.add(call.entry)
        return True

    def expect(self, call: PlayedCall) -> None:
        """Schedules all due changes of a call that waits or rings from now on."""
        if call.then:
            call.relax_at = self._step_ends(call)
        if call.queue.policy.max_wait_seconds:
            call.overflow_at = self._look_in(call, call.queue.policy.max_wait_seconds)
        if self._promotes:
            call.promote_at = self._promotion(call, planned=call.promote_at)

    def look(self, call: PlayedCall) -> None:
        """Makes due changes on a waiting call; a ringing one is left alone."""
        while call.stands is Stands.WAITS:
            due = rules.due_first(self._clock.now, call.overflow_at, call.relax_at, call.promote_at)
            if due is None:
                return
            self._do[due](call)

    def _found_room(self, call: PlayedCall) -> bool:
        """Whether a full queue overflows to one with room, which the call then comes to."""
        queue, has_room = rules.place_from(call.queue)
        if not has_room:
            self._turn_away(call)
            return False
        call.promote_at = self._promotion(call)
        call.queue, call.then = queue, ()
        call.entry = entry_in_band(call, call.entry.priority)
        return True

    def _overflow(self, call: PlayedCall) -> None:
        """Overflows a call that has waited too long, by its queue's policy."""
        place = rules.place_from(call.queue, leaving=True)
        if not place.has_room:
            self._waiting.leave(call)
            self._turn_away(call)
            return
        call.then, call.relax_at = (), 0.0
        self._go_on(call, place.queue)

    def _relax(self, call: PlayedCall) -> None:
        """Goes to the next step; while its queue is full the call tries again after the ring time."""
        _, queue = call.then[0]
        retry = rules.seconds_until_retry(call.queue, queue)
        if retry:
            call.relax_at = self._look_in(call, retry)
            return
        call.then = call.then[1:]
        call.relax_at = self._step_ends(call)
        if queue is not call.queue:
            self._go_on(call, queue)

    def _promote(self, call: PlayedCall) -> None:
        self._waiting.move(call, call.queue, band=rules.promoted(call.queue.policy, call.entry.priority))
        call.promote_at = self._promotion(call)

    def _go_on(self, call: PlayedCall, queue: CallQueue) -> None:
        """Moves a call into another queue, with the wait limit of that one."""
        self._waiting.move(call, queue, band=call.entry.priority)
        call.overflow_at = self._look_in(call, queue.policy.max_wait_seconds)
        call.promote_at = self._promotion(call, planned=call.promote_at)
        self._match((queue,))

    def _step_ends(self, call: PlayedCall) -> float:
        return self._look_in(call, call.then[0][0]) if call.then else 0.0

    def _promotion(self, call: PlayedCall, *, planned: float = 0.0) -> float:
        seconds = rules.promotion_seconds(call.queue.policy, call.entry.priority) if self._promotes else 0
        return (planned if seconds else 0.0) or self._look_in(call, seconds)

    def _look_in(self, call: PlayedCall, seconds: float) -> float:
        """The time of the next look at the call; 0 if nothing is due."""
        if not seconds:
            return 0.0
        at = self._clock.now + seconds
        self._clock.at(at, self.look, call)
        return at

    def _turn_away(self, call: PlayedCall) -> None:
        self._stage.record.set_aside(call)
        call.stands = Stands.GONE
        del self._stage.calls[call.entry.call_id]


def _promotion_matters(stage: Stage) -> bool:
    """False if promotion changes no order: one priority, and the oldest is always promoted first."""
    queues = stage.centre.calls
    alike = {(queue.policy.promote_after_seconds, queue.policy.highest_band) for queue in queues}
    newest = any(queue.key in stage.scenario.newest_first for queue in queues)
    return len(stage.scenario.priorities) > 1 or len(alike) > 1 or newest
