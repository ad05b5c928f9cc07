"""Simulation in real time: what it is doing, its figures, the warning that it is behind schedule."""

from dataclasses import dataclass

from dashboard.formats.numbers import grouped, written_duration
from dashboard.simulations.report import contact_words
from routing.model.queues import CALLS
from routing.model.shares import percent
from simulation.models import SimulationRun
from simulation.states import RunState

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


def contacts_of(run: SimulationRun) -> str:
    """What arrives: calls, chats or both."""
    return contact_words({one.get("channel", CALLS) for one in run.scenario.get("mix", ())})


def live_standing(run: SimulationRun) -> str:
    """What it is doing, in one sentence."""
    contacts = contacts_of(run)
    if run.state == RunState.STOPPING:
        return f"No more {contacts} arrive; ending those in progress and signing its agents out."
    if run.begins_at is None:
        return "Preparing the table and agents."
    if run.facts.get("error"):
        return f"Waiting: {run.facts['error']}"
    if run.facts and not run.facts["remaining_seconds"]:
        return f"All {contacts} have arrived; the last ones are ending."
    return f"{contacts.capitalize()} are arriving."


def live_figures(run: SimulationRun) -> tuple[tuple[str, str, str], ...]:
    """Figures as word, value and note; none before the start."""
    facts = run.facts
    if not facts:
        return ()
    contacts = contacts_of(run)
    word = contacts.capitalize()
    left = facts["remaining_seconds"] if run.state == RunState.RUNNING else 0
    ends_in = ("Ends in", written_duration(left) if left else NOT_KNOWN, f"then the last {contacts} end")
    return (
        (word, grouped(facts["arrived"]), f"of {grouped(facts['total'])} planned"),
        (f"{word} a second", f"{facts['rate']:.1f}", f"target {facts['target_rate']:.1f}"),
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
        "table was too slow. Waits and abandonment are partly due to that, not to the number of agents."
    )
    return Behind(word, "warn", tone, sentence)


def _late_share(run: SimulationRun) -> float:
    """The share of arrivals and actions that began late; none before the start, or in an earlier release."""
    timed, late = run.facts.get("timed", 0), run.facts.get("late", 0)
    return float(late / timed) if timed else 0.0


def _refused(number: int) -> str:
    return f"{grouped(number)} callers refused" if number else "no callers refused"
