"""Run in virtual time: arrivals, shifts, the end. Pure.

The router's matching code decides the order of service; times, misses and hang-ups follow from the seed and
the arrival's number, as in a load run.
"""

from collections.abc import Callable
from math import inf

from routing.model.queues import CallEntry
from simulation.forward.centre import CallQueue
from simulation.forward.counts import Counts
from simulation.forward.offers import Offers
from simulation.forward.played_agents import SOME_DAY, PlayedAgent, PlayedCall, Stands
from simulation.forward.stage import Stage, stage_for
from simulation.forward.waiting import Waiting
from simulation.scenarios import Preference, Scenario
from simulation.scenarios.chances import Chances
from simulation.scenarios.served import queues_by_step
from simulation.scenarios.volume import Arriving, scenario_arrivals

# Arrivals between two calls of `watch`.
CALLS_BETWEEN_LOOKS = 1_000

Further = tuple[tuple[float, CallQueue], ...]
Watch = Callable[[int], bool]
"""Callback with the number of arrived calls; False ends the run."""


def fast_forward(
    scenario: Scenario,
    *,
    seed: int | None = None,
    watch: Watch | None = None,
) -> Counts:
    """Plays a scenario in virtual time and answers its counts.

    After the scenario's length nobody arrives and nobody goes home; callers present are served to the end.
    Raises ScenarioError if 100,000 callers wait at once.
    """
    seed = scenario.seed if seed is None else seed
    stage = stage_for(scenario, seed=seed)
    _Run(stage, watch or (lambda _: True)).play()
    return stage.counts


class _Run:
    def __init__(self, stage: Stage, watch: Watch) -> None:
        scenario = stage.scenario
        self._stage = stage
        self._watch = watch
        self._clock = stage.clock
        self._waiting = Waiting(stage)
        self._offers = Offers(stage, self._waiting)
        self._arriving = scenario_arrivals(scenario.parts, seed=stage.seed)
        self._wanted = [_steps(one, stage) for one in scenario.mix]
        self._chances = Chances(scenario)

    def play(self) -> None:
        stage = self._stage
        self._plan_shifts()
        self._expect_next()
        self._clock.run()
        end = stage.scenario.length_seconds if stage.counts.stopped_at is None else stage.counts.stopped_at
        stage.floor.close(stage.agents.values(), end)
        stage.record.close(end)
        stage.counts.left_over = sum(call.counted for call in stage.calls.values())

    def _plan_shifts(self) -> None:
        """At one moment, departures come first, then all arrivals of agents together."""
        length = self._stage.scenario.length_seconds
        begins: dict[float, list[PlayedAgent]] = {}
        ends: dict[float, list[PlayedAgent]] = {}
        for agent in self._stage.agents.values():
            shifts = [(shift.from_seconds, shift.to_seconds) for shift in agent.facts.shifts]
            for start, end in shifts or [(0.0, inf)]:
                if start < length:
                    begins.setdefault(start, []).append(agent)
                if end < length:
                    ends.setdefault(end, []).append(agent)
        for seconds, leaving in ends.items():
            self._clock.at(seconds, self._shift_ends, leaving)
        for seconds, coming in begins.items():
            self._clock.at(seconds, self._shift_begins, coming)

    def _shift_ends(self, agents: list[PlayedAgent]) -> None:
        for agent in agents:
            self._stage.floor.shift_ends(agent)

    def _shift_begins(self, agents: list[PlayedAgent]) -> None:
        come = [agent for agent in agents if self._stage.floor.shift_begins(agent)]
        touched = {queue.number: queue for agent in come for queue in agent.serves}
        while self._offers.match(tuple(touched.values()), limit=max(1, len(come))):
            pass

    def _expect_next(self) -> None:
        following = next(self._arriving, None)
        if following is not None:
            self._clock.at(following.seconds, self._arrives, following)

    def _arrives(self, arriving: Arriving) -> None:
        number, now, _ = arriving
        if number % CALLS_BETWEEN_LOOKS == 0 and not self._watch(number):
            self._stage.counts.stopped_at = now
            self._clock.stop()
            return
        call = self._call_of(arriving)
        self._stage.counts.arrived = number + 1
        self._stage.calls[call.entry.call_id] = call
        if self._offers.due.place(call):
            if not self._offers.match((call.queue,)):
                self._waiting.begin(call)
            if call.stands is not Stands.BUSY:
                self._expect_impatience(call)
        self._expect_next()

    def _expect_impatience(self, call: PlayedCall) -> None:
        self._offers.due.expect(call)
        patience = self._stage.scenario.patience
        if patience is not None:
            self._clock.at(call.arrived + patience.at(call.luck.patience), self._offers.hang_up, call)

    def _call_of(self, arriving: Arriving) -> PlayedCall:
        number, now, luck = arriving
        queue, then = self._wanted[self._chances.wish_of(luck)]
        priority = self._chances.priority_of(luck)
        entry = CallEntry(queue.key, priority, number, str(number), SOME_DAY)
        tally = self._stage.record.offered(queue.number, now)
        return PlayedCall(number, now, luck, queue, entry, tally, then=then)


def _steps(wanted: Preference, stage: Stage) -> tuple[CallQueue, Further]:
    """The first queue of such a caller, and its later ones."""
    first, *others = [stage.centre.by_key[key] for key in queues_by_step(wanted, stage.scenario.skills)]
    after = (one.after_seconds for one in wanted.then)
    return first, tuple(zip(after, others, strict=True))
