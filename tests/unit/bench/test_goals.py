"""The goals: each is compared with the figure it is about, and said in words."""

from bench.figures import Row
from bench.goals import goals


def a_row(strategy: str, matchers: int, matches_per_s: float, **figures: float) -> Row:
    costs = {"retries_per_match": 0.02, "read_units_per_match": 0.3, "write_units_per_match": 11.5}
    return {
        "strategy": strategy,
        "matchers": matchers,
        "agents": 400,
        "matches_per_s": matches_per_s,
        **costs,
        **figures,
    }


LOADS: list[Row] = [
    {"load": "burst", "last_match_s": 0.4},
    {"load": "shift", "last_match_s": 1.6},
    {"load": "steady", "p99_ms": 100.0},
]


def reached(rows: list[Row]) -> dict[str, str]:
    return {str(row["figure"]): f"{row['is']} {row['reached']}" for row in rows}


def test_speed_is_compared_with_the_published_strategy_of_the_same_run() -> None:
    matching = [
        a_row("published", 1, 100.0),
        a_row("batched", 1, 600.0),
        a_row("published", 8, 80.0),
        a_row("batched", 8, 700.0),
    ]

    found = reached(goals(matching, []))

    assert found["matches/s with 1 matcher, 400 agents"] == "6.0 times yes"
    assert found["matches/s with 8 matchers, 400 agents"] == "8.8 times **no**"


def test_costs_are_those_with_eight_matchers() -> None:
    matching = [a_row("published", 8, 80.0), a_row("batched", 8, 900.0, read_units_per_match=1.2)]

    found = reached(goals(matching, []))

    assert found["retries per match, 400 agents"] == "0.02 yes"
    assert found["read units per match, 400 agents"] == "1.2 **no**"
    assert found["write units per match, 400 agents"] == "11.5 yes"


def test_loads_have_a_goal_each() -> None:
    assert list(reached(goals([], LOADS)).values()) == ["0.4 yes", "1.6 **no**", "100 yes"]


def test_what_was_not_measured_has_no_goal() -> None:
    assert goals([a_row("batched", 2, 500.0)], []) == []
