"""Estimated wait: calls ahead divided by calls served per second."""

import pytest

from live.figures.estimate import estimated_wait


@pytest.mark.parametrize(
    ("ahead", "served", "over_seconds", "wait"),
    [(10, 5, 100, 200), (0, 5, 100, 0), (3, 60, 60, 3), (1, 1, 300, 300)],
)
def test_it_is_those_ahead_at_the_pace_observed(
    ahead: int, served: int, over_seconds: float, wait: float
) -> None:
    assert estimated_wait(ahead=ahead, served=served, over_seconds=over_seconds) == wait


@pytest.mark.parametrize("ahead", [0, 7])
def test_where_nothing_was_served_nobody_knows(ahead: int) -> None:
    assert estimated_wait(ahead=ahead, served=0, over_seconds=300) is None
