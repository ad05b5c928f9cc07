"""Abandoned runs in real time: cleared, closed and reported after their process is gone."""

import logging

from simulation import run_records
from simulation.background.results import Played, counts_so_far, progress_of
from simulation.background.worker import Held, Worker, run_ended
from simulation.in_real_time.closing import Closing
from simulation.in_real_time.play import Ended
from simulation.in_real_time.scenario_agents import member_ids
from simulation.in_real_time.scenario_plan import plan_for
from simulation.models import SimulationRun
from simulation.scenarios import ScenarioError
from simulation.states import ENDED, RunState

logger = logging.getLogger(__name__)

LOST = "The worker that ran it was lost. The report covers the time until then."
LOST_AT_FIRST = "The worker that ran it was lost before the first call."


def lost_clear(worker: Worker, run: SimulationRun) -> bool:
    """Ends the calls of a run whose process is lost, sends its agents home and keeps its report.

    False if its process is alive, or another was faster. Raises DynamoError; then the next process tries. A
    run whose scenario is no longer valid, after an update, fails and blocks no other.
    """
    lost = run_records.claim(run, owner=worker.owner, now=worker.router.clock())
    if lost is None:
        return False
    logger.warning("simulation %s lost its worker; ending its calls and signing out its agents", run.id)
    try:
        held = Held(worker, lost)
    except ScenarioError as refused:
        why = f"The scenario is no longer valid: {refused}. Its calls and agents are still on its table."
        now = worker.router.clock()
        return run_records.end(lost, owner=worker.owner, state=RunState.FAILED, now=now, error=why)
    played, is_clean = _closed(held, run)
    is_cleared = held.cleared(is_clean=is_clean)
    state, error = _ends_as(lost, has_report=played is not None)
    run_ended(held, state, played, is_cleared=is_cleared, error=error)
    return True


def left_clear(worker: Worker) -> None:
    """The same for the current run, if any."""
    run = run_records.simulation_in_real_time()
    if run is not None:
        lost_clear(worker, run)


def _closed(held: Held, silent: SimulationRun) -> tuple[Played | None, bool]:
    """Ends calls and agents; answers the result, unless nothing was played or the report exists."""
    run, scenario, since = held.run, held.scenario, silent.heard_at
    if held.is_apart and not held.router.table.exists():
        return None, True
    plan = plan_for(scenario, run_id=run.id, started_at=run.begins_at or since)
    closing = Closing(
        held.router,
        plan,
        member_ids(scenario),
        each=held.each,
        pace=held.pace,
        alive=held.alive,
    )
    is_clean = closing.end()
    if run.begins_at is None or run.report is not None:
        return None, is_clean
    counts = counts_so_far(run, scenario)
    counts.stopped_at = min(scenario.length_seconds, plan.seconds_at(since))
    closing.count(counts, closed_at=since)
    ended = Ended(counts, progress_of(run), was_stopped=True, is_clean=is_clean)
    return Played(run.id, scenario, ended), is_clean


def _ends_as(run: SimulationRun, *, has_report: bool) -> tuple[RunState, str]:
    """The final state of a run whose process was lost; one that had ended keeps its state."""
    if run.state in ENDED:
        return RunState(run.state), run.error
    if run.state == RunState.STOPPING:
        return RunState.STOPPED, ""
    return RunState.FAILED, LOST if has_report else LOST_AT_FIRST
