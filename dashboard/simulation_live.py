"""Owns how a simulation in real time stands, in words and figures: done, rate against target, end, errors."""

from dashboard.durations import written_duration
from dashboard.numbers import grouped
from simulation.background.states import Progress, RunState
from simulation.models import SimulationRun

NOT_KNOWN = "\N{EN DASH}"


def live_standing(run: SimulationRun, progress: Progress) -> str:
    """One sentence for people."""
    if run.has_ended:
        return _ended(run)
    if progress.is_lost:
        return _lost(run, progress.silent_seconds)
    if run.state == RunState.QUEUED:
        return "It begins as soon as a worker is free."
    if run.state == RunState.STOPPING:
        return "Nobody arrives any more; its calls are ended and its agents sent home."
    if run.begins_at is None:
        return "Table and agents are made ready."
    return _going(run)


def live_figures(run: SimulationRun) -> tuple[tuple[str, str, str], ...]:
    """Each as word, value and a note; none before anything was played."""
    facts = run.facts
    if not facts:
        return ()
    left = facts["remaining_seconds"] if run.state == RunState.RUNNING else 0
    return (
        ("Calls", grouped(facts["arrived"]), f"of {grouped(facts['total'])} planned"),
        ("Calls a second", f"{facts['rate']:.1f}", f"target {facts['target_rate']:.1f}"),
        ("Ends in", written_duration(left) if left else NOT_KNOWN, "then its last calls end"),
        ("Errors", grouped(facts["errors"]), _refused(facts["refused"])),
        ("Conflicts", grouped(facts["conflicts"]), "operations that lost a race"),
    )


def _refused(number: int) -> str:
    return f"{grouped(number)} callers refused" if number else "no caller refused"


def _lost(run: SimulationRun, seconds: float) -> str:
    if run.state == RunState.QUEUED:
        return f"No worker has come for {seconds:.0f} seconds. Are worker and beat running?"
    return (
        f"Its worker has said nothing for {seconds:.0f} seconds. The next one that is there ends its calls, "
        "sends its agents home and makes the report of what there was."
    )


def _going(run: SimulationRun) -> str:
    if run.facts.get("error"):
        return f"It waits: {run.facts['error']}"
    workers = f"{run.shares} workers play it. " if run.shares > 1 else ""
    if run.facts and not run.facts["remaining_seconds"]:
        return f"{workers}Everybody has called; the last calls end."
    return f"{workers}Calls arrive."


def _ended(run: SimulationRun) -> str:
    if run.state == RunState.FAILED:
        return run.error
    if run.state == RunState.STOPPED:
        kept = "; the report is of the part that was played" if run.report else " before anybody called"
        return f"Stopped by {run.stopped_by or 'its worker'}{kept}."
    took = written_duration(run.facts["elapsed_seconds"])
    return f"{grouped(run.arrived)} calls in {took}."
