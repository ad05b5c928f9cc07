"""The simulation benchmark as people run it, on a short day."""

import json

import pytest

from bench.simulation import main


def test_it_prints_one_object_with_a_row_for_each_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--hours", "1", "--rounds", "1", "--json"])

    (line,) = capsys.readouterr().out.splitlines()
    one, several = json.loads(line)["rows"]
    assert (one["scenario"], several["scenario"]) == ("one skill, 660 agents", "6 queues, 200 agents")
    assert one["calls"] > several["calls"] > 1_000
    assert all(
        row["calls_per_s"] > 0 and row["mb_at_most"] >= row["mb_at_a_tenth"] > 0 for row in (one, several)
    )
