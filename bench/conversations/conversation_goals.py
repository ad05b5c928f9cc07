"""Goals of the widget and of the desk. Pure."""

from collections.abc import Iterator, Sequence

from bench.bounds import Goal, within
from bench.figures import Row

MOST = {
    "widget size": {"loader_bytes": 5_000, "all_bytes": 30_000},
    "widget load": {"kb": 35, "p50_ms": 1_000},
    "typing": {"p99_ms": 100},
    "desk": {"main_thread_ms_per_s": 150},
}


def conversation_goals(rows: Sequence[Row]) -> Iterator[Goal]:
    """Each goal with what was measured, and whether it is reached."""
    return within(rows, most=MOST)
