"""Sums of each replication: numerators and denominators of figures, and pairs of runs. Pure."""

from collections.abc import Mapping, Sequence

from simulation.forward.counts import Counts, Hours
from simulation.reports.outcome import added

# Figures by their names in theory, with the sums they are ratios of.
RATIOS = {
    "service_level": ("in_time", "service_level_of"),
    "asa_seconds": ("waited_seconds", "answered"),
    "abandoned": ("abandoned", "offered"),
    "occupancy": ("busy_seconds", "staffed_seconds"),
    "wait_probability": ("had_to_wait", "offered"),
    "queue_depth": ("depth_seconds", "counted_seconds"),
}
FIGURES = tuple(RATIOS)
COLUMNS = tuple(dict.fromkeys(name for ratio in RATIOS.values() for name in ratio))

Replicates = Mapping[str, Sequence[float]]
"""A value for each replication, by column."""


def ratio_sums(replicates: Replicates, figure: str) -> tuple[Sequence[float], Sequence[float]]:
    """Numerators and denominators of a figure; service levels of earlier versions are of offered calls."""
    part, whole = RATIOS[figure]
    return replicates[part], replicates.get(whole, replicates["offered"])


def sums_of(counts: Counts) -> dict[str, float]:
    """The COLUMNS of one replication; `depth_seconds` are calls waiting · seconds."""
    scenario = counts.scenario
    tally = added(tally for cells in counts.cells for tally in cells)
    hours = _hours(counts)
    counted = scenario.length_seconds - scenario.warm_up_seconds
    depth = counts.depth.mean_between(scenario.warm_up_seconds, scenario.length_seconds)
    return {
        "offered": tally.offered,
        "answered": tally.waits.count,
        "in_time": tally.in_time,
        "service_level_of": scenario.level.whole(tally.counted),
        "waited_seconds": tally.waits.total,
        "abandoned": tally.abandoned,
        "had_to_wait": tally.offered - tally.at_once,
        "busy_seconds": hours.busy,
        "staffed_seconds": hours.busy + hours.idle,
        "depth_seconds": depth * counted,
        "counted_seconds": counted,
    }


def _hours(counts: Counts) -> Hours:
    """The hours of agents; in a scenario with chats only, those of their slots."""
    agents = len(counts.scenario.groups)
    has_calls = any(not one.channel for one in counts.scenario.mix)
    those = counts.groups[:agents] if has_calls else counts.groups[agents:]
    return Hours(sum(one.busy for one in those), sum(one.idle for one in those))
