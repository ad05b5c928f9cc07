"""Offers: a call rings at an agent until it is answered, missed or abandoned. Pure."""

from routing.model.calls import tried_with
from simulation.durations import Constant
from simulation.forward.centre import CallQueue
from simulation.forward.due import Due
from simulation.forward.played_agents import PlayedAgent, PlayedCall, Stands
from simulation.forward.replies import Replies
from simulation.forward.stage import Stage
from simulation.forward.waiting import Waiting, entry_in_band
from simulation.luck import redrawn_luck

Pair = tuple[PlayedCall, PlayedAgent]


class Offers:
    """Calls and agents of one run, matched by the router's code."""

    def __init__(self, stage: Stage, waiting: Waiting) -> None:
        scenario = stage.scenario
        self._stage = stage
        self._waiting = waiting
        self._clock = stage.clock
        self._floor = stage.floor
        self._record = stage.record
        self._handle_time, self._wrap_up = scenario.handle_time, scenario.wrap_up
        self._chat_time = scenario.chat_time
        messages = scenario.messages
        self._replies = None if messages is None else Replies(stage, messages, self._closed)
        self.due = Due(stage, waiting, self.match)
        self._answer_at_once = scenario.answer_delay == Constant(0.0) and not scenario.missed_share

    def match(self, queues: tuple[CallQueue, ...], *, limit: int = 1) -> bool:
        """Makes the matches of these call queues, at most `limit`; False without any."""
        stage = self._stage
        found = stage.centre.matches(queues, limit=limit)
        for match in found:
            stage.counts.matches += 1
            call, agent = stage.calls[match.call.call_id], stage.agents[match.agent.agent_id]
            if call.tally is not None:
                call.tally.matches += 1
            self._waiting.leave(call)
            self._floor.take(agent)
            if self._answer_at_once:
                self._answered((call, agent))
            else:
                self._ring(call, agent)
        return bool(found)

    def hang_up(self, call: PlayedCall) -> None:
        """Ends a waiting or ringing call; an answered one is left alone."""
        if call.stands is Stands.WAITS:
            self._waiting.leave(call)
        elif call.stands is Stands.RINGS and call.agent is not None:
            self._free(call.agent, old_place=True)
        else:
            return
        self._record.abandoned(call, self._clock.now)
        self._gone(call)

    def _ring(self, call: PlayedCall, agent: PlayedAgent) -> None:
        stage = self._stage
        call.stands, call.agent = Stands.RINGS, agent
        luck = redrawn_luck(stage.seed, call.number, failures=call.failures) if call.failures else call.luck
        delay, ring = stage.scenario.answer_delay.at(luck.answer_delay), call.queue.policy.ring_seconds
        if luck.missed < stage.scenario.missed_share or delay >= ring:
            self._clock.at(self._clock.now + ring, self._not_answered, (call, agent))
        elif delay:
            self._clock.at(self._clock.now + delay, self._answered, (call, agent))
        else:
            self._answered((call, agent))

    def _answered(self, pair: Pair) -> None:
        call, agent = pair
        if call.stands is Stands.GONE:
            return
        agent.missed = 0
        self._record.answered(call, self._clock.now)
        call.stands = Stands.BUSY
        if agent.slots:
            self._accepted(call, agent)
            return
        agent.stands = Stands.BUSY
        busy = self._handle_time.at(call.luck.talk) + self._wrap_up.at(call.luck.wrap_up)
        self._clock.at(self._clock.now + busy, self._free, agent)
        del self._stage.calls[call.entry.call_id]

    def _accepted(self, chat: PlayedCall, row: PlayedAgent) -> None:
        """The chat is one of several of its agent, who goes back to the end of the line for the next."""
        del self._stage.calls[chat.entry.call_id]
        if self._floor.accepted(row):
            # Other matches of this moment are still to be made.
            self._clock.at(self._clock.now, self._look, row)
        if self._replies is not None:
            self._replies.begin(chat, row)
        elif self._chat_time is not None:
            self._clock.at(self._clock.now + self._chat_time.at(chat.luck.talk), self._closed, row)

    def _closed(self, row: PlayedAgent) -> None:
        if self._floor.closed(row):
            self.match(row.serves)

    def _look(self, row: PlayedAgent) -> None:
        if row.stands is Stands.WAITS:
            self.match(row.serves)

    def _not_answered(self, pair: Pair) -> None:
        call, agent = pair
        if call.stands is Stands.GONE:
            return
        self._clock.at(self._clock.now + self._floor.missed(agent), self._has_rested, agent)
        call.failures += 1
        call.tried = tried_with(call.tried, agent.agent_id)
        call.agent = None
        if call.failures >= call.queue.policy.max_offers:
            self._record.set_aside(call)
            self._gone(call)
            return
        call.entry = entry_in_band(call, call.entry.priority)
        call.queue.line.add(call.entry)
        if not self.match((call.queue,)):
            self._waiting.begin(call)
            self.due.look(call)

    def _gone(self, call: PlayedCall) -> None:
        call.stands = Stands.GONE
        call.agent = None
        del self._stage.calls[call.entry.call_id]

    def _free(self, agent: PlayedAgent, *, old_place: bool = False) -> None:
        if self._floor.let_go(agent, old_place=old_place):
            self.match(agent.serves)

    def _has_rested(self, agent: PlayedAgent) -> None:
        if self._floor.rested(agent):
            self.match(agent.serves)
