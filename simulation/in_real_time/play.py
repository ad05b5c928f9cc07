"""Play of a scenario in real time, from the agents' sign-in until nothing is left half done.

The runner plays the people, as in a load. On its own table a run also matches and sweeps.
"""

import logging
from bisect import bisect
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from dynamo.exceptions import DynamoError
from routing.exceptions import RoutingError
from routing.model.agents import Agent, AgentStatus, Choice
from routing.router import Router
from simulation.arrivals import START
from simulation.forward.counts import Counts
from simulation.in_real_time.closing import Closing
from simulation.in_real_time.counting import empty_counts
from simulation.in_real_time.hours import Watched
from simulation.in_real_time.own_matching import OwnMatching
from simulation.in_real_time.progress import Progress
from simulation.in_real_time.scenario_agents import agents_choose, agents_make
from simulation.in_real_time.scenario_plan import ScenarioPlan, plan_for
from simulation.in_real_time.shifts import Shifts
from simulation.people.behaviour import is_over
from simulation.people.ending import Ending
from simulation.people.hands import Each, Hands, OneByOne
from simulation.people.pace import STEP_SECONDS, Pace
from simulation.people.runner import LOOK_INTERVAL, Runner
from simulation.people.step import Step
from simulation.scenarios import Scenario

logger = logging.getLogger(__name__)

TELL_SECONDS = 1.0
# No arrivals, no busy agents, no hang-ups: the remaining calls would wait without end.
STALLED_SECONDS = 5.0
# At high speed agents' hours are sampled more often.
LEAST_LOOK_INTERVAL = timedelta(seconds=0.5)
AWAY_OR_WAITING = frozenset({AgentStatus.OFFLINE, AgentStatus.QUEUED})


@dataclass(frozen=True)
class Ended:
    """Result of a run; `is_clean` is False if calls or agents could not be ended."""

    counts: Counts
    progress: Progress
    was_stopped: bool
    is_clean: bool


@dataclass
class Play:
    """One run of a scenario on one table, in this process; `is_alone`: no dispatcher serves that table.

    `alive` is called often during it, `begun` with second 0 of the scenario.
    """

    router: Router
    scenario: Scenario
    run_id: str
    each: Each = map
    hands: Hands | None = None
    pace: Pace = field(default_factory=Pace)
    by_hand: Collection[str] = ()
    is_alone: bool = True
    alive: Callable[[], object] = lambda: None
    begun: Callable[[datetime], object] = lambda _: None

    def __post_init__(self) -> None:
        scenario, now = self.scenario, self.router.clock()
        self.plan: ScenarioPlan = plan_for(scenario, run_id=self.run_id, started_at=now)
        self.counts = empty_counts(scenario)
        self._groups_of: dict[str, int] = {}
        self._runner: Runner | None = None
        self._matching = OwnMatching(self.router, self.pace)
        self._steps = Step(START)
        self._conflicts = self._errors = 0
        self._came_at, self._error = 0.0, ""
        self._told_at = float("-inf")
        self._stalled_since: float | None = None

    def run(
        self,
        *,
        stopping: Callable[[], bool] = lambda: False,
        watch: Callable[[Progress], bool] = lambda _: True,
    ) -> Ended:
        """Plays to the end, or until `stopping`, or until `watch`, called once a second, says no.

        In any case the run's calls are ended and its agents sent home. Raises RoutingError and DynamoError if
        the agents cannot be created.
        """
        try:
            self._prepare()
            was_stopped = self._play(stopping, watch)
        except BaseException:
            self._close()
            raise
        self._settle()
        if was_stopped:
            self.counts.stopped_at = self._seconds()
        progress, closed_at = self.progress(), self.router.clock()
        self.pace.sleep(STEP_SECONDS)
        closing, is_clean = self._close()
        closing.count(self.counts, closed_at=closed_at)
        progress = replace(progress, error=closing.error)
        return Ended(self.counts, progress, was_stopped, is_clean)

    def progress(self) -> Progress:
        length, speed = self.scenario.length_seconds, self.scenario.speed
        seconds = min(self._seconds(), length)
        elapsed = max(seconds / speed, 1e-9)
        came_within = max(min(self._seconds(), max(length, self._came_at)) / speed, 1e-9)
        return Progress(
            arrived=self._steps.mark.arrived,
            total=len(self.plan.arrivals),
            elapsed_seconds=self._seconds() / speed,
            rate=self._steps.mark.arrived / came_within,
            target_rate=bisect(self.plan.arrivals, seconds) / elapsed,
            remaining_seconds=(length - seconds) / speed,
            refused=self._steps.missed,
            errors=self._errors,
            conflicts=self._conflicts,
            error=self._error,
            timed=self._steps.timed,
            late=self._steps.late,
        )

    def _prepare(self) -> None:
        scenario = self.scenario
        self._groups_of = agents_make(self.router, scenario, each=self.each)
        self._shifts = Shifts(self.router, scenario, self._groups_of, each=self.each)
        self._watched = Watched(self._groups_of, self.counts.groups, start=scenario.warm_up_seconds)
        if not self.is_alone:
            absent = self._groups_of.keys() - self._shifts.first()
            agents_choose(self.router, absent, Choice.OFFLINE, each=self.each)
        self._shifts.change(0.0)
        self.plan = self.plan.begun(self.router.clock())
        self.begun(self.plan.started_at)
        self._runner = Runner(
            self.router,
            self.plan,
            hands=self.hands or OneByOne(self.each),
            by_hand=self.by_hand,
            look_interval=max(LEAST_LOOK_INTERVAL, LOOK_INTERVAL / scenario.speed),
        )

    def _play(self, stopping: Callable[[], bool], watch: Callable[[Progress], bool]) -> bool:
        """Steps until the run is over; True if it was stopped."""
        assert self._runner is not None
        while True:
            began = self.pace.monotonic()
            self._step()
            if stopping():
                return True
            if began - self._told_at >= TELL_SECONDS:
                self._told_at = began
                if not watch(self.progress()):
                    return True
            if self._is_over():
                return False
            self.pace.sleep(self._runner.rest_seconds(began, self.pace))

    def _lost(self, conflicts: int) -> None:
        """Counts operations that lost a race, in the current interval."""
        self._conflicts += conflicts
        last = len(self.counts.conflicts) - 1
        self.counts.conflicts[min(last, int(self._seconds() / self.counts.interval_seconds))] += conflicts

    def _step(self) -> None:
        assert self._runner is not None
        error = ""
        try:
            self._shifts.change(self._seconds())
            self._shifts.bring_back(self._agents)
            error = self._stepped(self._runner.steps(self._steps.mark, pace=self.pace))
            self._watched.look(self._agents, seconds=self._seconds(), until=self.scenario.length_seconds)
            if self.is_alone:
                self._lost(self._matching.take_turn())
        except (DynamoError, RoutingError) as failure:
            error = str(failure)
        if error and error != self._error:
            logger.warning("simulation %s waits: %s", self.run_id, error)
        self._errors += bool(error)
        self._error = error

    def _stepped(self, step: Step) -> str:
        """Counts what came of a step; answers its error."""
        if step.mark != self._steps.mark:
            self._came_at = self._seconds()
        self._steps = self._steps.then(step)
        self._lost(step.conflicts)
        return step.error

    def _settle(self) -> None:
        if self._runner is not None:
            self._stepped(self._runner.settle(self._steps.mark))

    @property
    def _agents(self) -> tuple[Agent, ...]:
        return self._runner.scene.agents if self._runner else ()

    def _is_over(self) -> bool:
        if self._seconds() < self.scenario.length_seconds or self._steps.mark.arrived < len(
            self.plan.arrivals
        ):
            return False
        assert self._runner is not None
        try:
            if self._runner.plans.is_empty and is_over(self.plan, self._runner.scene):
                return Ending(self.router, self.plan).is_over()
        except DynamoError:
            return False
        return self._has_stalled()

    def _has_stalled(self) -> bool:
        """True once nothing has happened for seconds that could bring a waiting call to an agent."""
        busy = any(self.plan.number_of(one) is not None for agent in self._agents for one in agent.call_ids)
        coming = any(
            agent.status not in AWAY_OR_WAITING for agent in self._agents if agent.agent_id in self._groups_of
        )
        now = self.pace.monotonic()
        if busy or coming or self.scenario.patience is not None or self._error:
            self._stalled_since = None
            return False
        if self._stalled_since is None:
            self._stalled_since = now
        return now - self._stalled_since >= STALLED_SECONDS

    def _close(self) -> tuple[Closing, bool]:
        """Ends everything; answers whether it could."""
        self._settle()
        closing = Closing(
            self.router,
            self.plan,
            self._groups_of,
            each=self.each,
            pace=self.pace,
            alive=self.alive,
        )
        return closing, closing.end()

    def _seconds(self) -> float:
        return self.plan.seconds_at(self.router.clock())
