"""Status of a simulation in real time: done, rate against target, end, errors."""

from dataclasses import dataclass

from dashboard.formats.numbers import grouped, written_duration
from routing.model.shares import percent
from simulation.models import SimulationRun
from simulation.states import Progress, RunState

NOT_KNOWN = "\N{EN DASH}"
# Share of arrivals and actions that began late, from which a run is behind, or far behind, its schedule.
BEHIND, FAR_BEHIND = 0.05, 0.2


@dataclass(frozen=True)
class Behind:
    """Warning of a run that falls behind its own schedule."""

    word: str
    icon: str
    tone: str
    sentence: str


def live_standing(run: SimulationRun, progress: Progress) -> str:
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
    ends_in = ("Ends in", written_duration(left) if left else NOT_KNOWN, "then the last calls end")
    return (
        ("Calls", grouped(facts["arrived"]), f"of {grouped(facts['total'])} planned"),
        ("Calls a second", f"{facts['rate']:.1f}", f"target {facts['target_rate']:.1f}"),
        *(() if run.has_ended else (ends_in,)),
        ("Errors", grouped(facts["errors"]), _refused(facts["refused"])),
        ("Conflicts", grouped(facts["conflicts"]), "operations that lost a race"),
        ("Late", percent(_late_share(run)) if facts.get("timed") else NOT_KNOWN, "began over 250 ms late"),
    )


def live_behind(run: SimulationRun) -> Behind | None:
    """The warning that a run is behind its schedule, None if it is not."""
    share = _late_share(run)
    if share < BEHIND:
        return None
    word, tone = ("Far behind schedule", "red") if share >= FAR_BEHIND else ("Behind schedule", "orange")
    sentence = (
        f"{percent(share)} of arrivals and actions began more than 250 ms late, because this machine or its "
        "table was too slow. Waits and abandoned calls are partly due to that, not to the number of agents."
    )
    return Behind(word, "warn", tone, sentence)


def _late_share(run: SimulationRun) -> float:
    """The share of arrivals and actions that began late; none before the start, or in an earlier release."""
    timed, late = run.facts.get("timed", 0), run.facts.get("late", 0)
    return float(late / timed) if timed else 0.0


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
