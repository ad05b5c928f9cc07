"""Benchmark of settings, small: every process of the Procfile follows a change, and acts by it."""

import json

import pytest

from bench.following.__main__ import main
from bench.goals import goals
from localservices.programs import procfile_read
from tests.architecture.sources import ROOT

# Beat only sends tasks, services only starts programs: neither uses settings of the table.
WITHOUT_SETTINGS = {"beat", "services"}


@pytest.mark.exhaustive
def test_every_process_acts_by_a_change(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--quick", "--json"])

    (line,) = capsys.readouterr().out.splitlines()
    rows = json.loads(line)["rows"]
    assert {row["case"] for row in rows} == {*procfile_read(ROOT / "Procfile")} - WITHOUT_SETTINGS
    assert all(0 < row["p50_s"] <= row["most_s"] for row in rows)
    assert len(goals(following=rows)) == len(rows)
