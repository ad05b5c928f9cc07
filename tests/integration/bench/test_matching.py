"""Matching benchmark, on a small table."""

import json

import pytest

from bench.matching import main

FIGURES = {
    "strategy",
    "matchers",
    "agents",
    "matches_per_s",
    "retries_per_match",
    "p50_ms",
    "p99_ms",
    "read_units_per_match",
    "write_units_per_match",
}


def test_it_prints_one_object_with_a_row_for_each_strategy(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--agents", "30", "--matchers", "2", "--rounds", "1", "--json"])

    (line,) = capsys.readouterr().out.splitlines()
    rows = json.loads(line)["rows"]
    assert [(row["strategy"], row["matchers"], row["agents"]) for row in rows] == [
        ("published bare", 2, 30),
        ("published", 2, 30),
        ("batched", 2, 30),
    ]
    assert all(set(row) == FIGURES for row in rows)
    assert all(row["matches_per_s"] > 0 for row in rows)
    assert all(row["write_units_per_match"] >= 10 for row in rows[1:])
    assert rows[2]["read_units_per_match"] < rows[1]["read_units_per_match"]
