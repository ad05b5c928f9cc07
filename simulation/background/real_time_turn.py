"""Turn of a worker at runs in real time: lead or clear up a scenario, or a turn of the load."""

import logging
from collections.abc import Callable

from simulation import run_records
from simulation.background.left_behind import lost_clear
from simulation.background.results import Played, facts_of
from simulation.background.worker import Held, Worker, run_ended
from simulation.in_real_time.play import Play
from simulation.in_real_time.progress import Progress
from simulation.in_real_time.tables import tables_made
from simulation.load.turns import turn_take
from simulation.models import SimulationRun
from simulation.reports import by_slots
from simulation.states import RunState

logger = logging.getLogger(__name__)


def turn_in_real_time(worker: Worker) -> bool:
    """Plays the scenario that is there to its end, which may be a day later, else a turn of the load.

    False if there is nothing to do.
    """
    return _scenario_turn(worker) or turn_take(
        worker.router,
        owner=worker.owner,
        each=worker.each,
        hands=worker.hands,
        pace=worker.pace,
        goes_on=worker.goes_on,
    )


def _scenario_turn(worker: Worker) -> bool:
    run = run_records.simulation_in_real_time()
    if run is None:
        return False
    if run.state == RunState.QUEUED:
        mine = run_records.claim(run, owner=worker.owner, now=worker.router.clock())
        return mine is not None and _led(worker, mine)
    return lost_clear(worker, run)


def run_lead(worker: Worker, run: SimulationRun) -> Played:
    """Plays this process's run to its end, and leaves only its report.

    Raises RoutingError and DynamoError; then the run has failed, and the next worker clears the rest.
    """
    held = Held(worker, run)
    play = Play(
        held.router,
        held.scenario,
        run.id,
        each=held.each,
        hands=held.hands,
        pace=held.pace,
        by_hand=held.by_hand,
        is_alone=held.is_apart,
        alive=held.alive,
    )
    play.begun = lambda at: run_records.renew(
        held.run,
        owner=held.owner,
        now=held.router.clock(),
        begins_at=at,
        expected_calls=max(1, len(play.plan.arrivals)),
    )
    try:
        if held.is_apart:
            tables_made(held.router, held.scenario)
        ended = play.run(stopping=worker.onlooker.stopping, watch=_watch(worker, held, play))
        slots = () if ended.was_stopped else by_slots(held.scenario, watch=_goes_on(worker, held))
        played = Played(run.id, held.scenario, ended, held.audited(), slots)
        if held.is_led:
            is_cleared = held.cleared(is_clean=ended.is_clean)
            state = RunState.STOPPED if ended.was_stopped else RunState.DONE
            run_ended(held, state, played, is_cleared=is_cleared)
    except BaseException as failure:
        _failed(held, failure)
        raise
    return played


def _led(worker: Worker, run: SimulationRun) -> bool:
    try:
        run_lead(worker, run)
    except Exception:
        logger.exception("simulation %s failed", run.id)
    return True


def _watch(worker: Worker, held: Held, play: Play) -> Callable[[Progress], bool]:
    """A callback that records progress once a second and answers whether to go on."""

    def watch(progress: Progress) -> bool:
        worker.onlooker.tell(progress)
        facts, now = facts_of(progress, play.counts), held.router.clock()
        return run_records.beat(held.run, owner=held.owner, now=now, arrived=progress.arrived, facts=facts)

    return watch


def _goes_on(worker: Worker, held: Held) -> Callable[[int], bool]:
    """A callback that sends a heartbeat and answers whether virtual time is to go on."""

    def watch(_arrived: int) -> bool:
        is_wanted = run_records.beat(held.run, owner=held.owner, now=held.router.clock())
        return is_wanted and not worker.onlooker.stopping()

    return watch


def _failed(held: Held, failure: BaseException) -> None:
    """Ends a failed run at once; if it cannot be cleared, the next worker does that."""
    is_cleared = False
    try:
        is_cleared = held.is_apart and held.is_led and held.cleared(is_clean=True)
    finally:
        why = f"It failed: {str(failure) or repr(failure):.300}"
        run_ended(held, RunState.FAILED, is_cleared=is_cleared, error=why)
