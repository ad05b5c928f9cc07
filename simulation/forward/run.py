"""Owns one run in virtual time: callers come, ring, talk and hang up, and agents go with them. Pure.

The order of service is decided by the router's matching code; times, misses and hang-ups follow from the seed
and the arrival's number, as in a load run.
"""

from bisect import bisect
from collections.abc import Callable, Iterator
from itertools import accumulate
from math import inf

from routing.calls import REMEMBERED_TRIED
from routing.policies import AgentPolicy, Policies, QueuePolicy
from routing.queues import CallEntry
from simulation.durations import Constant
from simulation.forward.centre import CallQueue, Centre
from simulation.forward.clock import Clock
from simulation.forward.counts import Counts, counts_for
from simulation.forward.floor import Floor
from simulation.forward.people import SOME_DAY, PlayedAgent, PlayedCall, Stands, crew
from simulation.forward.record import Record
from simulation.luck import luck_of
from simulation.scenarios import Scenario
from simulation.scenarios.served import queue_of
from simulation.scenarios.volume import Arriving, scenario_arrivals

# How often somebody who watches is asked whether to go on.
CALLS_BETWEEN_LOOKS = 1_000
# Another draw of the same arrival: seeds end far below.
NEXT_DRAW = 1 << 40
USUAL = Policies()

Watch = Callable[[int], bool]
"""Is told how many calls have arrived; False ends the run."""


def fast_forward(
    scenario: Scenario,
    *,
    seed: int | None = None,
    policy: QueuePolicy = USUAL.default,
    agents: AgentPolicy = USUAL.agents,
    watch: Watch | None = None,
) -> Counts:
    """Plays a scenario in virtual time and answers what was counted.

    After the scenario's length nobody arrives and nobody goes home any more, and those who are there are
    served to the end. Of the policies, ring time, promotion, offers in vain and rests apply; steps, preferred
    agents and overflow are not part of a scenario.
    """
    run = _Run(scenario, scenario.seed if seed is None else seed, policy, agents)
    run.play(watch or (lambda _: True))
    return run.counts


class _Run:
    def __init__(self, scenario: Scenario, seed: int, policy: QueuePolicy, agents: AgentPolicy) -> None:
        self._scenario = scenario
        self._seed = seed
        self._policy = policy
        self._clock = Clock()
        centre = Centre(scenario.skills, [queue_of(one, scenario.skills) for one in scenario.mix])
        self._centre = centre
        self.counts = counts_for(scenario, tuple(queue.key for queue in centre.calls))
        self._record = Record(self.counts)
        self._floor = Floor(self._clock, self.counts, agents)
        self._crew = crew(scenario.groups, scenario.skills, centre)
        self._agents = {agent.agent_id: agent for agent in self._crew}
        self._calls: dict[str, PlayedCall] = {}
        by_key = {queue.key: queue for queue in centre.calls}
        self._wanted = [by_key[queue_of(one, scenario.skills)] for one in scenario.mix]
        self._shares = list(accumulate(one.share for one in scenario.mix))
        self._priorities = [priority for priority, _ in scenario.priorities]
        self._weights = list(accumulate(share for _, share in scenario.priorities))
        # Where all have one priority, promotion changes no order: the older is promoted first.
        self._promotes = len(self._priorities) > 1 and policy.promote_after_seconds > 0
        self._answers_at_once = scenario.answer_delay == Constant(0.0) and not scenario.missed_share

    def play(self, watch: Watch) -> None:
        self._plan_shifts()
        self._watch = watch
        self._arriving = scenario_arrivals(self._scenario.parts, seed=self._seed)
        self._expect(self._arriving)
        self._clock.run()
        self._floor.close(self._crew)
        self.counts.left_over = sum(call.counted for call in self._calls.values())
        self._record.close(self.counts.stopped_at or self._scenario.length_seconds)

    # Shifts ------------------------------------------------------------------------------------------

    def _plan_shifts(self) -> None:
        """At one moment, first those go home who do, then all others come in together."""
        length = self._scenario.length_seconds
        begins: dict[float, list[PlayedAgent]] = {}
        ends: dict[float, list[PlayedAgent]] = {}
        for agent in self._crew:
            shifts = [(shift.from_seconds, shift.to_seconds) for shift in agent.facts.shifts]
            for start, end in shifts or [(0.0, inf)]:
                if start < length:
                    begins.setdefault(start, []).append(agent)
                if end < length:
                    ends.setdefault(end, []).append(agent)
        for seconds in sorted(ends):
            self._clock.at(seconds, self._shift_ends, ends[seconds])
        for seconds in sorted(begins):
            self._clock.at(seconds, self._shift_begins, begins[seconds])

    def _shift_ends(self, agents: list[PlayedAgent]) -> None:
        for agent in agents:
            self._floor.shift_ends(agent)

    def _shift_begins(self, agents: list[PlayedAgent]) -> None:
        come = [agent for agent in agents if self._floor.shift_begins(agent)]
        touched = {queue.number: queue for agent in come for queue in agent.serves}
        while self._match(tuple(touched.values()), limit=max(1, len(come))):
            pass

    # Callers -----------------------------------------------------------------------------------------

    def _expect(self, arriving: Iterator[Arriving]) -> None:
        following = next(arriving, None)
        if following is not None:
            self._clock.at(following.seconds, self._arrives, following)

    def _arrives(self, arriving: Arriving) -> None:
        number, now, luck = arriving
        if number % CALLS_BETWEEN_LOOKS == 0 and not self._watch(number):
            self.counts.stopped_at = now
            self._clock.stop()
            return
        self.counts.arrived = number + 1
        queue = self._wanted[bisect(self._shares, luck.wish * self._shares[-1])]
        priority = self._priorities[bisect(self._weights, luck.priority * self._weights[-1])]
        entry = CallEntry(queue.key, priority, number, str(number), SOME_DAY)
        call = PlayedCall(number, now, luck, queue, entry, self._record.offered(queue.number, now))
        self._calls[entry.call_id] = call
        queue.line.add(entry)
        if not self._match((queue,)):
            self._begins_to_wait(call)
            if self._promotes and priority > self._policy.highest_band:
                call.promote_at = now + self._policy.promote_after_seconds
                self._clock.at(call.promote_at, self._is_promoted, call)
        if call.stands is not Stands.BUSY and self._scenario.patience is not None:
            self._clock.at(now + self._scenario.patience.at(luck.patience), self._hangs_up, call)
        self._expect(self._arriving)

    def _begins_to_wait(self, call: PlayedCall) -> None:
        call.stands = Stands.WAITS
        call.counted = True
        self._record.depth(call.queue.number, self._clock.now, 1)

    def _leaves_line(self, call: PlayedCall) -> None:
        call.queue.line.remove(call.entry)
        if call.counted:
            call.counted = False
            self._record.depth(call.queue.number, self._clock.now, -1)

    def _is_promoted(self, call: PlayedCall) -> None:
        if call.stands is not Stands.WAITS:
            return
        call.queue.line.remove(call.entry)
        call.entry = self._entry(call, max(self._policy.highest_band, call.entry.priority - 1))
        call.queue.line.add(call.entry)
        if call.entry.priority > self._policy.highest_band:
            call.promote_at = self._clock.now + self._policy.promote_after_seconds
            self._clock.at(call.promote_at, self._is_promoted, call)

    def _hangs_up(self, call: PlayedCall) -> None:
        if call.stands is Stands.WAITS:
            self._leaves_line(call)
        elif call.stands is Stands.RINGS and call.agent is not None:
            self._freed(call.agent, old_place=True)
        else:
            return
        self._record.abandoned(call, self._clock.now)
        self._gone(call)

    def _gone(self, call: PlayedCall) -> None:
        call.stands = Stands.GONE
        call.agent = None
        del self._calls[call.entry.call_id]

    # Offers ------------------------------------------------------------------------------------------

    def _match(self, queues: tuple[CallQueue, ...], *, limit: int = 1) -> bool:
        found = self._centre.matches(queues, limit=limit)
        for match in found:
            self.counts.matches += 1
            call, agent = self._calls[match.call.call_id], self._agents[match.agent.agent_id]
            self._leaves_line(call)
            self._floor.take(agent)
            if self._answers_at_once:
                self._answers((call, agent))
            else:
                self._rings(call, agent)
        return bool(found)

    def _rings(self, call: PlayedCall, agent: PlayedAgent) -> None:
        call.stands, call.agent = Stands.RINGS, agent
        luck = luck_of(self._seed + NEXT_DRAW * call.failures, call.number) if call.failures else call.luck
        delay, ring = self._scenario.answer_delay.at(luck.answer_delay), self._policy.ring_seconds
        if luck.missed < self._scenario.missed_share or delay >= ring:
            self._clock.at(self._clock.now + ring, self._does_not_answer, (call, agent))
        elif delay:
            self._clock.at(self._clock.now + delay, self._answers, (call, agent))
        else:
            self._answers((call, agent))

    def _answers(self, pair: tuple[PlayedCall, PlayedAgent]) -> None:
        call, agent = pair
        if call.stands is Stands.GONE:
            return
        agent.missed = 0
        self._record.answered(call, self._clock.now)
        call.stands = agent.stands = Stands.BUSY
        talk = self._scenario.handle_time.at(call.luck.talk)
        busy = talk + self._scenario.wrap_up.at(call.luck.wrap_up)
        self._clock.at(self._clock.now + busy, self._freed, agent)
        del self._calls[call.entry.call_id]

    def _does_not_answer(self, pair: tuple[PlayedCall, PlayedAgent]) -> None:
        call, agent = pair
        if call.stands is Stands.GONE:
            return
        rest = self._floor.missed(agent)
        self._clock.at(self._clock.now + rest, self._has_rested, agent)
        call.failures += 1
        call.tried = (*call.tried, agent.agent_id)[-REMEMBERED_TRIED:]
        call.agent = None
        if call.failures >= self._policy.max_offers:
            self._record.set_aside(call)
            self._gone(call)
            return
        due = self._promotes and 0 < call.promote_at <= self._clock.now
        call.entry = self._entry(call, call.entry.priority)
        call.queue.line.add(call.entry)
        if not self._match((call.queue,)):
            self._begins_to_wait(call)
            if due:
                self._is_promoted(call)

    def _freed(self, agent: PlayedAgent, *, old_place: bool = False) -> None:
        if self._floor.let_go(agent, old_place=old_place):
            self._match(agent.serves)

    def _has_rested(self, agent: PlayedAgent) -> None:
        if self._floor.rested(agent):
            self._match(agent.serves)

    @staticmethod
    def _entry(call: PlayedCall, priority: int) -> CallEntry:
        old = call.entry
        return CallEntry(old.queue, priority, old.ticket, old.call_id, SOME_DAY, frozenset(call.tried))
