"""Goals of messaging."""

from bench.figures import Row
from bench.goals import goals
from bench.messaging.message_goals import goal_of

DELIVERY: Row = {"measured": "delivery", "lost": 0, "p50_ms": 31.0, "p99_ms": 150.0}
SHORT: Row = {
    "measured": "growth",
    "messages": 100,
    "send_p50_ms": 4.0,
    "open_p50_ms": 2.0,
    "send_write_units": 1.0,
    "send_read_units": 2.0,
    "open_read_units": 2.5,
}
LONG: Row = {**SHORT, "messages": 10_000, "send_p50_ms": 6.5, "open_p50_ms": 2.9, "open_read_units": 3.1}


def reached(*rows: Row) -> dict[str, str]:
    return {str(row["figure"]): f"{row['is']} {row['reached']}" for row in goals(messaging=rows)}


def test_each_figure_with_a_goal_is_compared() -> None:
    assert goal_of("delivery") == "lost ≤ 0, p50_ms ≤ 30, p99_ms ≤ 150"
    assert reached(DELIVERY) == {
        "delivery: lost": "0 yes",
        "delivery: p50_ms": "31 **no**",
        "delivery: p99_ms": "150 yes",
    }


def test_growth_is_between_the_shortest_and_the_longest_conversation() -> None:
    found = reached(SHORT, {**SHORT, "messages": 1_000, "send_p50_ms": 9.0}, LONG)

    assert found == {
        "send_p50_ms from 100 to 10,000 messages": "1.62 times **no**",
        "open_p50_ms from 100 to 10,000 messages": "1.45 times yes",
        "more send_write_units from 100 to 10,000 messages": "0 yes",
        "more send_read_units from 100 to 10,000 messages": "0 yes",
        "more open_read_units from 100 to 10,000 messages": "0.6 **no**",
    }


def test_one_length_is_no_growth() -> None:
    assert reached(SHORT) == {}
