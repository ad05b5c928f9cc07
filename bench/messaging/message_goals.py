"""Goals of messaging, as its rows name them and as they are checked. Pure."""

from collections.abc import Iterator, Sequence

from bench.bounds import Goal, within
from bench.figures import Row

SEND_UNITS, SEND_UNITS_WITH_CURSORS = 1.1, 2.0
# Growth of a time that still counts as flat, on a machine that does other things too.
FLAT, MORE_UNITS = 1.5, 0.5
GROWING_TIMES = ("send_p50_ms", "open_p50_ms")
GROWING_UNITS = ("send_write_units", "send_read_units", "open_read_units")
# The goals of each kind of row, by figure.
MOST: dict[str, dict[str, float]] = {
    "delivery": {"lost": 0, "p50_ms": 30, "p99_ms": 150},
    "group": {"last_device_ms": 400, "lost": 0},
    "open": {"p99_ms": 50},
    "list": {"p99_ms": 100},
    "chat offered": {"p99_ms": 100},
    "send": {"write_units": SEND_UNITS, "write_units_with_cursors": SEND_UNITS_WITH_CURSORS},
    "pairs": {"lost": 0},
}
LEAST: dict[str, dict[str, float]] = {"pairs": {"messages_per_s": 150}}


def goal_of(measured: str) -> str:
    """The goals of a kind of row, in one line."""
    least = [f"{name} ≥ {value:g}" for name, value in LEAST.get(measured, {}).items()]
    most = [f"{name} ≤ {value:g}" for name, value in MOST.get(measured, {}).items()]
    return ", ".join(least + most)


def messaging_goals(rows: Sequence[Row]) -> Iterator[Goal]:
    """Each goal with what was measured, and whether it is reached."""
    yield from within(rows, most=MOST, least=LEAST)
    yield from _growth([row for row in rows if row.get("measured") == "growth"])


def _growth(rows: Sequence[Row]) -> Iterator[Goal]:
    """The longest conversation beside the shortest one."""
    for first, last in zip(rows[:1], rows[1:][-1:], strict=False):
        about = f"from {first['messages']:,} to {last['messages']:,} messages"
        for name in GROWING_TIMES:
            times = float(last[name]) / max(float(first[name]), 0.01)
            yield f"{name} {about}", f"≤ {FLAT:g} times", f"{times:.2f} times", times <= FLAT
        for name in GROWING_UNITS:
            more = round(float(last[name]) - float(first[name]), 2)
            yield f"more {name} {about}", f"≤ {MORE_UNITS:g}", f"{more:g}", more <= MORE_UNITS
