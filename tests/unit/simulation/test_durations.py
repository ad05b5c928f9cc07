"""Durations follow from seed and arrival number, in the requested distribution."""

from statistics import fmean, quantiles

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulation.durations import Distribution, Exponential, Uniform
from tests.unit.simulation.worlds import a_plan

DURATIONS = a_plan(talk_seconds=6.0, patience_seconds=30.0).durations


@pytest.mark.parametrize("distribution", [Exponential(6.0), Uniform(0.5, 1.5), Exponential(0.0)])
@given(luck=st.lists(st.floats(1e-9, 1 - 1e-9), min_size=2, max_size=2).map(sorted))
def test_it_never_takes_less_time_for_more_luck(distribution: Distribution, luck: list[float]) -> None:
    less, more = luck

    assert 0 <= distribution.at(less) <= distribution.at(more)


def test_exponential_durations_have_their_mean_and_median() -> None:
    talks = [DURATIONS.talk_of(number) for number in range(20_000)]

    assert abs(fmean(talks) / 6.0 - 1) < 0.04
    assert abs(quantiles(talks, n=2)[0] / 4.159 - 1) < 0.04


def test_the_delay_of_an_answer_stays_within_its_bounds() -> None:
    delays = [DURATIONS.answer_delay_of(number) for number in range(2000)]

    assert min(delays) >= 0.5
    assert max(delays) <= 1.5
    assert abs(fmean(delays) - 1.0) < 0.03


def test_each_arrival_has_durations_of_its_own() -> None:
    number = 12

    assert DURATIONS.talk_of(number) == a_plan(talk_seconds=6.0).durations.talk_of(number)
    assert DURATIONS.talk_of(number) != DURATIONS.talk_of(number + 1)
    assert DURATIONS.talk_of(number) / 6.0 != DURATIONS.patience_of(number) / 30.0


def test_no_mean_means_no_time() -> None:
    assert Exponential(0.0).at(0.99) == 0.0
