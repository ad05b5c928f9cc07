"""Due changes of waiting callers: promotion, next step, overflow. Pure.

As the router's sweep does it (`routing.services.sweeping`), but at the very moment: overflow before all else,
then the next step, then promotion.
"""

from collections.abc import Callable

from simulation.forward.agents import PlayedCall, Stands
from simulation.forward.centre import CallQueue
from simulation.forward.stage import Stage
from simulation.forward.waiting import Waiting, entry_anew

Matching = Callable[[tuple[CallQueue, ...]], bool]


class Due:
    """What the waiting calls of one run are due for; `match` looks for an agent once a call was moved."""

    def __init__(self, stage: Stage, waiting: Waiting, match: Matching) -> None:
        self._stage = stage
        self._clock = stage.clock
        self._waiting = waiting
        self._match = match
        self._promotes = _promotion_matters(stage)

    def place(self, call: PlayedCall) -> bool:
        """Puts a call that arrived in its line, or where that overflows to; False if it was turned away."""
        queue = _with_room(call.queue, seen=())
        if queue is None:
            self._turn_away(call)
            return False
        if queue is not call.queue:
            call.queue, call.then = queue, ()
            call.entry = entry_anew(call, call.entry.priority)
        queue.line.add(call.entry)
        return True

    def expect(self, call: PlayedCall) -> None:
        """Has everything done in time that a call is due for which waits or rings from now on."""
        policy = call.queue.policy
        if call.then:
            call.relax_at = self._look_at(call, call.then[0][0])
        if policy.max_wait_seconds:
            call.overflow_at = self._look_at(call, policy.max_wait_seconds)
        self._expect_promotion(call)

    def look(self, call: PlayedCall) -> None:
        """Does what is due to a call that waits; one that rings meanwhile is left alone."""
        while call.stands is Stands.WAITS and self._one_thing(call, self._clock.now):
            pass

    def _one_thing(self, call: PlayedCall, now: float) -> bool:
        if 0 < call.overflow_at <= now:
            self._overflow(call)
        elif 0 < call.relax_at <= now:
            self._relax(call)
        elif 0 < call.promote_at <= now:
            self._waiting.move(call, call.queue, band=call.entry.priority - 1)
            self._expect_promotion(call)
        else:
            return False
        return True

    def _overflow(self, call: PlayedCall) -> None:
        """Puts a call that has waited too long where its queue's policy says."""
        other = call.queue.overflow
        queue = None if other is None or other is call.queue else _with_room(other, seen=(call.queue,))
        call.overflow_at = 0.0
        if queue is None:
            self._waiting.leave(call)
            self._turn_away(call)
            return
        call.then, call.relax_at = (), 0.0
        self._go_on(call, queue)

    def _relax(self, call: PlayedCall) -> None:
        """Goes to the next step; while its queue is full the call asks again after the time of an offer."""
        _, queue = call.then[0]
        if queue is not call.queue and queue.is_full:
            call.relax_at = self._look_at(call, queue.policy.ring_seconds)
            return
        call.then = call.then[1:]
        call.relax_at = self._look_at(call, call.then[0][0]) if call.then else 0.0
        if queue is not call.queue:
            self._go_on(call, queue)

    def _go_on(self, call: PlayedCall, queue: CallQueue) -> None:
        """Moves a call into another queue, where it may wait for as long as that one says."""
        self._waiting.move(call, queue, band=call.entry.priority)
        longest = queue.policy.max_wait_seconds
        call.overflow_at = self._look_at(call, longest) if longest else 0.0
        before = call.promote_at
        self._expect_promotion(call, at=before)
        self._match((queue,))

    def _expect_promotion(self, call: PlayedCall, *, at: float = 0.0) -> None:
        policy = call.queue.policy
        call.promote_at = 0.0
        if self._promotes and policy.promote_after_seconds and call.entry.priority > policy.highest_band:
            call.promote_at = at or self._look_at(call, policy.promote_after_seconds)

    def _look_at(self, call: PlayedCall, after_seconds: float) -> float:
        at = self._clock.now + after_seconds
        self._clock.at(at, self.look, call)
        return at

    def _turn_away(self, call: PlayedCall) -> None:
        self._stage.record.set_aside(call)
        call.stands = Stands.GONE
        del self._stage.calls[call.entry.call_id]


def _with_room(queue: CallQueue, *, seen: tuple[CallQueue, ...]) -> CallQueue | None:
    """The first queue with room from here on; None where a round of full queues or its policy turns away."""
    while queue.is_full:
        seen = (*seen, queue)
        if queue.overflow is None or queue.overflow in seen:
            return None
        queue = queue.overflow
    return queue


def _promotion_matters(stage: Stage) -> bool:
    """False where promotion changes no order: all of one priority, and the older always promoted first."""
    queues = stage.centre.calls
    alike = {(queue.policy.promote_after_seconds, queue.policy.highest_band) for queue in queues}
    newest = any(queue.key in stage.scenario.newest_first for queue in queues)
    return len(stage.scenario.priorities) > 1 or len(alike) > 1 or newest
