"""Benchmark of messages, small."""

import json

import pytest

from bench.goals import goals
from bench.messaging.__main__ import main


@pytest.mark.exhaustive
def test_it_prints_a_row_for_each_operation_and_length_of_a_conversation(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["--quick", "--json", "--only", "units", "growth"])

    (line,) = capsys.readouterr().out.splitlines()
    rows = json.loads(line)["rows"]
    (send,) = (row for row in rows if row.get("measured") == "send")
    assert send["write_units"] == 1.0
    assert send["write_units_with_cursors"] == 2.0
    assert [row["messages"] for row in rows if row.get("measured") == "growth"] == [100, 1_000]
    units = [row for row in goals(messaging=rows) if "units" in row["figure"]]
    assert len(units) == 5
    assert {row["reached"] for row in units} == {"yes"}


@pytest.mark.exhaustive
@pytest.mark.timeout(300)
def test_messages_reach_every_device_with_everything_real(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--quick", "--json", "--only", "delivery", "offered", "large"])

    (line,) = capsys.readouterr().out.splitlines()
    rows = json.loads(line)["rows"]
    assert {row["measured"] for row in rows} == {"delivery", "pairs", "chat offered", "group", "open", "list"}
    assert all(row["goal"] for row in rows)
    assert [row["lost"] for row in rows if "lost" in row] == [0, 0, 0]
    assert all(row["p50_ms"] > 0 for row in rows if "p50_ms" in row)
