"""Turn of a worker at a load run: recorded steps at an even pace, until the turn is over."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from dynamo.exceptions import DynamoError
from routing.router import Router
from simulation.agents_by_hand import agents_by_hand
from simulation.load import records
from simulation.load.load_plan import Load, load_from
from simulation.load.staff import agents_bring_back
from simulation.models import LoadRun
from simulation.people.ending import Ending
from simulation.people.hands import Each, Hands, OneByOne
from simulation.people.pace import Pace
from simulation.people.runner import Runner
from simulation.people.step import Step
from simulation.states import RunState


@dataclass
class Memory:
    """The runner of the last turn, if this process had it; `key` tells which turn that was."""

    runner: Runner | None = None
    key: object = None

    def runner_for(self, key: object, make: Callable[[], Runner]) -> Runner:
        """The runner of the last turn if nobody had a turn since, else a new one."""
        if self.runner is None or self.key != key:
            self.runner = make()
        return self.runner


logger = logging.getLogger(__name__)

TURN_SECONDS = 0.9
# Interval of checks whether the former worker is done.
LOOK_SECONDS = 0.1
USUAL = Pace()


def turn_take(
    router: Router,
    *,
    owner: str,
    each: Each = map,
    hands: Hands | None = None,
    pace: Pace = USUAL,
    memory: Memory | None = None,
) -> bool:
    """Plays the live run for about a second; False without one, or if another worker has it.

    A step begins every 100 ms, or right after one that took longer. `memory` is what the worker keeps between
    two turns.
    """
    over_at = pace.monotonic() + TURN_SECONDS
    run = _taken_over(router, owner, pace, until=over_at)
    if run is None:
        return False
    memory = memory or Memory()
    turn = _Turn(router, run, owner=owner, memory=memory, hands=hands or OneByOne(each), each=each)
    while run is not None:
        began = pace.monotonic()
        run = turn.step(run, pace)
        pause = pace.rest(began)
        if pace.monotonic() + pause > over_at:
            break
        pace.sleep(pause)
    turn.end(run)
    records.lease_release(owner=owner, now=router.clock())
    return True


def _taken_over(router: Router, owner: str, pace: Pace, *, until: float) -> LoadRun | None:
    """The live run under a lease; waits for a turn that ends late, so that this second is not lost."""
    while (run := records.lease_take(owner=owner, now=router.clock())) is None:
        if records.live_run() is None or pace.monotonic() + LOOK_SECONDS > until:
            break
        pace.sleep(LOOK_SECONDS)
    return run


class _Turn:
    def __init__(
        self, router: Router, run: LoadRun, *, owner: str, memory: Memory, hands: Hands, each: Each
    ) -> None:
        self._router = router
        self._owner = owner
        self._each = each
        self._load: Load = load_from(run.scenario)
        self._by_hand = agents_by_hand()
        self._plan = self._load.plan(run_id=run.id, started_at=run.begins_at or run.created_at)
        self._ending = Ending(router, self._plan, each=each)
        self._runner = memory.runner_for((run.id, records.last_of(run), self._by_hand), self._new_runner)
        self._runner.hands = hands
        self._memory = memory

    def _new_runner(self) -> Runner:
        return Runner(self._router, self._plan, by_hand=self._by_hand)

    def step(self, run: LoadRun, pace: Pace) -> LoadRun | None:
        """One recorded step; the run to continue with, or None if it ended or another worker has it."""
        mark = records.mark_of(run)
        if run.state == RunState.RUNNING:
            return self._recorded(run, self._runner.steps(mark, pace=pace))
        settled = self._runner.settle(mark)
        return self._recorded(run, settled.then(self._ending.last_step(settled.mark)))

    def end(self, run: LoadRun | None) -> None:
        """Waits for what was started, and brings agents back that routing paused."""
        if run is None:
            return
        if self._runner.hands.are_many:
            run = self._recorded(run, self._runner.settle(records.mark_of(run)))
        if run is not None:
            self._memory.key = (run.id, self._owner, self._by_hand)
        if run is not None and run.state == RunState.RUNNING:
            self._bring_back()

    def _recorded(self, run: LoadRun, step: Step) -> LoadRun | None:
        if not records.step_record(run, step, owner=self._owner, now=self._router.clock()):
            self._clear_up(run)
            return None
        _tell(run, step)
        return records.leased_run(owner=self._owner)

    def _bring_back(self) -> None:
        """Brings back agents that routing paused because no worker answered for them."""
        staff = frozenset(self._load.staff) - self._by_hand
        seen, now = self._runner.scene.agents, self._router.clock()
        try:
            agents_bring_back(self._router, seen, staff=staff, now=now, each=self._each)
        except DynamoError as error:  # the next turn tries again
            logger.warning("the load cannot bring agents back: %s", error)

    def _clear_up(self, run: LoadRun) -> None:
        """After a stall in which another worker ended the run: callers sent since hang up."""
        mark = self._runner.settle(records.mark_of(run)).mark
        if records.has_ended(run):
            self._ending.closing_step(mark)


def _tell(run: LoadRun, step: Step) -> None:
    """Logs once for each reason that the load waits, and once that it continues."""
    if step.error and step.error != run.error:
        logger.warning("load %s waits: %s", run.id, step.error)
    elif run.error and not step.error:
        logger.info("load %s continues", run.id)
    if step.is_over:
        logger.info("load %s ended after %d calls", run.id, step.mark.arrived)
