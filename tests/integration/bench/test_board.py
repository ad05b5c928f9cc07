"""Board benchmark, small: every process real, many clients, a browser."""

import json

import pytest

from bench.board.__main__ import PATHS, main

SMALL = ["--agents", "30", "--clients", "6", "--at-once", "5", "--never-reading", "2"]


@pytest.mark.exhaustive
@pytest.mark.timeout(300)  # a dozen programs start for it, one of them a browser
def test_it_prints_a_row_for_each_measurement(capsys: pytest.CaptureFixture[str]) -> None:
    main([*SMALL, "--seconds", "1", "--page-seconds", "1", "--json"])

    (line,) = capsys.readouterr().out.splitlines()
    came, watched, beside, *pages = json.loads(line)["rows"]
    assert (came["accepted"], came["with_snapshot"]) == (5, 5)
    assert (watched["clients"], watched["not_shown"], watched["lost"]) == (6, 0, 0)
    assert 0 < watched["p50_ms"] <= watched["p99_ms"] <= watched["longest_ms"]
    assert watched["changes_per_s"] > 0
    assert (beside["never_reading"], beside["others_not_shown"], beside["others_lost"]) == (2, 0, 0)
    assert [(row["measured"], row["path"]) for row in pages] == [
        (measured, path) for measured in ("first load", "page") for path in PATHS
    ]
    assert all(row["kb"] > 10 and row["other_hosts"] == 0 for row in pages[: len(PATHS)])
    assert all(row["main_thread_ms_per_s"] > 0 and row["heap_first_mb"] > 1 for row in pages[len(PATHS) :])
