"""Random numbers depend on seed and arrival number only, evenly spread, independent by kind."""

from statistics import correlation, fmean

from hypothesis import given
from hypothesis import strategies as st

from simulation.luck import Luck, luck_of

NUMBERS = range(4000)


@given(seed=st.integers(0, 2**31), number=st.integers(0, 10**9))
def test_it_lies_strictly_between_0_and_1_and_is_the_same_each_time(seed: int, number: int) -> None:
    luck = luck_of(seed, number)

    assert all(0 < draw < 1 for draw in luck)
    assert luck == luck_of(seed, number)


def test_it_is_the_same_on_every_machine_and_in_every_release() -> None:
    assert luck_of(42, 0).gap == 0.5132596442708746


def test_it_differs_between_seeds_and_between_numbers() -> None:
    everything = {luck_of(seed, number) for seed in range(50) for number in range(50)}

    assert len(everything) == 2500


def test_it_is_spread_evenly() -> None:
    for kind in Luck._fields:
        draws = [getattr(luck_of(1, number), kind) for number in NUMBERS]
        tenths = [sum(int(draw * 10) == tenth for draw in draws) for tenth in range(10)]

        assert abs(fmean(draws) - 0.5) < 0.02, kind
        assert all(300 < part < 500 for part in tenths), kind


def test_its_kinds_and_its_neighbours_are_independent() -> None:
    draws = [luck_of(1, number) for number in NUMBERS]
    talk = [luck.talk for luck in draws]

    assert abs(correlation(talk, [luck.patience for luck in draws])) < 0.05
    assert abs(correlation(talk[1:], talk[:-1])) < 0.05
