"""Status of a simulation in real time: done, rate against target, end, errors."""

from dashboard.formats.durations import written_duration
from dashboard.formats.numbers import grouped
from simulation.models import SimulationRun
from simulation.states import Progress, RunState

NOT_KNOWN = "\N{EN DASH}"


def live_standing(run: SimulationRun, progress: Progress) -> str:
    """Its state in one sentence."""
    if run.has_ended:
        return _ended(run)
    if progress.is_lost:
        return _lost(run, progress.silent_seconds)
    if run.state == RunState.QUEUED:
        return "Starts as soon as a worker is free."
    if run.state == RunState.STOPPING:
        return "No more calls arrive; ending its calls and signing its agents out."
    if run.begins_at is None:
        return "Preparing the table and agents."
    return _going(run)


def live_figures(run: SimulationRun) -> tuple[tuple[str, str, str], ...]:
    """Figures as word, value and note; none before the start."""
    facts = run.facts
    if not facts:
        return ()
    left = facts["remaining_seconds"] if run.state == RunState.RUNNING else 0
    return (
        ("Calls", grouped(facts["arrived"]), f"of {grouped(facts['total'])} planned"),
        ("Calls a second", f"{facts['rate']:.1f}", f"target {facts['target_rate']:.1f}"),
        ("Ends in", written_duration(left) if left else NOT_KNOWN, "then the last calls end"),
        ("Errors", grouped(facts["errors"]), _refused(facts["refused"])),
        ("Conflicts", grouped(facts["conflicts"]), "operations that lost a race"),
    )


def _refused(number: int) -> str:
    return f"{grouped(number)} callers refused" if number else "no callers refused"


def _lost(run: SimulationRun, seconds: float) -> str:
    if run.state == RunState.QUEUED:
        return f"No worker has started it for {seconds:.0f} seconds. Are worker and beat running?"
    return (
        f"Its worker has not responded for {seconds:.0f} seconds. The next worker ends its calls, "
        "signs its agents out and makes the report of the part that was run."
    )


def _going(run: SimulationRun) -> str:
    if run.facts.get("error"):
        return f"Waiting: {run.facts['error']}"
    if run.facts and not run.facts["remaining_seconds"]:
        return "All calls have arrived; the last ones are ending."
    return "Calls are arriving."


def _ended(run: SimulationRun) -> str:
    if run.state == RunState.FAILED:
        return run.error
    if run.state == RunState.STOPPED:
        kept = "; the report covers the part that was run" if run.report else " before the first call"
        return f"Stopped by {run.stopped_by or 'its worker'}{kept}."
    took = written_duration(run.facts["elapsed_seconds"])
    return f"{grouped(run.arrived)} calls in {took}."
