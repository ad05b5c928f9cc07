"""Confidence bounds hold the true value as often as they claim, for one run and for a difference."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from statistics import fmean

import pytest

from routing.model.service_level import Denominator, ServiceLevel
from simulation.reports import difference_of, ratio_of, simulated
from simulation.reports.comparison import compared
from simulation.reports.confidence import Interval, interval_around
from simulation.reports.differences import can_be_paired
from simulation.reports.plain import report_to
from simulation.reports.replicates import RATIOS
from simulation.theory import Demand
from tests.thorough import every
from tests.unit.simulation.days import steady
from tests.unit.simulation.reports.mmc import Queue

SEEDS = 40
# Of 40 intervals at 95 % fewer hold the truth with a probability below 1 in 10,000.
FEWEST = 31
FIGURES = ("service_level", "asa_seconds", "wait_probability")
# Half full, nearly full, and 40 calls in a replication; the first is that of the scenario "One queue".
CASES = {
    "occupancy 0.77": (Queue(Demand(100 / 1_800, 180), 13, 2 * 3_600), 20),
    "occupancy 0.95": (Queue(Demand(0.95, 10), 10, 3_000), 20),
    "sparse": (Queue(Demand(1 / 75, 180), 3, 3_000), 1_000),
}
# Too few agents: a third of the callers hang up, half of these soon.
IMPATIENT = Queue(Demand(0.5, 60, 40), 20, 600)


def mean_of_ratios(parts: Sequence[float], wholes: Sequence[float]) -> Interval:
    """The estimator of before: the mean of the figures of replications."""
    ratios = [part / whole for part, whole in zip(parts, wholes, strict=True) if whole]
    mean = fmean(ratios)
    return interval_around(mean, [one - mean for one in ratios], confidence=0.95)


def held(queue: Queue, replications: int) -> dict[str, tuple[int, int]]:
    """Of each figure, how many seeds hold the truth: by the ratio of sums, and by the mean of ratios."""
    found = dict.fromkeys(FIGURES, (0, 0))
    for seed in range(SEEDS):
        random = Random(seed)  # noqa: S311  # chance, not secrets
        sums = [queue.replication(random) for _ in range(replications)]
        for name in FIGURES:
            parts, wholes = ([one[column] for one in sums] for column in RATIOS[name])
            ratio, truth = ratio_of(parts, wholes, confidence=0.95), getattr(queue.predicted, name)
            assert ratio is not None
            now, before = found[name]
            old = mean_of_ratios(parts, wholes)
            found[name] = (now + (ratio.holds(truth) is True), before + (old.holds(truth) is True))
    return found


@pytest.mark.parametrize("name", every(2, CASES))
def test_bounds_of_95_percent_hold_the_truth_of_theory_over_40_seeds(name: str) -> None:
    found = held(*CASES[name])

    assert all(now >= FEWEST for now, _ in found.values()), found
    if name == "sparse":
        assert all(before < FEWEST for _, before in found.values()), "the control: a mean of ratios is biased"


@pytest.mark.parametrize("of", [Denominator.ANSWERED, Denominator.DECIDED])
def test_bounds_hold_the_service_level_of_theory_whatever_its_denominator(of: Denominator) -> None:
    """The number of answered or decided calls is by chance too, and depends on those in time."""
    queue = replace(IMPATIENT, level=ServiceLevel(of, short_abandon_seconds=10))
    found = held(queue, 20)

    assert all(now >= FEWEST for now, _ in found.values()), found
    assert queue.predicted.service_level > IMPATIENT.predicted.service_level + 0.05
    assert queue.predicted.level_share < 0.9


def test_a_ratio_is_that_of_the_sums_and_counts_replications_without_any_call() -> None:
    found = ratio_of([2.0, 0.0, 7.0], [4.0, 0.0, 8.0])

    assert found is not None
    assert (found.mean, found.count) == (0.75, 3)
    assert found.low is not None
    assert found.low < 0.75
    assert ratio_of([0.0, 0.0], [0.0, 0.0]) is None


def test_the_bounds_of_a_report_are_around_the_figures_of_its_tables() -> None:
    report = simulated(steady(0.02, 60.0, None, 3), replications=8)

    assert report.spread["service_level"].mean == report.total.service_level
    assert report.spread["asa_seconds"].mean == pytest.approx(report.total.asa_seconds)
    assert report.spread["abandoned"].mean == report.total.abandoned_share
    assert report.spread["occupancy"].mean == pytest.approx(report.groups[0].occupancy)
    assert {len(column) for column in report.replicates.values()} == {8}
    assert sum(report.replicates["offered"]) == pytest.approx(8 * report.total.offered)


def test_many_replications_of_few_calls_agree_with_theory() -> None:
    scenario = steady(1 / 75, 180.0, None, 3, warm_up_seconds=6_000, length_seconds=9_000)
    report = simulated(scenario, replications=120)
    found = compared(scenario, report)

    assert found.model == "Erlang C"
    assert all(one.agrees for one in found.figures), found.figures


def kept(agents: int, *, replications: int = 8, seed: int = 1) -> dict[str, object]:
    scenario = steady(0.6, 10.0, None, agents, seed=seed, length_seconds=1_800)
    report = simulated(scenario, replications=replications)
    return report_to(report, compared(scenario, report))


def test_runs_with_the_same_callers_are_compared_in_pairs_and_others_as_independent() -> None:
    one, more = kept(8), kept(9)
    paired = difference_of(one, more, "asa_seconds")
    others = [
        difference_of(one, other, "asa_seconds") for other in (kept(9, seed=2), kept(9, replications=7))
    ]
    old = difference_of({**one, "replicates": None}, more, "asa_seconds")

    assert paired is not None
    assert old is not None
    assert can_be_paired(one, more)
    assert not any(can_be_paired(one, other) for other in (kept(9, seed=2), kept(9, replications=7)))
    assert None not in others
    assert paired.interval.mean == pytest.approx(old.interval.mean, abs=1e-5)
    assert paired.interval.high is not None
    assert old.interval.high is not None
    assert paired.is_beyond_chance
    assert paired.interval.high - paired.interval.mean < (old.interval.high - old.interval.mean) / 1.5


def test_a_run_does_not_differ_from_itself_and_one_replication_cannot_tell() -> None:
    one, single = kept(8), kept(8, replications=1)
    same, alone = difference_of(one, one, "occupancy"), difference_of(single, single, "occupancy")

    assert same is not None
    assert alone is not None
    assert (same.interval.mean, same.is_beyond_chance) == (0, False)
    assert (alone.interval.low, alone.is_beyond_chance) == (None, None)
    assert difference_of(one, {**one, "spread": {}}, "occupancy") is None


def test_unpaired_bounds_are_those_of_welch() -> None:
    def told(mean: float, half: float, count: int) -> dict[str, object]:
        spread = vars(Interval(mean, mean - half, mean + half, count))
        return {"seed": count, "replications": count, "spread": {"x": spread}}

    found = difference_of(told(10, 3.250 * 2, 10), told(20, 2.861 * 1, 20), "x")

    assert found is not None
    # Errors of 2 and 1: √5, and (4 + 1)² ÷ (16/9 + 1/19) = 13.66 degrees of freedom, so t = 3.012.
    assert found.interval.mean == 10
    assert found.interval.high == pytest.approx(10 + 3.012 * 5**0.5, abs=0.01)
