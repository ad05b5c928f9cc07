"""Results of a run in real time: report, and what was reached of the plan."""

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from routing.repair.audit import Finding
from simulation.forward.counts import Counts
from simulation.in_real_time.counting import empty_counts
from simulation.in_real_time.play import Ended
from simulation.in_real_time.progress import Progress
from simulation.models import SimulationRun
from simulation.reports import Gathered, Report, WithSlots, compared, report_csv, report_to
from simulation.scenarios import Scenario


@dataclass(frozen=True)
class Played:
    """An ended run; `findings` are of the audit of its own tables.

    `slots` are results of the same chats in virtual time, with other numbers of slots too.
    """

    run_id: str
    scenario: Scenario
    ended: Ended
    findings: tuple[Finding, ...] = ()
    slots: tuple[WithSlots, ...] = ()

    @property
    def report(self) -> Report:
        gathered = Gathered(self.scenario.seed)
        gathered.add(self.ended.counts)
        return gathered.report()

    @property
    def how(self) -> str:
        """Its clock, for the first line of the report."""
        stopped_at = self.ended.counts.stopped_at
        stopped = "" if stopped_at is None else f", stopped after {stopped_at:,.0f} s"
        return f"in real time at speed {self.scenario.speed:g}{stopped}"

    @property
    def facts(self) -> dict[str, Any]:
        """Facts that a report in virtual time lacks, as plain objects; times in seconds of real time."""
        progress = self.ended.progress
        return {
            "run": self.run_id,
            "speed": self.scenario.speed,
            "was_stopped": self.ended.was_stopped,
            "is_clean": self.ended.is_clean and not self.findings,
            "arrived": progress.arrived,
            "planned": progress.total,
            "refused": progress.refused,
            "errors": progress.errors,
            "conflicts": progress.conflicts,
            "late_share": round(progress.late_share, 4),
            "elapsed_seconds": round(progress.elapsed_seconds, 3),
            "calls_per_second": round(progress.rate, 3),
            "target_calls_per_second": round(progress.target_rate, 3),
        }

    @property
    def fault(self) -> str:
        """The findings of the audit in a line; empty without any."""
        return "; ".join(f"{one.rule}: {one.subject}, {one.detail}" for one in self.findings)


def told(played: Played) -> tuple[dict[str, Any], str]:
    """The report as plain objects, and as CSV."""
    report = played.report
    plain = report_to(report, compared(played.scenario, report), played.slots)
    return {**plain, "in_real_time": played.facts}, report_csv(report)


def hours_of(counts: Counts) -> list[list[float]]:
    """The busy and idle seconds of each group, kept during the run."""
    return [[round(one.busy, 1), round(one.idle, 1)] for one in counts.groups]


def counts_so_far(run: SimulationRun, scenario: Scenario) -> Counts:
    """Counts with the busy and idle time that only the playing process saw, as last recorded."""
    counts = empty_counts(scenario)
    for hours, (busy, idle) in zip(counts.groups, run.facts.get("hours", ()), strict=False):
        hours.busy, hours.idle = busy, idle
    return counts


def progress_of(run: SimulationRun) -> Progress:
    """The last recorded progress of a run."""
    known = {one.name: run.facts[one.name] for one in fields(Progress) if one.name in run.facts}
    nothing = Progress(0, round(run.expected_calls), 0.0, 0.0, 0.0, 0.0)
    return replace(nothing, **known)


def facts_of(progress: Progress, counts: Counts) -> dict[str, Any]:
    return {**asdict(progress), "hours": hours_of(counts)}
