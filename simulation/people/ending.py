"""End of a run's calls: hang up, end talk and wrap-up, step by step, until nothing is left.

It needs no memory: another process may end the calls of a run whose worker was killed.
"""

from dataclasses import replace
from functools import partial

from dynamo.exceptions import DynamoError
from routing import selectors
from routing.model.outcomes import Conflict
from routing.router import Router
from simulation.arrivals import Mark
from simulation.people.actions import action_perform
from simulation.people.arriving import MOST_UNRECORDED
from simulation.people.behaviour import Scene, closing_actions, is_over
from simulation.people.hands import Each
from simulation.people.looks import calls_there, look_at_all
from simulation.people.run_plan import Played
from simulation.people.step import Step

MAX_ACTIONS_PER_STEP = 75


class Ending:
    """Ends the calls of one run on one table."""

    def __init__(self, router: Router, plan: Played, *, each: Each = map) -> None:
        self._router = router
        self._plan = plan
        self._each = each

    def closing_step(self, mark: Mark) -> Step:
        """Ends the calls of this run, bounded, and sends no more; `is_over` once none is left.

        An unreachable table ends the step early: `error` has the reason.
        """
        step = Step(mark)
        try:
            scene = look_at_all(self._router)
            actions = closing_actions(self._plan, scene, limit=MAX_ACTIONS_PER_STEP)
            outcomes = [acted.outcome for acted in self._each(partial(action_perform, self._router), actions)]
            conflicts = sum(isinstance(outcome, Conflict) for outcome in outcomes)
            step = replace(step, done=len(outcomes) - conflicts, conflicts=conflicts)
            return replace(step, is_over=is_over(self._plan, scene) and self._nobody_waits())
        except DynamoError as error:
            return replace(step, error=str(error))

    def last_step(self, mark: Mark) -> Step:
        """A closing step; at the end it also counts arrivals of a worker that died."""
        step = self.closing_step(mark)
        if not step.is_over:
            return step
        try:
            behind = self._plan.due(mark, until_seconds=float("inf"), limit=MOST_UNRECORDED)
            there = calls_there(self._router, self._plan, behind)
        except DynamoError as error:
            return replace(step, error=str(error), is_over=False)
        came = [arrival for arrival in behind if self._plan.call_id(arrival.number) in there]
        here = came[-1].mark if came else mark
        return replace(step, mark=here, missed=here.arrived - mark.arrived - len(came))

    def is_over(self) -> bool:
        """Reads whether no call waits, rings or is in progress or wrap-up. Raises DynamoError."""
        scene = look_at_all(self._router)
        return is_over(self._plan, scene) and self._nobody_waits()

    def _nobody_waits(self) -> bool:
        """Looks again: a call declined between the two reads is in neither."""
        return is_over(self._plan, Scene(waiting=tuple(selectors.waiting_calls(self._router))))
