"""Goals of reporting: against the plainer ways of the same run, and on their own."""

from bench.figures import Row
from bench.goals import goals

ROWS: list[Row] = [
    {"way": "buffers", "produced_per_s": 25_000, "consumed_per_s": 29_000},
    {"way": "stream a key", "produced_per_s": 26_000, "consumed_per_s": 20_000},
    {"way": "list, two calls", "produced_per_s": 5_000, "consumed_per_s": 6_000},
    {"measured": "commit", "events": 3, "p50_ms": 0.31, "p99_ms": 2.0},
    {"measured": "Redis hangs", "commits": 1_000, "p99_ms": 1.0, "most_ms": 5.1},
    {"measured": "age", "rate": 5_000, "keys": 200, "not_delivered": 0, "p99_ms": 900.0},
]


def test_each_figure_has_its_goal() -> None:
    found = {str(row["figure"]): f"{row['is']} {row['reached']}" for row in goals(reporting=ROWS)}

    assert found == {
        "events produced per second": "25,000 yes",
        "events produced per second, beside list, two calls": "5.0 times yes",
        "events produced per second, beside stream a key": "1.0 times **no**",
        "events consumed per second": "29,000 **no**",
        "events consumed per second, beside list, two calls": "4.8 times **no**",
        "events consumed per second, beside stream a key": "1.4 times yes",
        "added to a commit of three events, ms": "0.31 **no**",
        "added to a commit while Redis hangs, the most, ms": "5.1 **no**",
        "age at delivery at 5,000 events/s over 200 keys, p99 in ms": "900 yes",
        "age at delivery at 5,000 events/s over 200 keys: not delivered": "0 yes",
    }
