"""End of a run in real time, recorded with or without a report by the process that leads it."""

from simulation import run_records
from simulation.background.results import Played, facts_of, told
from simulation.background.worker import Held
from simulation.states import RunState

UNCLEAN = "Not all of its calls could be ended and agents signed out. Workers keep trying."


def kept(held: Held, played: Played, state: RunState, *, is_cleared: bool, error: str = "") -> bool:
    """Ends a run with its report; failed if anything is wrong. False if another process leads it by now."""
    error = error or played.fault or ("" if is_cleared else UNCLEAN)
    report, sheet = told(played)
    return run_records.end(
        held.run,
        owner=held.owner,
        state=RunState.FAILED if error else state,
        now=held.router.clock(),
        is_cleared=is_cleared,
        error=error,
        report=report,
        sheet=sheet,
        facts=facts_of(played.ended.progress, played.ended.counts),
        arrived=played.ended.counts.arrived,
        done=int(not played.ended.was_stopped),
    )


def ended_without_report(held: Held, state: RunState, *, is_cleared: bool, error: str) -> bool:
    """Ends a run without a report, or without a new one."""
    now = held.router.clock()
    return run_records.end(
        held.run, owner=held.owner, state=state, now=now, is_cleared=is_cleared, error=error
    )
