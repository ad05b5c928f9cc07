"""Goals: each is compared with its figure and said in words."""

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


def test_speed_is_also_compared_with_the_published_algorithm_without_calls() -> None:
    matching = [a_row("published bare", 1, 100.0), a_row("batched", 1, 600.0)]

    assert goals(matching) == [
        {
            "figure": "matches/s with 1 matcher, 400 agents",
            "must be": "≥ 10 times published bare",
            "is": "6.0 times",
            "reached": "**no**",
        }
    ]


def test_costs_are_those_with_eight_matchers() -> None:
    matching = [a_row("published", 8, 80.0), a_row("batched", 8, 900.0, read_units_per_match=1.2)]

    found = reached(goals(matching, []))

    assert found["retries per match, 400 agents"] == "0.02 yes"
    assert found["read units per match, 400 agents"] == "1.2 **no**"
    assert found["write units per match, 400 agents"] == "11.5 yes"


def test_loads_have_a_goal_each() -> None:
    assert list(reached(goals([], LOADS)).values()) == ["0.4 yes", "1.6 **no**", "100 yes"]


def test_the_board_has_a_goal_for_each_of_its_figures() -> None:
    board: list[Row] = [
        {"measured": "at once", "clients": 300, "with_snapshot": 299, "last_s": 1.9},
        {"measured": "fan-out", "clients": 500, "p99_ms": 401, "web_core_percent": 25.0},
        {"measured": "never read", "mb_each_in_all": 0.6, "others_p99_ms": 390},
        {"measured": "first load", "path": "/", "kb": 151.0, "other_hosts": 0},
        {
            "measured": "page",
            "path": "/agents/",
            "agents": 2000,
            "seconds": 600,
            "main_thread_ms_per_s": 149.0,
            "heap_grew_percent": 11.0,
        },
    ]

    assert reached(goals([], [], board=board)) == {
        "clients at once that got no snapshot": "1 **no**",
        "300 clients at once: last snapshot, seconds": "1.9 yes",
        "p99 from commit to shown by 500 clients, ms": "401 **no**",
        "web process with 500 clients, % of a core": "25 yes",
        "memory of a client that never reads, MB": "0.6 yes",
        "p99 beside clients that never read, ms": "390 yes",
        "first load of /, KB": "151 **no**",
        "other hosts that / asks": "0 yes",
        "/agents/ with 2,000 agents: main thread, ms per s": "149 yes",
        "/agents/ with 2,000 agents: heap grew in 600 s, %": "11 **no**",
    }


def test_what_was_not_measured_has_no_goal() -> None:
    assert goals([a_row("batched", 2, 500.0)], []) == []


def test_simulation_is_to_be_fast_and_its_memory_flat() -> None:
    rows: list[Row] = [
        {"scenario": "one", "calls": 100, "calls_per_s": 19_999, "mb_at_a_tenth": 20.0, "mb_at_most": 22.5},
        {"scenario": "six", "calls": 100, "calls_per_s": 5_000, "mb_at_a_tenth": 20.0, "mb_at_most": 301.0},
    ]

    found = reached(goals([], [], simulation=rows))

    assert found["calls/s of one core in virtual time, one"] == "19,999 **no**"
    assert found["calls/s of one core in virtual time, six"] == "5,000 yes"
    assert found["memory of 100 calls in virtual time, six, MB"] == "301 **no**"
    assert found["memory grew after a tenth in virtual time, one, %"] == "12.5 **no**"


LIVE: Row = {
    "measured": "live",
    "seconds": 300,
    "target_calls_per_s": 51.0,
    "calls_per_s": 50.9,
    "asa_s": 1.04,
    "answered_share": 0.96,
    "answered_share_virtual": 0.98,
    "asa_virtual_s": 1.0,
    "occupancy": 0.7828,
    "occupancy_virtual": 0.76,
    "late_share": 0.01,
    "audit": 0,
}


def test_real_time_is_to_be_as_virtual_time() -> None:
    assert reached(goals(simulation=[LIVE])) == {
        "calls/s in real time for 300 s": "50.9 yes",
        "off the target in real time, %": "0.20 yes",
        "answered share in real time, % from virtual time": "2.04 yes",
        "asa s in real time, % from virtual time": "4.00 **no**",
        "occupancy in real time, % from virtual time": "3.00 yes",
        "findings of the audit in real time": "0 yes",
    }


def test_a_load_is_to_be_answered() -> None:
    row = {"measured": "cost", "rate": 50.0, "answered_share": 0.89}
    assert reached(goals(cost=[row])) == {"share of calls answered at 50 calls/s": "0.89 **no**"}


def test_a_minute_without_calls_is_to_cost_few_reads() -> None:
    idle = {"measured": "idle", "read_units_per_minute": 301}
    assert reached(goals(cost=[idle])) == {"read units a minute without calls": "301 **no**"}


def test_the_product_is_to_lead_postgresql() -> None:
    rates = {
        ("callcenter", 1): 600.0,
        ("postgresql", 1): 400.0,
        ("callcenter", 8): 500.0,
        ("postgresql", 8): 250.0,
    }
    rows: list[Row] = [
        {"peer": peer, "matchers": matchers, "matches_per_s": rate}
        for (peer, matchers), rate in rates.items()
    ]

    assert reached(goals(peers=rows)) == {
        "matches/s with 1 matcher, beside PostgreSQL": "1.50 times yes",
        "matches/s with 8 matchers, beside PostgreSQL": "2.00 times **no**",
    }
