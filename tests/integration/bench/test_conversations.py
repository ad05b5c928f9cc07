"""Benchmark of the widget and the desk, small: every process real, a browser."""

import json

import pytest

from bench.conversations.__main__ import main
from bench.goals import goals


@pytest.mark.exhaustive
@pytest.mark.timeout(400)  # two sites start for it, and browsers
def test_it_prints_the_rows_of_widget_and_desk(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--quick", "--json"])

    (line,) = capsys.readouterr().out.splitlines()
    rows = json.loads(line)["rows"]
    size, button, opened, in_widget, desk, at_desk = rows
    assert size["loader_bytes"] < size["all_bytes"] <= 30_000
    assert 0 < button["requests"] < opened["requests"]
    assert 0 < button["kb"] < opened["kb"]
    for typed in (in_widget, at_desk):
        assert typed["keys"] == 30
        assert typed["messages_on_screen"] >= 60
        assert 0 < typed["p50_ms"] <= typed["p99_ms"]
    assert (desk["conversations"], desk["in_progress"]) == (12, 2)
    assert desk["messages_per_s"] > 0
    assert desk["main_thread_ms_per_s"] > 0
    assert len(goals(conversations=rows)) == 9
