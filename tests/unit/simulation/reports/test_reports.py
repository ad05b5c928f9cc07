"""Report figures: quantiles, means with bounds, queues and intervals that add up, CSV, JSON."""

import csv
import json
from dataclasses import replace
from io import StringIO
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routing.model.policies import QueuePolicy
from routing.model.service_level import Denominator, ServiceLevel
from simulation.durations import Constant
from simulation.forward import Tally, fast_forward
from simulation.forward.histogram import Waits
from simulation.reports import (
    Gathered,
    compared,
    prediction_for,
    ratio_of,
    replicated,
    report_csv,
    report_lines,
    report_to,
    seed_of,
    simulated,
    student_t,
)
from simulation.reports.outcome import outcome_of
from simulation.scenarios import READY_MADE, Preference, Relaxed, ScenarioRangeError
from tests.unit.simulation.days import a_scenario, by, several, steady

# Printed tables: two-sided 95 % and 99 %.
TABLE = [(0.95, 1, 12.706), (0.95, 10, 2.228), (0.99, 1, 63.657), (0.99, 2, 9.925), (0.99, 9, 3.250)]


@pytest.mark.parametrize(
    ("confidence", "freedom", "expected"), [*TABLE, (0.99, 30, 2.750), (0.99, 120, 2.617)]
)
def test_students_t_is_that_of_printed_tables(confidence: float, freedom: int, expected: float) -> None:
    assert student_t(confidence, freedom) == pytest.approx(expected, abs=0.001)


def test_students_t_becomes_normal() -> None:
    assert student_t(0.99, 999) == pytest.approx(NormalDist().inv_cdf(0.995), abs=0.006)


def test_an_interval_holds_what_is_near_its_mean() -> None:
    found = ratio_of([1.0, 2.0, 3.0], [1, 1, 1])
    assert found is not None
    assert (found.mean, found.count) == (2, 3)
    assert found.high == pytest.approx(2 + 9.925 / 3**0.5, abs=0.001)
    assert (found.holds(7), found.holds(8)) == (True, False)


def test_what_cannot_be_told_is_said_to_be_so() -> None:
    one, same = ratio_of([2.0], [1]), ratio_of([1.0, 1.0], [1, 1])
    assert one is not None
    assert same is not None
    assert (one.low, one.holds(2)) == (None, None)
    assert (same.holds(1.0), same.holds(0.999)) == (True, None)
    assert ratio_of([], []) is None


@given(
    waits=st.lists(st.floats(0, 20_000), min_size=1, max_size=200), share=st.sampled_from([0.5, 0.9, 0.99])
)
def test_a_quantile_is_within_one_percent_of_that_of_all_waits(waits: list[float], share: float) -> None:
    kept, (first, second) = Waits(), (Waits(), Waits())
    for number, wait in enumerate(waits):
        kept.add(wait)
        (first if number % 2 else second).add(wait)
    first.merge(second)
    exact = sorted(waits)[max(0, -int(-share * len(waits) // 1) - 1)]
    found = kept.quantile(share)

    assert found == pytest.approx(exact, rel=0.0101, abs=0.01)
    assert found == first.quantile(share)
    assert first.total == pytest.approx(sum(waits))
    assert kept.longest == max(waits)


def test_waits_need_no_more_room_for_more_calls() -> None:
    kept = Waits()
    for number in range(100_000):
        kept.add((number % 9_973) * 8.7)

    assert len(kept.buckets) < 900
    assert Waits().quantile(0.5) is Waits().mean is None


def test_queues_and_intervals_add_up_to_the_total() -> None:
    report = simulated(several(missed_share=0.6), replications=2)

    assert report.replications == 2
    assert set(report.queues) == set(report.cells) == {"W#English#Any", "W#Spanish#M", "W#Spanish#Any"}
    assert len(report.intervals) == 4
    for name in ("offered", "answered", "abandoned", "set_aside"):
        whole = getattr(report.total, name)
        assert whole > 0
        assert sum(getattr(one, name) for one in report.queues.values()) == pytest.approx(whole)
        assert sum(getattr(one, name) for one in report.intervals) == pytest.approx(whole)
        assert sum(getattr(one, name) for cells in report.cells.values() for one in cells) == pytest.approx(
            whole
        )


def test_the_figures_follow_their_formulas() -> None:
    scenario = several(missed_share=0.0)
    counts = fast_forward(scenario)
    tallies = [tally for cells in counts.cells for tally in cells]
    offered, answered = (sum(getattr(one, name) for one in tallies) for name in ("offered", "answered"))
    in_time, waited = sum(one.in_time for one in tallies), sum(one.waits.total for one in tallies)
    gathered = Gathered(1)
    gathered.add(counts)
    report = gathered.report()

    assert report.total.service_level == in_time / offered
    assert report.total.asa_seconds == pytest.approx(waited / answered)
    assert report.total.abandoned_share == (offered - answered) / offered
    assert report.service_level_formula == "calls answered within 20 s ÷ calls offered"
    for group in report.groups:
        assert group.occupancy == group.busy_seconds / (group.busy_seconds + group.idle_seconds)


@pytest.mark.parametrize(
    ("of", "share"),
    [(Denominator.OFFERED, 9 / 21), (Denominator.ANSWERED, 9 / 12), (Denominator.DECIDED, 9 / 15)],
)
def test_the_service_level_of_an_outcome_has_the_denominator_of_the_deployment(
    of: Denominator, share: float
) -> None:
    """21 calls: 12 answered, 9 in time; 5 abandoned, 2 soon; 3 set aside and 1 left over, both missed."""
    tally = Tally(offered=21, answered=12, abandoned=5, abandoned_soon=2, set_aside=3, in_time=9)

    assert outcome_of(tally, ServiceLevel(of), seconds=60, conflicts=0).service_level == share
    assert outcome_of(Tally(), ServiceLevel(of), seconds=60, conflicts=0).service_level is None


@pytest.mark.parametrize(
    ("of", "patience", "formula"),
    [
        (Denominator.OFFERED, 4, "calls offered"),
        (Denominator.ANSWERED, 4, "answered"),
        (Denominator.DECIDED, 4, "(answered + abandoned after 5 s)"),
        (Denominator.DECIDED, 6, "(answered + abandoned after 5 s)"),
    ],
)
def test_short_abandons_leave_the_denominator_that_has_no_room_for_them(
    of: Denominator, patience: float, formula: str
) -> None:
    """Every caller hangs up after 4 or 6 s, so all who are answered are answered in time."""
    scenario = steady(0.6, 10.0, None, 5, level=ServiceLevel(of))
    report = simulated(replace(scenario, patience=Constant(patience)), replications=3)
    answered, offered = report.total.answered, report.total.offered
    is_of_answered = of is Denominator.ANSWERED or (of is Denominator.DECIDED and patience == 4)

    assert report.total.abandoned > 0.05 * offered
    assert report.total.service_level == pytest.approx(1 if is_of_answered else answered / offered)
    assert report.spread["service_level"].mean == report.total.service_level
    assert report.service_level_formula == f"calls answered within 20 s ÷ {formula}"


def test_a_whole_report_adds_up_in_each_denominator() -> None:
    """The service level of all queues is that of each, weighted by the calls it is a share of."""
    scenario = several(level=ServiceLevel(Denominator.DECIDED, short_abandon_seconds=30))
    report = simulated(scenario, replications=2)
    tallies = [fast_forward(scenario, seed=seed_of(1, number)) for number in range(2)]
    every = [tally for counts in tallies for cells in counts.cells for tally in cells]

    assert 0 < sum(one.abandoned_soon for one in every) < sum(one.abandoned for one in every)
    decided = sum(one.answered + one.abandoned - one.abandoned_soon for one in every)
    assert sum(report.replicates["service_level_of"]) == decided
    assert report.total.service_level == sum(one.in_time for one in every) / decided


def test_matches_are_told_for_each_second_in_which_their_calls_arrived() -> None:
    scenario = several(warm_up_seconds=900)
    counts = fast_forward(scenario)
    gathered = Gathered(1)
    gathered.add(counts)
    report = gathered.report()
    made = sum(tally.matches for cells in counts.cells for tally in cells)

    assert made > report.total.answered
    assert report.total.matches_per_second == pytest.approx(made / (scenario.length_seconds - 900))
    first, second = report.intervals[:2]
    in_second = sum(cells[1].matches for cells in counts.cells)
    assert first.matches_per_second is None, "a warm-up is not counted"
    assert second.matches_per_second == pytest.approx(in_second / counts.interval_seconds)
    every_queue = sum(one.matches_per_second or 0 for one in report.queues.values())
    assert every_queue == pytest.approx(report.total.matches_per_second)


def test_conflicts_are_told_over_all_queues_where_they_cannot_be_told_of_each() -> None:
    counts = fast_forward(several())
    gathered = Gathered(1)
    gathered.add(counts)
    assert {one.conflicts for one in (gathered.report().total, *gathered.report().queues.values())} == {0}

    counts.conflicts[1] = 3
    report = gathered.report()
    assert report.total.conflicts == 3
    assert [one.conflicts for one in report.intervals] == [0, 3, 0, 0]
    assert {one.conflicts for one in report.queues.values()} == {None}
    assert [[one.conflicts for one in cells] for cells in report.cells.values()] == [[0, None, 0, 0]] * 3


def test_replications_differ_and_the_first_is_the_scenario_itself() -> None:
    scenario = several()
    first, second, third = replicated(scenario, 3)

    assert first.groups == fast_forward(scenario).groups
    assert len({first.matches, second.matches, third.matches}) > 1
    assert len({one.groups[0].busy for one in (first, second, third)}) == 3


def test_more_replications_narrow_the_interval() -> None:
    scenario = steady(0.6, 10.0, None, 8, length_seconds=1_200)
    few, many = (simulated(scenario, replications=count).spread["occupancy"] for count in (4, 16))

    assert None not in (few.low, few.high, many.low, many.high)
    assert many.high - many.low < (few.high - few.low) / 2  # type: ignore[operator]  # not None


@pytest.mark.parametrize("count", [0, 1_001])
def test_the_number_of_replications_is_limited(count: int) -> None:
    with pytest.raises(ScenarioRangeError, match=r"replications: .* is not allowed; from 1 to 1,000$"):
        simulated(a_scenario(), replications=count)


def test_a_run_that_is_stopped_says_what_it_has() -> None:
    told = iter([True, False])
    report = simulated(READY_MADE["monday"], replications=5, watch=lambda _: next(told))

    assert report.replications == 1
    assert 900 < report.total.offered <= 1_000


def test_csv_has_a_line_for_each_queue_and_interval() -> None:
    report = simulated(several())
    rows = list(csv.DictReader(StringIO(report_csv(report))))

    assert len(rows) == 3 * 4 + 4 + 3 + 1
    assert (rows[-1]["queue"], float(rows[-1]["to_seconds"])) == ("all", 3_600)
    assert float(rows[-1]["answered"]) == report.total.answered
    assert [float(row["answered"]) for row in rows[12:16]] == [one.answered for one in report.intervals]
    assert rows[0]["service_level"] == str(round(report.cells[rows[0]["queue"]][0].service_level or 0, 6))


def test_json_and_text_tell_theory_or_what_fails() -> None:
    apart, scenario = several(), steady(0.6, 10.0, None, 8)
    reports = [(one, simulated(one, replications=2)) for one in (apart, scenario)]
    (one, other) = [report_to(report, compared(day, report)) for day, report in reports]
    text = ["\n".join(report_lines(report, compared(day, report))) for day, report in reports]

    assert json.loads(json.dumps(one))["theory"]["model"] is None
    assert "agents answer every offer" in one["theory"]["failing"]
    assert other["theory"]["model"] == "Erlang C"
    assert {line["figure"] for line in other["theory"]["figures"]} >= {"service_level", "asa_seconds"}
    assert "Theory does not apply" in text[0]
    assert "Erlang C" in text[1]
    assert "2 replications in virtual time, seed 1" in text[1]
    assert " matches/s, 0 conflicts" in text[1]


def test_theory_does_not_apply_where_policies_change_who_waits_how_long() -> None:
    simple = steady(0.6, 10.0, None, 8)
    assert compared(simple, simulated(simple)).model == "Erlang C"
    relaxed = (Preference("English", "F", then=(Relaxed(30),)),)
    for changes, failing in (
        ({"mix": relaxed}, "callers' preferences do not change while they wait"),
        ({"newest_first": frozenset(simple.queues)}, "queues are served oldest first"),
        (by(QueuePolicy(max_length=50)), "queues have no length limit"),
        (by(QueuePolicy(max_wait_seconds=50)), "queues have no length limit"),
    ):
        predicted, found = prediction_for(replace(simple, **changes))
        assert predicted is None
        assert [one for one in found if one.startswith(failing)]
