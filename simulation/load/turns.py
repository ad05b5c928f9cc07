"""Turn of a worker at a load run: recorded steps at an even pace, until the turn is over.

Within a turn the worker keeps what it knows of the people; a new one begins with a look at everything.
"""

import logging
from collections.abc import Callable
from datetime import timedelta

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

logger = logging.getLogger(__name__)

TURN_SECONDS = 0.9
# The worker after a lost one finds in the table what was not recorded.
RECORD_SECONDS = 0.5
CALM_INTERVAL = timedelta(seconds=6)
USUAL = Pace()


def _ends() -> bool:
    return False


def turn_take(
    router: Router,
    *,
    owner: str,
    each: Each = map,
    hands: Hands | None = None,
    pace: Pace = USUAL,
    goes_on: Callable[[], bool] = _ends,
) -> bool:
    """Plays the live run for about a second; False without one, or while another worker has it.

    A step begins every 100 ms, or right after one that took longer; one that goes on in threads is recorded
    every 500 ms. While `goes_on`, asked each second, says yes, the turn lasts another second.
    """
    run = records.lease_take(owner=owner, now=router.clock())
    if run is None:
        return False
    turn = _Turn(router, run, owner=owner, hands=hands or OneByOne(each), each=each)
    over_at = pace.monotonic() + TURN_SECONDS
    while run is not None:
        began = pace.monotonic()
        run = turn.step(run, pace)
        pause = turn.rest_seconds(began, pace)
        if pace.monotonic() + pause > over_at:
            if run is None or not goes_on():
                break
            run = turn.look_around(run)
            over_at = pace.monotonic() + TURN_SECONDS
        pace.sleep(pause)
    turn.end(run)
    records.lease_release(owner=owner, now=router.clock())
    return True


class _Turn:
    def __init__(self, router: Router, run: LoadRun, *, owner: str, hands: Hands, each: Each) -> None:
        self._owner = owner
        self._hands = hands
        self._each = each
        self._load: Load = load_from(run.scenario)
        self._plan = self._load.plan(run_id=run.id, started_at=run.begins_at or run.created_at)
        self._play(router, agents_by_hand())

    def _play(self, router: Router, by_hand: frozenset[str]) -> None:
        self._router, self._by_hand = router, by_hand
        self._ending = Ending(router, self._plan, each=self._each)
        self._runner = Runner(
            router, self._plan, hands=self._hands, by_hand=by_hand, calm_interval=CALM_INTERVAL
        )

    def rest_seconds(self, began: float, pace: Pace) -> float:
        """The pause after a step that began then."""
        return self._runner.rest_seconds(began, pace)

    def look_around(self, run: LoadRun) -> LoadRun | None:
        """Brings agents back, and follows changes of settings and of the agents played by people."""
        if run.state == RunState.RUNNING:
            self._bring_back()
        router, by_hand = self._router.current(), agents_by_hand()
        if router is self._router and by_hand == self._by_hand:
            return run
        left = self._settled(run)
        self._play(router, by_hand)
        return left

    def step(self, run: LoadRun, pace: Pace) -> LoadRun | None:
        """One recorded step; the run to continue with, or None if it ended or another worker has it."""
        mark = records.mark_of(run)
        if run.state == RunState.RUNNING:
            return self._recorded(run, self._runner.steps(mark, pace=pace, seconds=RECORD_SECONDS))
        settled = self._runner.settle(mark)
        return self._recorded(run, settled.then(self._ending.last_step(settled.mark)))

    def end(self, run: LoadRun | None) -> None:
        """Waits for what was started, and brings agents back that routing paused."""
        run = self._settled(run) if run is not None else None
        if run is not None and run.state == RunState.RUNNING:
            self._bring_back()

    def _settled(self, run: LoadRun) -> LoadRun | None:
        if not self._hands.are_many:
            return run
        return self._recorded(run, self._runner.settle(records.mark_of(run)))

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
