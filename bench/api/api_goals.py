"""Goals of the HTTP API. Pure."""

from collections.abc import Iterator, Sequence

from bench.bounds import Goal, within
from bench.figures import Row

MOST = {"calls, steady": {"p99_ms": 100, "refused": 0}}
LEAST = {"calls, steady": {"calls_per_s": 295}, "calls, most": {"calls_per_s": 300}}


def api_goals(rows: Sequence[Row]) -> Iterator[Goal]:
    """Each goal with what was measured, and whether it is reached."""
    return within(rows, most=MOST, least=LEAST)
