"""Peers benchmark, on a few agents: every store makes the right matches, and a missing one is said loudly."""

import json

import pytest

from bench.peers import postgres_server
from bench.peers.__main__ import main

FIGURES = {"peer", "matchers", "agents", "matches_per_s", "p50_ms", "p99_ms"}
SMALL = ["--agents", "24", "--matchers", "2", "--rounds", "1", "--json"]


def peers(out: str) -> list[str]:
    rows = json.loads(out)["rows"]
    assert all(set(row) == FIGURES and row["matches_per_s"] > 0 for row in rows)
    return [row["peer"] for row in rows]


def test_it_prints_one_object_with_a_row_for_each_store(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        postgres_server.postgres_binary("postgres")
    except FileNotFoundError:
        pytest.skip("PostgreSQL is not on this machine")
    main(SMALL)

    found = peers(capsys.readouterr().out)
    assert found == [
        "callcenter",
        "postgresql",
        "postgresql, 15 a commit",
        "postgresql, 1 a commit",
        "redis",
    ]


def test_without_postgresql_it_says_so_and_measures_the_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_name: str) -> None:
        raise FileNotFoundError(postgres_server.MISSING)

    monkeypatch.setattr(postgres_server, "postgres_binary", missing)

    main(SMALL)

    printed = capsys.readouterr()
    assert peers(printed.out) == ["callcenter", "redis"]
    assert "POSTGRESQL IS NOT MEASURED: no server is on PATH" in printed.err


def test_the_parts_of_the_products_time_are_measured_by_themselves(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main([*SMALL, "--parts"])

    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert row["measured"] == "a match"
    assert all(row[part] > 0 for part in ("wall_ms", "client_ms", "planning_ms"))
