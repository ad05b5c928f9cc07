"""Record of a run: what counts, by arrival time, after the warm-up. Pure."""

from routing.model.service_level import is_within_target
from simulation.forward.counts import Counts, Tally
from simulation.forward.played_agents import PlayedCall


class Record:
    def __init__(self, counts: Counts) -> None:
        self._cells = counts.cells
        self._depth = counts.depth
        self._depths = counts.depths
        self._interval = counts.interval_seconds
        self._warm_up = counts.scenario.warm_up_seconds
        self._within = counts.scenario.target.within_seconds
        self._level = counts.scenario.level

    def offered(self, queue: int, now: float) -> Tally | None:
        """Counts a new call; answers the tally of its outcome."""
        if now < self._warm_up:
            return None
        tally = self._cells[queue][int(now / self._interval)]
        tally.offered += 1
        return tally

    def answered(self, call: PlayedCall, now: float) -> None:
        """Counts an answer and the wait before it, ringing included."""
        tally = call.tally
        if tally is None:
            return
        wait = now - call.arrived
        tally.answered += 1
        tally.in_time += is_within_target(wait, self._within)
        tally.at_once += wait == 0
        tally.waits.add(wait)
        tally.longest = max(tally.longest, wait)

    def abandoned(self, call: PlayedCall, now: float) -> None:
        tally, wait = call.tally, now - call.arrived
        if tally is not None:
            tally.abandoned += 1
            tally.abandoned_soon += self._level.is_short_abandon(wait)
            tally.longest = max(tally.longest, wait)

    @staticmethod
    def replied(chat: PlayedCall, now: float, *, asked: float, is_first: bool) -> None:
        """Counts an agent's answer to a message."""
        if chat.tally is not None:
            chat.tally.replies.add(now - asked)
            if is_first:
                chat.tally.first_replies.add(now - chat.arrived)

    @staticmethod
    def left_chat(chat: PlayedCall) -> None:
        """Counts a customer who left the agent for lack of an answer."""
        if chat.tally is not None:
            chat.tally.left += 1

    @staticmethod
    def set_aside(call: PlayedCall) -> None:
        """Counts a call after too many unanswered offers."""
        if call.tally is not None:
            call.tally.set_aside += 1

    def depth(self, queue: int, now: float, by: int) -> None:
        """Changes the number of calls waiting in a queue."""
        self._depth.change(now, by)
        self._depths[queue].change(now, by)

    def close(self, end: float) -> None:
        """Counts the depths up to the end of the run."""
        for depths in (self._depth, *self._depths):
            depths.change(end, 0)
