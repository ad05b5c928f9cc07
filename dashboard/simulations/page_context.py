"""Context of the simulation pages: the list, state in words, the report."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dashboard.formats.numbers import grouped, written_duration
from dashboard.simulations.chat_rows import SLOTS_COLUMNS, replies_of, slots_note, slots_rows
from dashboard.simulations.depths import small_plots
from dashboard.simulations.live_state import Behind, contacts_of, live_behind, live_figures, live_standing
from dashboard.simulations.report import (
    clock,
    columns_of,
    contacts_in,
    depth_plot,
    figures_of,
    group_rows,
    interval_tables,
    queue_rows,
    rates_of,
    theory_of,
    waits_of,
)
from dashboard.simulations.treatment import NOT_PLAYED, treatment_of
from routing.model.shares import percent
from simulation.background.simulation_services import simulation_list, somebody_plays
from simulation.models import SimulationRun
from simulation.scenarios import READY_MADE, Scenario, ScenarioError, scenario_from
from simulation.states import Place, Progress, RunState

# Word, icon and tone of each state.
PILLS = {
    RunState.QUEUED: ("Waiting", "clock", "plain"),
    RunState.RUNNING: ("Running", "dot", "blue"),
    RunState.STOPPING: ("Stopping", "off", "orange"),
    RunState.DONE: ("Done", "check", "green"),
    RunState.STOPPED: ("Stopped", "off", "grey"),
    RunState.FAILED: ("Failed", "warn", "red"),
}
LOST = ("Worker lost", "warn", "orange")
# What the next worker does: in virtual time, in real time.
AFTER_LOST = (
    "one starts it again from the beginning; the report so far is kept",
    "worker ends what is in progress, signs its agents out and makes the report of the part that was run",
)
HOUR = 3_600


@dataclass(frozen=True)
class Shown:
    """A simulation as pages show it: its progress, the pill of its state, its state in one sentence.

    `amount` is its size in words, `live` has figures of one in real time, in words, `behind`
    the warning that it is behind its schedule.
    """

    run: SimulationRun
    progress: Progress
    word: str
    icon: str
    tone: str
    standing: str
    amount: str
    live: tuple[tuple[str, str, str], ...] = ()
    behind: Behind | None = None

    @property
    def done(self) -> str:
        return percent(self.progress.share)


@dataclass(frozen=True)
class ReadyMade:
    key: str
    scenario: Scenario
    hours: float
    agents: int


def shown(run: SimulationRun, now: datetime, *, is_waited_for: bool = False) -> Shown:
    progress = run.progress(now, is_waited_for=is_waited_for)
    lost = progress.is_lost and run.state != RunState.QUEUED
    word, icon, tone = LOST if lost else PILLS[RunState(run.state)]
    said = _standing(run, progress)
    if run.is_in_real_time:
        live, behind = live_figures(run), live_behind(run)
        return Shown(run, progress, word, icon, tone, said, "In real time", live, behind)
    amount = f"{grouped(run.done)} of {grouped(run.replications)}"
    return Shown(run, progress, word, icon, tone, said, amount)


def shown_list(now: datetime) -> list[Shown]:
    """All kept simulations, the newest first."""
    busy = somebody_plays()
    return [shown(run, now, is_waited_for=busy) for run in simulation_list()]


def ready_made() -> list[ReadyMade]:
    return [
        ReadyMade(key, one, one.length_seconds / HOUR, sum(group.agents for group in one.groups))
        for key, one in READY_MADE.items()
    ]


def report_context(run: SimulationRun) -> dict[str, Any]:
    report = run.report
    if not report:
        return {}
    return {
        "report": report,
        "contacts": contacts_in(report),
        "figures": figures_of(report),
        "theory": theory_of(report),
        "waits": waits_of(report),
        "queues": queue_rows(report),
        "intervals": interval_tables(report),
        "groups": group_rows(report),
        "columns": columns_of(report),
        "replies": replies_of(report),
        "slots": slots_rows(report),
        "slots_columns": SLOTS_COLUMNS,
        "slots_note": slots_note(report),
        "rates": rates_of(report),
        "plot": depth_plot(report),
        "small": small_plots(report["depths"], end=clock(_length(report))),
        "treated": _treated(run),
        "not_played": NOT_PLAYED,
    }


def chosen_of(there: Sequence[str], asked: Sequence[str]) -> list[str]:
    """Values of the two selectors: those in the address, else the first runs that the other does not show."""
    a, b = (one if one in there else "" for one in asked)
    first = a or next((one for one in there if one != b), "")
    return [first, b or next((one for one in there if one != first), "")]


def troubles_of(asked: Sequence[str], found: Sequence[SimulationRun | None]) -> list[str]:
    """Reasons why these cannot be compared, a sentence each."""
    said = []
    for name, one, run in zip(("A", "B"), asked, found, strict=True):
        if not one:
            said.append(f"{name} is not chosen.")
        elif run is None:
            said.append(f"{name}: there is no simulation {one}; the oldest are deleted over time.")
        elif not run.has_ended:
            said.append(f"{name}, {run.name} ({run.id}), has not ended: its figures still change.")
        elif not run.report:
            said.append(f"{name}, {run.name} ({run.id}), was stopped or failed before anything was run.")
    return said


def _length(report: Mapping[str, Any]) -> float:
    depth = report["depth"]
    return float(depth["step_seconds"] * len(depth["mean"]))


def _treated(run: SimulationRun) -> list[tuple[str, str]]:
    """Its policies; empty for the deployment's, or if the scenario can no longer be read."""
    try:
        return treatment_of(scenario_from(run.scenario)) if run.place != Place.DEPLOYMENT else []
    except ScenarioError:
        return []


def _standing(run: SimulationRun, progress: Progress) -> str:
    """Its state in one sentence."""
    if run.has_ended:
        return _ended(run)
    silent = f"{progress.silent_seconds:.0f} seconds"
    if run.state == RunState.QUEUED:
        if progress.is_lost:
            return f"No worker has started it for {silent}. Are worker and beat running?"
        return "Starts as soon as a worker is free."
    if progress.is_lost:
        return f"Its worker has not responded for {silent}. The next {AFTER_LOST[run.is_in_real_time]}."
    if run.is_in_real_time:
        return live_standing(run)
    return "Stopping." if run.state == RunState.STOPPING else _going(run, progress)


def _ended(run: SimulationRun) -> str:
    if run.state == RunState.FAILED:
        return run.error
    if run.state == RunState.STOPPED:
        return f"Stopped by {run.stopped_by or 'its worker'}{_kept(run)}."
    if run.is_in_real_time:
        return (
            f"{grouped(run.arrived)} {contacts_of(run)} in {written_duration(run.facts['elapsed_seconds'])}."
        )
    assert run.started_at is not None
    assert run.ended_at is not None
    seconds = (run.ended_at - run.started_at).total_seconds()
    took = written_duration(seconds) if seconds >= 1 else "less than a second"
    return f"{grouped(run.arrived)} {contacts_of(run)} simulated in {took}."


def _going(run: SimulationRun, progress: Progress) -> str:
    again = f" Started again by worker {run.attempts}: the previous one was lost." if run.attempts > 1 else ""
    if progress.calls_per_second is None:
        return f"Just started.{again}"
    left = progress.remaining_seconds
    until = f", about {written_duration(left)} left" if left is not None else ""
    done = f"{grouped(run.arrived)} {contacts_of(run)}"
    return f"{done} at {progress.calls_per_second:,.0f} a second{until}.{again}"


def _kept(run: SimulationRun) -> str:
    if run.done and not run.is_in_real_time:
        return f"; the report covers the {run.done} finished replications"
    return "; the report covers the part that was run" if run.sheet else " before anything was run"
