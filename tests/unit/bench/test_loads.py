"""Rows of burst, steady load and growth, and the page that shows them."""

from random import Random

from bench import burst, growth
from bench.figures import Row
from bench.matchers import Measurement, Work
from bench.report.__main__ import document, part, parts
from tests.unit.bench.test_goals import LOADS, a_row

AVAILABLE = {"a": 10.0, "b": 10.5, "c": 11.0}


def test_a_burst_is_over_when_the_last_agent_was_offered_a_call() -> None:
    offered = {"a": 10.2, "b": 10.6, "c": 11.4}

    assert burst.burst_row("burst", AVAILABLE, offered) == {
        "load": "burst",
        "agents": 3,
        "matches": 3,
        "agents_came_in_s": 1.0,
        "last_match_s": 0.4,
        "p50_ms": 200.0,
        "p99_ms": 400.0,
    }


def test_an_agent_nobody_called_is_no_match() -> None:
    row = burst.burst_row("burst", AVAILABLE, {"a": 10.2})

    assert (row["agents"], row["matches"]) == (3, 1)


def test_a_steady_load_counts_matches_over_the_time_agents_came() -> None:
    row = burst.steady_row(AVAILABLE, {"a": 10.01, "b": 10.52, "c": 11.03})

    assert (row["came"], row["matches"], row["matches_per_s"]) == (3, 3, 3.0)
    assert (row["p50_ms"], row["p99_ms"], row["longest_ms"]) == (20.0, 30.0, 30.0)


def test_people_come_at_random_moments_at_the_rate() -> None:
    found = burst.moments(Random(1), 40)  # noqa: S311 - a workload, no secret

    assert found == sorted(found)
    assert 0 < found[0] < found[-1] < 40
    assert abs(len(found) - 40 * burst.RATE) < 150
    assert len(set(found)) == len(found)


def test_the_middle_of_several_bursts_is_taken_figure_by_figure() -> None:
    rows: list[Row] = [{"load": "burst", "agents": 3, "last_match_s": last} for last in (0.5, 0.1, 0.3)]

    assert burst.middle(rows) == {"load": "burst", "agents": 3, "last_match_s": 0.3}


def test_growth_says_what_one_match_costs() -> None:
    work = Work(started_at=1.0, ended_at=2.0, matches=100, read_units=20, write_units=1150)

    assert growth.row("batched", 1_000, [Measurement((work,))]) == {
        "strategy": "batched",
        "entries": 1_000,
        "matches": 100,
        "ms_per_match": 10.0,
        "read_units_per_match": 0.2,
        "write_units_per_match": 11.5,
    }


def test_the_page_names_command_machine_and_goals_and_shows_all_figures() -> None:
    figures: dict[str, list[Row]] = {
        "growth": [{"strategy": "batched", "entries": 100, "ms_per_match": 1.5}],
        "matching": [a_row("published", 1, 100.0), a_row("batched", 1, 700.0)],
        "loads": LOADS,
        "life": [{"sweep": "100 due", "found": 70, "done": 100, "seconds": 0.8}],
        "board": [{"measured": "first load", "path": "/", "kb": 40.5, "other_hosts": 0}],
        "simulation": [
            {"scenario": "s", "calls": 9, "calls_per_s": 21_000, "mb_at_a_tenth": 20.0, "mb_at_most": 21.0}
        ],
    }

    measured = {name: part(name, rows, on="2026-11-21, a good one") for name, rows in figures.items()}
    page = document(measured)

    assert page.startswith("# Benchmarks\n\nWritten by `python -m bench.report`")
    assert parts(page) == measured
    assert page.index("## Matching") < page.index("## Growth") < page.index("## The board")
    for one in (
        "Measured on 2026-11-21, a good one.",
        "7.0 times | yes",
        "](benchmarks.svg)",
        "| batched | 100 | 1.5 |",
        "first load of /, KB | ≤ 150 | 40.5 | yes |",
        "sweep with 100 things due, seconds | ≤ 2 | 0.8 | yes",
        "| 100 due | 70 | 100 | 0.8 |",
        "calls/s of one core in virtual time, s | ≥ 20,000 | 21,000 | yes",
    ):
        assert one in page


def test_measuring_one_part_again_leaves_the_others_unchanged() -> None:
    old = {name: part(name, LOADS if name == "loads" else [], on="2026-01-01") for name in ("loads", "life")}
    new = part("life", [{"sweep": "nothing due", "found": 0, "read_units": 2.0}], on="2026-02-02")

    page = document({**parts(document(old)), "life": new})

    assert parts(page) == {"loads": old["loads"], "life": new}
