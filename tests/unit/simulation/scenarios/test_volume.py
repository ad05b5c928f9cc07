"""Arrivals by volume: the same for the same seed, at a constant rate those of a load run."""

from itertools import islice
from math import sqrt

import pytest

from simulation.arrivals import arrivals
from simulation.reports import seed_of
from simulation.scenarios import Volume
from simulation.scenarios.volume import scenario_arrivals


def seconds_of(volume: Volume, length_seconds: float, seed: int) -> list[float]:
    return [one.seconds for one in scenario_arrivals(volume.parts(length_seconds), seed=seed)]


def test_at_a_constant_rate_they_are_bit_for_bit_those_of_a_load_run() -> None:
    ours = list(scenario_arrivals(Volume((3_600,)).parts(600), seed=9))
    theirs = list(islice(arrivals(seed=9, rate=2.0), len(ours) + 1))

    assert [(one.number, one.seconds) for one in ours] == [(one.number, one.seconds) for one in theirs[:-1]]
    assert theirs[-1].seconds > 600


def test_the_same_seed_gives_the_same_arrivals_and_another_seed_others() -> None:
    day = Volume((100, 300), interval_minutes=15)

    assert seconds_of(day, 1_800, 3) == seconds_of(day, 1_800, 3)
    assert set(seconds_of(day, 1_800, 3)).isdisjoint(seconds_of(day, 1_800, 4))


def test_each_interval_brings_about_as_many_calls_as_it_says_and_an_empty_one_none() -> None:
    calls = (400.0, 0.0, 900.0, 100.0)
    found = seconds_of(Volume(calls, interval_minutes=15), 3_600, 5)

    assert found == sorted(found)
    for number, expected in enumerate(calls):
        came = sum(number * 900 <= at < (number + 1) * 900 for at in found)
        assert abs(came - expected) <= 4 * sqrt(expected)


def test_a_day_that_ends_without_calls_ends() -> None:
    assert all(at <= 900 for at in seconds_of(Volume((50, 0), interval_minutes=15), 1_800, 1))
    assert seconds_of(Volume((0, 0), interval_minutes=15), 1_800, 1) == []


def test_equal_intervals_arrive_like_a_constant_rate() -> None:
    apart = seconds_of(Volume((100, 100, 100), interval_minutes=15), 2_700, 2)

    assert apart == pytest.approx(seconds_of(Volume((100,), interval_minutes=15), 2_700, 2))


def test_replications_have_seeds_of_their_own() -> None:
    ours, others = ({seed_of(seed, number) for number in range(500)} for seed in (1, 2))

    assert seed_of(1, 0) == 1
    assert len(ours) == 500
    assert len(ours & others) <= 1
