"""Playing process of a run in real time: callers of its share, and the agents they reach."""

from collections.abc import Collection
from datetime import datetime, timedelta

from routing.model.agents import Agent
from routing.router import Router
from simulation.arrivals import START
from simulation.in_real_time.crew import Done
from simulation.in_real_time.scenario_plan import ScenarioPlan
from simulation.people.pace import STEP_SECONDS, Pace
from simulation.people.runner import WAITING_INTERVAL, Each, Runner, Step

# A second of the highest rate, to catch up quickly after a pause.
ARRIVALS_AT_ONCE = 100


class Playing:
    """A share of a run, step by step; `done` has its counts so far."""

    def __init__(
        self,
        router: Router,
        plan: ScenarioPlan,
        *,
        each: Each = map,
        by_hand: Collection[str] = (),
        pace: Pace,
    ) -> None:
        self.plan = plan
        self.mark = START
        self._refused = self._errors = self._conflicts = 0
        self._runner = Runner(
            router,
            plan,
            each=each,
            by_hand=by_hand,
            arrivals_at_once=ARRIVALS_AT_ONCE,
            monotonic=pace.monotonic,
            waiting_interval=max(timedelta(seconds=STEP_SECONDS), WAITING_INTERVAL / plan.scenario.speed),
        )

    @property
    def agents(self) -> tuple[Agent, ...]:
        """All agents at the last look."""
        return self._runner.scene.agents

    @property
    def runner(self) -> Runner:
        """Its runner."""
        return self._runner

    @property
    def done(self) -> Done:
        """Its counts so far."""
        arrived = self.plan.share.before(self.mark.arrived)
        return Done(arrived, self._refused, self._errors, self._conflicts)

    def step(self, *, now: datetime) -> Step:
        """One step; its `error` is the reason of a wait."""
        step = self._runner.step(self.mark, now=now)
        self.mark = step.mark
        self._refused += step.missed
        self._conflicts += step.conflicts
        self._errors += bool(step.error)
        return step
