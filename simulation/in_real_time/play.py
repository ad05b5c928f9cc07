"""Owns one playing of a scenario in real time: from the agents' coming until nothing of it is left half done.

What people do is a step of the runner, as in a load. On a table of its own a run also matches and sweeps.
"""

import logging
from bisect import bisect
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta

from dynamo.exceptions import DynamoError
from routing import selectors
from routing.agents import AgentStatus, Choice
from routing.calls import Call, CallStatus
from routing.dispatch import drain
from routing.exceptions import RoutingError
from routing.router import Router
from routing.services import call_remove, sweep
from simulation.arrivals import START
from simulation.behaviour import is_over
from simulation.forward.counts import Counts
from simulation.forward.floor import PAUSE_SECONDS
from simulation.in_real_time.counting import calls_count, empty_counts
from simulation.in_real_time.hours import Watched
from simulation.in_real_time.people import (
    BY,
    agents_are_offline,
    agents_choose,
    agents_make,
    shift_changes,
)
from simulation.in_real_time.plan import ScenarioPlan, plan_for
from simulation.in_real_time.progress import Progress
from simulation.runner import MAX_ARRIVALS_PER_STEP, WAITING_INTERVAL, Each, Runner
from simulation.scenarios import Scenario
from simulation.turns import LEAST_PAUSE_SECONDS, STEP_SECONDS, Pace

logger = logging.getLogger(__name__)

TELL_SECONDS = 1.0
SWEEP_SECONDS = 0.25
# Nobody arrives, nobody is busy and nobody hangs up: whoever waits then waits for ever.
STALLED_SECONDS = 5.0
CLOSING_SECONDS = 60.0
CALLS_AT_ONCE = 1_000
AWAY_OR_WAITING = frozenset({AgentStatus.OFFLINE, AgentStatus.QUEUED})


@dataclass(frozen=True)
class Ended:
    """What came of a run; `is_clean` is False where calls or agents could not be brought to an end."""

    counts: Counts
    progress: Progress
    was_stopped: bool
    is_clean: bool


@dataclass
class Play:
    """One run of a scenario on one table; `is_alone` if no dispatcher serves that table."""

    router: Router
    scenario: Scenario
    run_id: str
    each: Each = map
    pace: Pace = field(default_factory=Pace)
    by_hand: Collection[str] = ()
    is_alone: bool = True

    def __post_init__(self) -> None:
        scenario, now = self.scenario, self.router.clock()
        self.plan: ScenarioPlan = plan_for(scenario, run_id=self.run_id, started_at=now)
        self.counts = empty_counts(scenario)
        self._groups_of: dict[str, int] = {}
        self._on_shift: set[str] = set()
        self._mark, self._came_at = START, 0.0
        self._refused = self._errors = 0
        self._error = ""
        self._swept_at = self._told_at = float("-inf")
        self._stalled_since: float | None = None

    def run(
        self,
        *,
        stopping: Callable[[], bool] = lambda: False,
        watch: Callable[[Progress], bool] = lambda _: True,
    ) -> Ended:
        """Plays to the end, or until `stopping`, or until `watch`, told once a second, says no.

        However it ends, the run's calls are ended and its agents sent home. Raises RoutingError and
        DynamoError where the agents cannot be made.
        """
        try:
            self._prepare()
            was_stopped = self._play(stopping, watch)
        except BaseException:
            self._close()
            raise
        if was_stopped:
            self.counts.stopped_at = self._seconds()
        progress = self.progress()
        closed_at = self.router.clock()
        self.pace.sleep(STEP_SECONDS)
        is_clean = self._close()
        calls = [call for some in self._calls() for call in some]
        calls_count(self.counts, self.plan, calls, closed_at=closed_at)
        self._put_away(calls)
        return Ended(self.counts, replace(progress, error=self._error), was_stopped, is_clean)

    def progress(self) -> Progress:
        """How far the run is now."""
        length, speed = self.scenario.length_seconds, self.scenario.speed
        seconds = min(self._seconds(), length)
        elapsed = max(seconds / speed, 1e-9)
        came_within = max(min(self._seconds(), max(length, self._came_at)) / speed, 1e-9)
        return Progress(
            arrived=self._mark.arrived,
            total=len(self.plan.arrivals),
            elapsed_seconds=self._seconds() / speed,
            rate=self._mark.arrived / came_within,
            target_rate=bisect(self.plan.arrivals, seconds) / elapsed,
            remaining_seconds=(length - seconds) / speed,
            refused=self._refused,
            errors=self._errors,
            error=self._error,
        )

    def _prepare(self) -> None:
        scenario = self.scenario
        self._groups_of = agents_make(self.router, scenario)
        self._changes = shift_changes(scenario, self._groups_of)
        self._watched = Watched(self._groups_of, self.counts.groups, start=scenario.warm_up_seconds)
        at_first = {agent_id for one in self._changes if not one.seconds for agent_id in one.agent_ids}
        if not self.is_alone:
            agents_choose(self.router, self._groups_of.keys() - at_first, Choice.OFFLINE, each=self.each)
        self._shifts(0.0)
        self.plan = replace(self.plan, started_at=self.router.clock())
        self._runner = Runner(
            self.router,
            self.plan,
            each=self.each,
            by_hand=self.by_hand,
            waiting_interval=max(timedelta(seconds=STEP_SECONDS), WAITING_INTERVAL / scenario.speed),
        )

    def _play(self, stopping: Callable[[], bool], watch: Callable[[Progress], bool]) -> bool:
        """Steps until the run is over; True if it was stopped."""
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
            self.pace.sleep(max(STEP_SECONDS - (self.pace.monotonic() - began), LEAST_PAUSE_SECONDS))

    def _step(self) -> None:
        error = ""
        try:
            self._shifts(self._seconds())
            self._paused_return()
            step = self._runner.step(self._mark, now=self.router.clock())
            if step.mark != self._mark:
                self._came_at = self._seconds()
            self._mark, error = step.mark, step.error
            self._refused += step.missed
            self._look()
            if self.is_alone:
                self._match()
        except (DynamoError, RoutingError) as failure:
            error = str(failure)
        if error and error != self._error:
            logger.warning("simulation %s waits: %s", self.run_id, error)
        self._errors += bool(error)
        self._error = error

    def _match(self) -> None:
        drain(self.router, rest=self.pace.sleep)
        now = self.pace.monotonic()
        if now - self._swept_at >= SWEEP_SECONDS:
            self._swept_at = now
            sweep(self.router)
            drain(self.router, rest=self.pace.sleep)

    def _shifts(self, seconds: float) -> None:
        """Calls in and sends home who is due; a change that failed is made again."""
        while self._changes and self._changes[0].seconds <= seconds:
            change = self._changes[0]
            agents_choose(self.router, change.agent_ids, change.choice, each=self.each)
            move = (
                self._on_shift.update if change.choice is Choice.READY else self._on_shift.difference_update
            )
            move(change.agent_ids)
            del self._changes[0]

    def _paused_return(self) -> None:
        """Brings back those who were paused for missing too many offers."""
        latest = self.router.clock() - timedelta(seconds=PAUSE_SECONDS / self.scenario.speed)
        back = [
            agent.agent_id
            for agent in self._runner.scene.agents
            if agent.status is AgentStatus.PAUSED
            and agent.status_since <= latest
            and agent.agent_id in self._on_shift
        ]
        agents_choose(self.router, back, Choice.READY, each=self.each)

    def _look(self) -> None:
        self._watched.look(
            self._runner.scene.agents, seconds=self._seconds(), until=self.scenario.length_seconds
        )

    def _is_over(self) -> bool:
        if self._seconds() < self.scenario.length_seconds or self._mark.arrived < len(self.plan.arrivals):
            return False
        try:
            if is_over(self.plan, self._runner.scene):
                return self._runner.is_over(now=self.router.clock())
        except DynamoError:
            return False
        return self._has_stalled()

    def _has_stalled(self) -> bool:
        """True once for seconds nothing has been going on that could bring those who wait to an agent."""
        agents = self._runner.scene.agents
        busy = any(self.plan.number_of(agent.call_id) is not None for agent in agents)
        coming = any(
            agent.status not in AWAY_OR_WAITING for agent in agents if agent.agent_id in self._groups_of
        )
        now = self.pace.monotonic()
        if busy or coming or self.scenario.patience is not None or self._error:
            self._stalled_since = None
            return False
        if self._stalled_since is None:
            self._stalled_since = now
        return now - self._stalled_since >= STALLED_SECONDS

    def _close(self) -> bool:
        """Ends the run's calls and sends its agents home; False if that took too long."""
        until, sent_home = self.pace.monotonic() + CLOSING_SECONDS, False
        while self.pace.monotonic() < until:
            try:
                if not sent_home:
                    agents_choose(self.router, self._groups_of, Choice.OFFLINE, each=self.each)
                    sent_home = True
                if self._calls_are_ended() and agents_are_offline(self.router, self._groups_of):
                    return True
            except (DynamoError, RoutingError) as failure:
                self._error = str(failure)
            self.pace.sleep(STEP_SECONDS)
        return False

    def _calls_are_ended(self) -> bool:
        runner: Runner | None = getattr(self, "_runner", None)
        if runner is None:
            return True
        step = runner.closing_step(self._mark, now=self.router.clock())
        self._error = step.error
        return step.is_over

    def _calls(self) -> Iterator[list[Call]]:
        """The calls of the run; also those that came in with a step that failed half-way."""
        last = min(self._mark.arrived + MAX_ARRIVALS_PER_STEP, len(self.plan.arrivals))
        for first in range(0, last, CALLS_AT_ONCE):
            numbers = range(first, min(first + CALLS_AT_ONCE, last))
            yield selectors.calls(self.router, [self.plan.call_id(number) for number in numbers])

    def _put_away(self, calls: list[Call]) -> None:
        """Nobody is to find the run's calls among the dead letters."""
        for call in calls:
            if call.status is CallStatus.DEAD_LETTERED:
                call_remove(self.router, call_id=call.call_id, reason="the simulation is over", by=BY)

    def _seconds(self) -> float:
        return self.plan.seconds_at(self.router.clock())
