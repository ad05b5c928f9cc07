"""Burst benchmark, small: real engine, Redis and dispatcher, processes for the people."""

import json

import pytest

from bench.burst import main


@pytest.mark.exhaustive
def test_it_prints_a_row_for_each_load(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--agents", "12", "--rounds", "1", "--seconds", "2", "--json"])

    (line,) = capsys.readouterr().out.splitlines()
    burst, shift, steady = json.loads(line)["rows"]
    assert (burst["load"], shift["load"], steady["load"]) == ("burst", "shift", "steady")
    assert burst["agents"] == shift["agents"] == 12
    assert min(burst["matches"], shift["matches"], steady["matches"]) >= 8
    assert all(0 < row["p50_ms"] <= row["p99_ms"] for row in (burst, shift, steady))
