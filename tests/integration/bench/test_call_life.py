"""Benchmark of a call's life, on a small table."""

import json

import pytest

from bench.call_life.__main__ import main
from bench.call_life.operations import OPERATIONS
from bench.goals import HEADS, OVER_ALL_QUEUES


@pytest.mark.exhaustive
def test_it_prints_a_row_for_each_operation_and_two_for_sweeps(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--agents", "200", "--calls", "240", "--times", "1", "--due", "20", "--json"])

    (line,) = capsys.readouterr().out.splitlines()
    *operations, busy, idle = json.loads(line)["rows"]
    assert [row["operation"] for row in operations] == [operation.name for operation in OPERATIONS]
    for row in operations:
        looks_only = row["operation"].startswith("peek")
        assert row["transactions"] == (0 if looks_only else 1)
        assert row["reads"] <= (1 + HEADS if row["operation"] in OVER_ALL_QUEUES else 2), row
        assert 0 < row["p50_ms"] <= row["p99_ms"]
    assert (busy["sweep"], busy["done"]) == ("20 due", 20)
    assert busy["found"] < 20  # those that ring are found together
    assert (idle["sweep"], idle["found"], idle["read_units"]) == ("nothing due", 0, 2.0)


def test_too_few_agents_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RuntimeError, match="no agent is left for the benchmark"):
        main(["--agents", "3", "--calls", "6", "--times", "1", "--json"])
    assert capsys.readouterr().out == ""
