"""Message ids: ascending, unique over workers, exact as a double, even over any power of two of shards."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from messaging.exceptions import ClockOutOfRangeError, ClockWentBackError
from messaging.model.ids import (
    BEGAN,
    SEQUENCES,
    TICK,
    TICKS,
    WORKERS,
    Place,
    Sequence,
    first_place,
    moment_of,
    text_of,
    tick_of,
)
from tests.builders import NOON, FakeClock

SHARDS = 128
# The chance that even shards look less even than this is 1 in 10,000: chi² with 127 degrees of freedom.
MOST_CHI_SQUARED = 192.0
seconds = st.lists(st.floats(0, 0.05), min_size=1, max_size=300)


def ids_at(rate: float, count: int) -> list[int]:
    """Ids of one worker at a steady rate a second."""
    clock = FakeClock()
    sequence = Sequence(clock)
    found = []
    for _ in range(count):
        found.append(sequence.next_place().id_of(3))
        clock.advance(1 / rate)
    return found


def worker_of(message_id: int) -> int:
    """The worker that gave an id."""
    return message_id // SEQUENCES % WORKERS


def chi_squared(counts: Counter[int], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


@given(seconds, st.integers(0, WORKERS - 1))
def test_the_ids_of_a_worker_ascend_and_tell_when_and_where(pauses: list[float], worker: int) -> None:
    clock = FakeClock()
    sequence = Sequence(clock)
    last = -1
    for pause in pauses:
        clock.advance(pause)
        found = sequence.next_place().id_of(worker)
        assert found > last
        assert worker_of(found) == worker
        assert moment_of(found) > clock.now - TICK
        last = found


@given(st.lists(st.tuples(st.integers(0, WORKERS - 1), st.floats(0, 0.02)), max_size=300))
def test_ids_are_unique_over_workers(steps: list[tuple[int, float]]) -> None:
    clock = FakeClock()
    sequences = {worker: Sequence(clock) for worker, _ in steps}
    found = []
    for worker, pause in steps:
        clock.advance(pause)
        found.append(sequences[worker].next_place().id_of(worker))
    assert len(set(found)) == len(found)


@given(st.integers(0, TICKS - 1), st.integers(0, WORKERS - 1), st.integers(0, SEQUENCES - 1))
def test_every_id_is_exact_as_a_double(tick: int, worker: int, sequence: int) -> None:
    found = Place(tick, sequence).id_of(worker)
    assert int(float(found)) == found
    assert found < 1 << 53
    assert int(float(found - 1)) == found - 1


@given(st.integers(0, TICKS - 2), st.integers(-1, SEQUENCES - 1))
def test_a_tick_begins_beyond_what_is_used_of_it(tick: int, used: int) -> None:
    assert first_place(tick, Place(tick, used)) > Place(tick, used)
    assert first_place(tick, Place(tick - 1, used)).tick == tick


def test_a_tick_that_is_used_up_goes_on_in_the_next() -> None:
    sequence = Sequence(FakeClock())
    places = [sequence.next_place() for _ in range(1000)]
    assert places == sorted(set(places))
    assert {place.tick for place in places} == {tick_of(NOON) + ahead for ahead in range(9)} - (
        set() if places[-1].tick == tick_of(NOON) + 8 else {tick_of(NOON) + 8}
    )


@pytest.mark.parametrize("rate", [1, 7.3, 50, 1000])
def test_ids_are_even_over_shards(rate: float) -> None:
    counts = Counter(found % SHARDS for found in ids_at(rate, 64_000))
    assert chi_squared(counts, SHARDS) <= MOST_CHI_SQUARED


def test_ids_whose_sequence_starts_at_zero_are_not_even(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("messaging.model.ids.first_place", lambda tick, _after: Place(tick, 0))
    counts = Counter(found % SHARDS for found in ids_at(1, 6400))
    assert chi_squared(counts, SHARDS) > MOST_CHI_SQUARED


def test_doubling_the_shards_moves_half_of_the_conversations_each_to_one_place() -> None:
    before_after = [(found % 4, found % 8) for found in ids_at(20, 20_000)]
    moved = [pair for pair in before_after if pair[0] != pair[1]]
    assert 0.48 <= len(moved) / len(before_after) <= 0.52
    assert {after - before for before, after in moved} == {4}


@pytest.mark.parametrize("back", [TICK, timedelta(seconds=1), timedelta(days=1)])
def test_a_clock_that_goes_back_is_refused_until_it_has_caught_up(back: timedelta) -> None:
    clock = FakeClock()
    sequence = Sequence(clock)
    first = sequence.next_place()
    clock.now = NOON - back
    with pytest.raises(ClockWentBackError, match="clock: it went back from 2026-11-21T12:00:00"):
        sequence.next_place()
    clock.now = NOON
    assert sequence.next_place() > first


@pytest.mark.parametrize("at", [lambda: BEGAN - TICK, lambda: BEGAN + TICKS * TICK])
def test_a_clock_outside_the_range_of_ids_is_refused(at: Callable[[], object]) -> None:
    clock = FakeClock()
    clock.now = at()  # type: ignore[assignment]  # a moment
    with pytest.raises(ClockOutOfRangeError, match="outside the years 2026 to 2113"):
        Sequence(clock).next_place()


@given(st.integers(0, 2**53 - 1))
def test_the_text_of_an_id_is_short_and_names_it_alone(message_id: int) -> None:
    text = text_of(message_id)
    assert (int(text, 36), len(text) <= 11) == (message_id, True)
