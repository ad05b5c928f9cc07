"""Goals of settings. Pure."""

from collections.abc import Iterator, Sequence

from bench.bounds import Goal, within
from bench.figures import Row

MOST = {"followed": {"most_s": 2}}


def following_goals(rows: Sequence[Row]) -> Iterator[Goal]:
    """Each goal with what was measured, and whether it is reached."""
    return within(rows, most=MOST)
