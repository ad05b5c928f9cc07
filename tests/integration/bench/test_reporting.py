"""Reporting benchmark, small: its own Redis and a producing process."""

import json

import pytest

from bench.reporting import __main__ as reporting


def test_it_prints_a_row_for_each_way_one_for_a_commit_and_one_for_ages(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reporting, "AWAY_ROUNDS", 1)
    reporting.main(["--events", "500", "--rounds", "1", "--seconds", "1", "--json"])

    (line,) = capsys.readouterr().out.splitlines()
    *ways, commit, age, gone, hangs = json.loads(line)["rows"]
    assert [row["way"] for row in ways] == ["buffers", "stream a key", "list, two calls"]
    assert all(row["produced_per_s"] > 0 and row["consumed_per_s"] > 0 for row in ways)
    assert 0 < commit["p50_ms"] <= commit["p99_ms"]
    assert min(gone["commits"], hangs["commits"]) > 10
    assert age["not_delivered"] < age["rate"]
    assert 0 < age["p50_ms"] <= age["p99_ms"]
