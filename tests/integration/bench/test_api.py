"""Benchmark of the HTTP API, small: engine, Redis and web process are real."""

import json

import pytest

from bench.api.__main__ import main
from bench.goals import goals


@pytest.mark.exhaustive
def test_it_prints_calls_at_a_rate_and_as_many_as_go(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--quick", "--json"])

    (line,) = capsys.readouterr().out.splitlines()
    steady, most = json.loads(line)["rows"]
    assert (steady["refused"], most["refused"]) == (0, 0)
    assert 0 < steady["p50_ms"] <= steady["p99_ms"]
    assert most["calls_per_s"] > 0
    assert len(goals(api=[steady, most])) == 4
