"""Report: figures overall, by queue and interval, by agent group, over time. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from routing.model.skills import CALL_WORD
from simulation.forward.counts import Counts, Depths, Hours, Tally
from simulation.reports.confidence import Interval, ratio_of
from simulation.reports.outcome import Outcome, added, of_channel, outcome_of
from simulation.reports.replicates import COLUMNS, RATIOS, Replicates, ratio_sums, sums_of
from simulation.reports.replied import Replied, chats_of, replied_of
from simulation.scenarios import Scenario


@dataclass(frozen=True)
class Depth:
    """Queue depth in each step of `step_seconds`: the mean over replications, and the most."""

    step_seconds: float
    mean: tuple[float, ...]
    most: tuple[int, ...]


@dataclass(frozen=True)
class GroupFigures:
    """Occupancy of an agent group, busy ÷ (busy + idle), None if it was never at work; hours in seconds.

    For the chats of a group, whose name says so, these are hours of slots.
    """

    name: str
    agents: int
    busy_seconds: float
    idle_seconds: float
    occupancy: float | None


@dataclass(frozen=True)
class Report:
    """The report of one or more replications of a scenario.

    `channels` has the outcomes of calls and of chats apart, if there are chats, for the total mixes both.
    `replied` is about replies in chats, if their messages are simulated. `cells` are by call queue and
    then by interval, `intervals` over all call queues. `spread` has each of FIGURES as its ratio over all
    replications with bounds, if measured, and `replicates` the sums behind them. `left_over` calls were still
    waiting when no agent was left to serve them; all counts are means over replications.
    """

    scenario: str
    seed: int
    replications: int
    service_level_formula: str
    total: Outcome
    channels: Mapping[str, Outcome]
    replied: Replied | None
    queues: Mapping[str, Outcome]
    interval_seconds: float
    intervals: tuple[Outcome, ...]
    cells: Mapping[str, tuple[Outcome, ...]]
    groups: tuple[GroupFigures, ...]
    depth: Depth
    depths: Mapping[str, Depth]
    matches: float
    left_over: float
    spread: Mapping[str, Interval]
    replicates: Replicates


class Gathered:
    """Sum of replications of one scenario; its size does not grow with their number."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._sum: Counts | None = None
        self._runs = 0
        self._replicates: dict[str, list[float]] = {name: [] for name in COLUMNS}

    def add(self, counts: Counts) -> None:
        for name, value in sums_of(counts).items():
            self._replicates[name].append(value)
        self._runs += 1
        if self._sum is None:
            self._sum = counts
        else:
            self._sum.merge(counts)

    def report(self) -> Report:
        assert self._sum is not None, "no replication was added"
        replicates = {name: tuple(values) for name, values in self._replicates.items()}
        return _report(self._sum, self._seed, self._runs, replicates)


def spread_of(replicates: Replicates) -> dict[str, Interval]:
    """Each measured one of the FIGURES, with its bounds."""
    found = {name: ratio_of(*ratio_sums(replicates, name)) for name in RATIOS}
    return {name: interval for name, interval in found.items() if interval is not None}


def _report(counts: Counts, seed: int, runs: int, replicates: Replicates) -> Report:
    names = [str(queue) for queue in counts.queues]
    scenario = counts.scenario
    outcomes = _Outcomes(counts, runs)
    depths = [_depth(depths, runs) for depths in counts.depths]
    return Report(
        scenario=scenario.name,
        seed=seed,
        replications=runs,
        service_level_formula=_level_formula(scenario),
        total=outcomes.total,
        channels=outcomes.channels if scenario.has_chats else {},
        replied=replied_of(chats_of(counts), runs=runs) if scenario.messages else None,
        queues=dict(zip(names, outcomes.queues, strict=True)),
        interval_seconds=counts.interval_seconds,
        intervals=outcomes.intervals,
        cells=dict(zip(names, outcomes.cells, strict=True)),
        groups=tuple(
            GroupFigures(name, agents, hours.busy / runs, hours.idle / runs, _occupancy(hours))
            for (name, agents), hours in zip(_groups(scenario), counts.groups, strict=True)
        ),
        depth=_depth(counts.depth, runs),
        depths=dict(zip(names, depths, strict=True)),
        matches=counts.matches / runs,
        left_over=counts.left_over / runs,
        spread=spread_of(replicates),
        replicates=replicates,
    )


class _Outcomes:
    """The outcomes over all replications: in total, by queue, by interval, by both.

    Conflicts are known over all queues together; for single queues only if there are none.
    """

    def __init__(self, counts: Counts, runs: int = 1) -> None:
        self._counts = counts
        self._runs = runs
        self._seconds = [counts.seconds_of(number) for number in range(len(counts.conflicts))]

    @property
    def total(self) -> Outcome:
        tally = added(tally for cells in self._counts.cells for tally in cells)
        return self._outcome(tally, sum(self._seconds), sum(self._counts.conflicts))

    @property
    def channels(self) -> dict[str, Outcome]:
        """The outcomes of the queues of each channel, by its name for people."""
        conflicts, seconds = None if sum(self._counts.conflicts) else 0, sum(self._seconds)
        return {
            channel or CALL_WORD: self._outcome(of_channel(self._counts, channel), seconds, conflicts)
            for channel in self._counts.scenario.skills.channels
        }

    @property
    def queues(self) -> tuple[Outcome, ...]:
        conflicts = None if sum(self._counts.conflicts) else 0
        seconds = sum(self._seconds)
        return tuple(self._outcome(added(cells), seconds, conflicts) for cells in self._counts.cells)

    @property
    def intervals(self) -> tuple[Outcome, ...]:
        columns = zip(*self._counts.cells, strict=True)
        rows = zip(columns, self._seconds, self._counts.conflicts, strict=True)
        return tuple(self._outcome(added(column), seconds, lost) for column, seconds, lost in rows)

    @property
    def cells(self) -> tuple[tuple[Outcome, ...], ...]:
        around = list(zip(self._seconds, self._counts.conflicts, strict=True))
        return tuple(
            tuple(
                self._outcome(tally, seconds, None if lost else 0)
                for tally, (seconds, lost) in zip(cells, around, strict=True)
            )
            for cells in self._counts.cells
        )

    def _outcome(self, tally: Tally, seconds: float, conflicts: int | None) -> Outcome:
        return outcome_of(
            tally, self._counts.scenario.level, runs=self._runs, seconds=seconds, conflicts=conflicts
        )


def _groups(scenario: Scenario) -> list[tuple[str, int]]:
    groups = [(group.name, group.agents) for group in scenario.groups]
    return [*groups, *((f"{group.name}, chats", group.agents) for group in scenario.chatting)]


def _level_formula(scenario: Scenario) -> str:
    within = f"{scenario.target.within_seconds:g} s"
    return f"calls {scenario.level.formula(within, offered='calls offered')}"


def _depth(depths: Depths, runs: int) -> Depth:
    step = depths.step_seconds
    return Depth(step, tuple(area / step / runs for area in depths.areas), tuple(depths.most))


def _occupancy(hours: Hours) -> float | None:
    together = hours.busy + hours.idle
    return hours.busy / together if together else None
