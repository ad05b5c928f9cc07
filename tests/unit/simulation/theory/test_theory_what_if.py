"""What-if: agents needed for another volume or handle time, and results with the same agents."""

import pytest

from simulation.theory import (
    Goals,
    TheoryRangeError,
    agents_needed,
    agents_needed_by_interval,
    demand_of,
    predict,
    what_if,
)

BASE = demand_of(calls=100, interval_seconds=1800, aht_seconds=180)
GOALS = Goals(service_level=0.8)


@pytest.mark.parametrize(
    ("volume", "aht", "more"),
    [(0.1, 0.0, 1), (0.0, 0.1, 1), (-0.1, 0.0, -2), (0.0, 0.0, 0), (1.0, 0.0, 10), (-1.0, 0.0, -14)],
)
def test_it_says_how_many_agents_more_or_fewer(volume: float, aht: float, more: int) -> None:
    answer = what_if(BASE, GOALS, volume=volume, aht=aht)

    assert answer.more_agents == more
    assert answer.base == agents_needed(BASE, GOALS)
    assert answer.changed == agents_needed(BASE.changed(volume=volume, aht=aht), GOALS)


def test_shrinkage_counts_in_the_difference_of_the_schedule() -> None:
    answer = what_if(BASE, GOALS, volume=1, shrinkage=0.5)

    assert answer.more_agents == 10


def test_agents_who_stay_as_many_get_worse_and_in_the_end_cannot_keep_up() -> None:
    slightly, far = what_if(BASE, GOALS, volume=0.1), what_if(BASE, GOALS, volume=0.5)

    assert slightly.unchanged_agents == predict(slightly.demand, agents=14, within_seconds=20)
    assert 0.7 < slightly.unchanged_agents.service_level < 0.8
    assert far.unchanged_agents.service_level == 0
    assert far.unchanged_agents.asa_seconds == float("inf")


def test_nobody_calls_and_nobody_is_needed_whatever_changes() -> None:
    quiet = demand_of(calls=0, interval_seconds=1800, aht_seconds=180)

    assert what_if(quiet, GOALS, volume=2).more_agents == 0


def test_a_change_outside_its_limits_is_refused() -> None:
    with pytest.raises(TheoryRangeError, match="volume_change: 1,000 is not allowed"):
        what_if(BASE, GOALS, volume=10)


def test_goals_that_are_missed_are_named() -> None:
    goals = Goals(service_level=0.8, max_asa_seconds=10, max_occupancy=0.9)
    missed = {n: goals.missed_by(predict(BASE, agents=n, within_seconds=20)) for n in (10, 13, 14)}

    assert missed == {
        10: ["service_level", "max_asa_seconds", "max_occupancy"],
        13: ["service_level", "max_asa_seconds"],
        14: [],
    }


def test_intervals_alike_get_alike_in_their_order() -> None:
    demands = [demand_of(calls=calls, interval_seconds=1800, aht_seconds=180) for calls in (100, 10, 100)]
    needed = agents_needed_by_interval(demands, GOALS)

    assert [one.agents for one in needed] == [14, 3, 14]
