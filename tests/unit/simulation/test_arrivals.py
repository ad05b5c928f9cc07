"""Arrivals: a Poisson stream, the same from any starting point."""

from itertools import islice, pairwise
from statistics import fmean, variance

from hypothesis import given
from hypothesis import strategies as st

from simulation.arrivals import START, Arrival, Mark, arrivals, arrivals_due, place_at


def first(number: int, *, seed: int = 1, rate: float = 5.0, after: Mark = START) -> list[Arrival]:
    return list(islice(arrivals(seed=seed, rate=rate, after=after), number))


def test_it_gives_the_same_arrivals_for_the_same_seed_and_others_for_another() -> None:
    assert first(100) == first(100)
    assert first(100) != first(100, seed=2)


def test_it_counts_from_zero_and_time_only_goes_on() -> None:
    stream = first(500)

    assert [arrival.number for arrival in stream] == list(range(500))
    assert all(earlier.seconds < later.seconds for earlier, later in pairwise(stream))


@given(
    seed=st.integers(0, 2**31 - 1),
    rate=st.floats(0.1, 50),
    cuts=st.lists(st.integers(1, 40), min_size=1, max_size=5),
)
def test_it_goes_on_from_any_mark_as_if_it_had_never_stopped(seed: int, rate: float, cuts: list[int]) -> None:
    pieces, mark = list[Arrival](), START
    for length in cuts:
        pieces += first(length, seed=seed, rate=rate, after=mark)
        mark = pieces[-1].mark

    assert pieces == first(sum(cuts), seed=seed, rate=rate)


@given(steps=st.lists(st.floats(0.01, 3), min_size=1, max_size=20), limit=st.integers(1, 10))
def test_it_hands_out_each_arrival_once_however_often_one_looks(steps: list[float], limit: int) -> None:
    handed, mark, now = list[Arrival](), START, 0.0
    for step in steps:
        now += step
        due = arrivals_due(seed=3, rate=4.0, after=mark, until_seconds=now, limit=limit)
        assert len(due) <= limit
        assert all(arrival.seconds <= now for arrival in due)
        handed += due
        mark = due[-1].mark if due else mark

    assert handed == first(len(handed), seed=3, rate=4.0)


def test_it_arrives_at_the_rate_asked_for() -> None:
    for seed in range(5):
        last = first(20_000, seed=seed, rate=5.0)[-1]

        # The standard deviation of the mean of 20,000 gaps is 0.7 %: four of them.
        assert abs(last.seconds / 20_000 * 5.0 - 1) < 0.03


def test_it_is_a_poisson_stream() -> None:
    seconds = [int(arrival.seconds) for arrival in first(20_000, rate=5.0)]
    whole = range(seconds[-1])
    counts = dict.fromkeys(whole, 0)
    for second in seconds:
        if second in counts:
            counts[second] += 1

    # For counts of a Poisson stream mean and variance are alike; other streams differ.
    assert abs(fmean(counts.values()) - 5.0) < 0.15
    assert 0.9 < variance(counts.values()) / 5.0 < 1.1


def test_it_finds_the_place_at_a_time_in_pieces_as_in_one_go() -> None:
    stream = first(300)
    in_pieces = START
    for _ in range(30):
        in_pieces = place_at(seed=1, rate=5.0, after=in_pieces, seconds=stream[200].seconds, limit=10)

    assert in_pieces == stream[199].mark
    assert place_at(seed=1, rate=5.0, after=START, seconds=stream[200].seconds, limit=999) == in_pieces
    assert place_at(seed=1, rate=5.0, after=in_pieces, seconds=-5.0, limit=999) == in_pieces
