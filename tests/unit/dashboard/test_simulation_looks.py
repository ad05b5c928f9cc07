"""Simulation page beside its figures: small plots, treatment of calls, two reports at once."""

from dataclasses import replace
from typing import Any

import pytest

from dashboard.formats.numbers import share
from dashboard.simulations.comparison import _side, sides_of
from dashboard.simulations.depths import HEIGHT, WIDTH, small_plots
from dashboard.simulations.report import (
    NOT_MEASURED,
    columns_of,
    figures_of,
    interval_tables,
    queue_rows,
    rates_of,
    theory_of,
    totals_of,
)
from dashboard.simulations.treatment import treatment_of
from routing.model.policies import QueuePolicy
from routing.model.service_level import Denominator, ServiceLevel
from simulation.reports import compared, difference_of, report_to, simulated
from simulation.scenarios import Preference, Relaxed, Scenario
from tests.unit.simulation.days import by, several

RINGS = "An offer rings {} s; after 5 unanswered offers a call fails. "


def kept(scenario: Scenario) -> dict[str, Any]:
    report = simulated(scenario, replications=2)
    return report_to(report, compared(scenario, report))


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    return kept(several())


def depth(*most: int) -> dict[str, Any]:
    return {"mean": [one / 2 for one in most], "most": list(most), "step_seconds": 60}


def test_each_queue_has_a_small_plot_and_all_have_one_scale(report: dict[str, Any]) -> None:
    found = small_plots({"W#French#Any": depth(0, 4, 8), "W#French#F": depth(2, 0, 0)}, end="0:03")

    assert found is not None
    assert (found.top, found.end) == ("8", "0:03")
    one, two = found.plots
    assert (one.name, one.mean, one.most) == ("French · Any", "2", "8")
    assert one.line == f"M0 {HEIGHT} 120 33 {WIDTH} 2"
    assert two.line == f"M0 48.5 120 {HEIGHT} {WIDTH} {HEIGHT}"
    assert one.area.startswith(f"M0 {HEIGHT} L0 {HEIGHT} 120 48.5")
    whole = small_plots(report["depths"], end="1:00")
    assert whole is not None
    assert [plot.name for plot in whole.plots] == [row.name for row in queue_rows(report)[:-1]]


def test_one_queue_has_no_small_plot_and_empty_ones_can_be_drawn() -> None:
    assert small_plots({"one": depth(1, 2)}, end="0:02") is None
    flat = small_plots({"one": depth(0), "two": depth()}, end="0:02")
    assert flat is not None
    assert [plot.line for plot in flat.plots] == [f"M0 {HEIGHT} {WIDTH} {HEIGHT}"] * 2


def test_conflicts_have_a_column_only_where_there_were_some(report: dict[str, Any]) -> None:
    assert columns_of(report)[-1] == "Matches/s"
    assert rates_of(report)[1] == ("Conflicts", "0", "no match was lost")
    lost = {**report, "total": {**report["total"], "conflicts": 2.5}}
    assert columns_of(lost)[-1] == "Conflicts"
    assert rates_of(lost)[1][1] == totals_of(lost)[-1][1] == "2.5"
    for rows in (queue_rows(lost), *(rows for _, rows in interval_tables(lost))):
        assert {len(row.cells) for row in rows} == {len(columns_of(lost))}


def test_a_report_of_before_shows_without_its_newer_figures(report: dict[str, Any]) -> None:
    newer = {"matches_per_second", "conflicts"}
    old = {**report, "total": {name: one for name, one in report["total"].items() if name not in newer}}

    assert totals_of(old)[-2:] == [("Matches/s", NOT_MEASURED), ("Conflicts", NOT_MEASURED)]
    assert [word for word, _, _ in rates_of(old)] == ["Matches a second"]


def test_the_service_level_of_an_earlier_version_is_of_offered_calls(report: dict[str, Any]) -> None:
    sums = {name: one for name, one in report["replicates"].items() if name != "service_level_of"}
    old = {**report, "replicates": sums}
    other = kept(several(missed_share=0.2))

    assert figures_of(old) == figures_of(report)
    assert sides_of(old, other) == sides_of(report, other)
    assert sides_of(old, other)["unlike"] == ""


def test_service_levels_with_different_formulas_have_no_difference(report: dict[str, Any]) -> None:
    answered = kept(several(level=ServiceLevel(Denominator.ANSWERED)))
    sides = sides_of(report, answered)
    by_word = {side.word: side for side in sides["figures"]}

    level = by_word["Service level"]
    assert level.a is not None
    assert level.b is not None
    assert (level.difference, level.verdict) == (NOT_MEASURED, "not known")
    assert by_word["ASA"].difference != NOT_MEASURED
    assert sides["unlike"] == (
        "The service levels have different formulas, so no difference is given. "
        "A: calls answered within 20 s ÷ calls offered. B: calls answered within 20 s ÷ answered."
    )


def test_how_calls_are_treated_is_said_of_all_and_of_what_differs() -> None:
    relaxed = (Preference("English", "F", then=(Relaxed(30), Relaxed(90))), Preference("Spanish"))
    limited = QueuePolicy(25, promote_after_seconds=0, max_wait_seconds=90, overflow="W#English#Any")
    scenario = several(mix=relaxed, **by(Spanish=replace(limited, max_length=40)))
    turned = replace(scenario, newest_first=frozenset({scenario.queues[0]}))

    assert treatment_of(turned) == [
        (
            "All call queues",
            RINGS.format(20)
            + "Every 2 min of waiting a call rises by one priority, up to 0. No calls are turned away.",
        ),
        (
            "Spanish · Any",
            RINGS.format(25) + "Callers who have waited 90 s or find 40 waiting are sent to English · Any.",
        ),
        ("Agents", "Rest 10 s after a missed offer, five minutes after 3 in a row."),
        ("English · F", "Newest first."),
        ("Callers for English, F", "Preferences relax: after 30 s any gender; after 90 s any gender."),
    ]


def test_two_reports_stand_side_by_side_with_queues_groups_and_one_plot(report: dict[str, Any]) -> None:
    other = kept(several(seed=9))
    sides = sides_of(report, other)

    assert [line[0] for line in sides["totals"]][-2:] == ["Matches/s", "Conflicts"]
    assert {line[:2] for line in sides["queues"]} >= {
        ("Spanish · Any", "Service level"),
        ("Spanish · Any", "Abandonment"),
    }
    assert [line[0] for line in sides["groups"]] == ["English", "Both", "Spanish"]
    assert [len(line.values) for line in sides["plot"].lines] == [240, 240]
    longer = kept(several(length_seconds=7_200))
    assert sides_of(report, longer)["plot"] is None


def test_a_prediction_outside_the_bounds_does_not_read_like_one_of_them(report: dict[str, Any]) -> None:
    measured = {"mean": 0.8011, "low": 0.80004, "high": 0.802, "count": 9}
    line = {"figure": "service_level", "predicted": 0.79997, "measured": measured, "agrees": False}
    (outside,) = theory_of({**report, "theory": {"figures": [line]}})
    (within,) = theory_of({**report, "theory": {"figures": [{**line, "agrees": True}]}})

    assert (outside.predicted, outside.bounds) == ("79.997 %", "80.004 % to 80.200 %")
    assert (within.predicted, within.bounds) == ("80.0 %", "80.0 % to 80.2 %")


def test_bounds_of_a_share_end_at_all_of_it(report: dict[str, Any]) -> None:
    spread = {"service_level": {"mean": 0.99, "low": 0.97, "high": 1.01, "count": 9}}
    (figure,) = figures_of({**report, "spread": spread})

    assert figure.bounds == "97.0 % to 100.0 %"


@pytest.mark.parametrize(
    ("low", "high", "bounds"),
    [
        (1.0, 1.0, "the same in all replications"),
        (0.0, 0.0, "the same in all replications"),
        (0.88801, 0.88803, "88.801 % to 88.803 %"),
        (0.99996, 1.00002, "99.9 % to 100.0 %"),
    ],
)
def test_bounds_never_read_as_one_value_twice(
    report: dict[str, Any], low: float, high: float, bounds: str
) -> None:
    spread = {"service_level": {"mean": (low + high) / 2, "low": low, "high": high, "count": 9}}
    (figure,) = figures_of({**report, "spread": spread})

    assert figure.bounds == bounds


def test_a_difference_beyond_chance_is_not_written_as_none() -> None:
    def told(seed: int, mean: float) -> dict[str, Any]:
        spread = {"mean": mean, "low": mean - 1e-6, "high": mean + 1e-6, "count": 9}
        return {"seed": seed, "replications": 9, "spread": {"occupancy": spread}}

    difference = difference_of(told(1, 0.80001), told(2, 0.80003), "occupancy")
    side = _side("Occupancy", None, None, difference, share)

    assert (side.verdict, side.is_apart) == ("B is higher", True)
    assert side.bounds == "+0.002 points to +0.002 points"
