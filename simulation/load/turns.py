"""Turn of a worker at a load run: recorded steps at an even pace, until the turn is over."""

import logging

from dynamo.exceptions import DynamoError
from routing.router import Router
from simulation.agents_by_hand import agents_by_hand
from simulation.load import records
from simulation.load.load_plan import Load, load_from
from simulation.load.staff import agents_bring_back
from simulation.models import LoadRun
from simulation.people.pace import Pace
from simulation.people.runner import Each, Runner, Step
from simulation.states import RunState

logger = logging.getLogger(__name__)

TURN_SECONDS = 0.9
# Interval of checks whether the former worker is done.
LOOK_SECONDS = 0.1
USUAL = Pace()


def turn_take(router: Router, *, owner: str, each: Each = map, pace: Pace = USUAL) -> bool:
    """Plays the live run for about a second; False without one, or if another worker has it.

    A step begins every 100 ms, or right after one that took longer.
    """
    over_at = pace.monotonic() + TURN_SECONDS
    run = _taken_over(router, owner, pace, until=over_at)
    if run is None:
        return False
    load = load_from(run.scenario)
    plan = load.plan(run_id=run.id, started_at=run.begins_at or run.created_at)
    runner = Runner(router, plan, each=each, by_hand=agents_by_hand())
    while run is not None:
        began = pace.monotonic()
        run = _step(router, runner, run, owner)
        pause = pace.rest(began)
        if pace.monotonic() + pause > over_at:
            break
        pace.sleep(pause)
    if run is not None and run.state == RunState.RUNNING:
        _bring_back(router, runner, load, each)
    records.lease_release(owner=owner, now=router.clock())
    return True


def _taken_over(router: Router, owner: str, pace: Pace, *, until: float) -> LoadRun | None:
    """The live run under a lease; waits for a turn that ends late, so that this second is not lost."""
    while (run := records.lease_take(owner=owner, now=router.clock())) is None:
        if records.live_run() is None or pace.monotonic() + LOOK_SECONDS > until:
            break
        pace.sleep(LOOK_SECONDS)
    return run


def _step(router: Router, runner: Runner, run: LoadRun, owner: str) -> LoadRun | None:
    """One recorded step; the run to continue with, or None if it ended or another worker has it."""
    make_step = runner.step if run.state == RunState.RUNNING else runner.last_step
    step = make_step(records.mark_of(run), now=router.clock())
    if not records.step_record(run, step, owner=owner, now=router.clock()):
        _clear_up(router, runner, run)
        return None
    _tell(run, step)
    return records.leased_run(owner=owner)


def _bring_back(router: Router, runner: Runner, load: Load, each: Each) -> None:
    """Brings back agents that routing paused because no worker answered for them."""
    staff = frozenset(load.staff) - agents_by_hand()
    try:
        agents_bring_back(router, runner.scene.agents, staff=staff, now=router.clock(), each=each)
    except DynamoError as error:  # the next turn tries again
        logger.warning("the load cannot bring agents back: %s", error)


def _clear_up(router: Router, runner: Runner, run: LoadRun) -> None:
    """After a stall in which another worker ended the run: callers sent since hang up."""
    if records.has_ended(run):
        runner.closing_step(records.mark_of(run), now=router.clock())


def _tell(run: LoadRun, step: Step) -> None:
    """Logs once for each reason that the load waits, and once that it continues."""
    if step.error and step.error != run.error:
        logger.warning("load %s waits: %s", run.id, step.error)
    elif run.error and not step.error:
        logger.info("load %s continues", run.id)
    if step.is_over:
        logger.info("load %s ended after %d calls", run.id, step.mark.arrived)
