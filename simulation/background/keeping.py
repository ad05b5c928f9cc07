"""End of a run in real time, recorded with or without a report by the process that leads it."""

from typing import Any

from simulation import run_records
from simulation.background.results import Played, facts_of, told
from simulation.background.worker import Held
from simulation.states import RunState

UNCLEAN = "Not all of its calls could be ended and agents signed out. Workers keep trying."


def run_ended(
    held: Held, state: RunState, played: Played | None = None, *, is_cleared: bool, error: str = ""
) -> bool:
    """Ends a run, with its report if it was played: failed if anything is wrong with it.

    False if another process leads it by now.
    """
    found: dict[str, Any] = {}
    if played is not None:
        error = error or played.fault or ("" if is_cleared else UNCLEAN)
        state = RunState.FAILED if error else state
        report, sheet = told(played)
        facts, counts = facts_of(played.ended.progress, played.ended.counts), played.ended.counts
        done = int(not played.ended.was_stopped)
        found = {"report": report, "sheet": sheet, "facts": facts, "arrived": counts.arrived, "done": done}
    now = held.router.clock()
    return run_records.end(
        held.run, owner=held.owner, state=state, now=now, is_cleared=is_cleared, error=error, **found
    )
