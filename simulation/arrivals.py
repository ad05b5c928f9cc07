"""Arrivals: a Poisson stream that any process can continue at any point. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile
from math import log

from simulation.luck import luck_of


@dataclass(frozen=True)
class Mark:
    """A position in the stream: after `arrived` arrivals, the last of them `seconds` after the start."""

    arrived: int = 0
    seconds: float = 0.0


START = Mark()


@dataclass(frozen=True)
class Arrival:
    """Arrival `number` (0, 1, …) of a run, `seconds` after its start."""

    number: int
    seconds: float

    @property
    def mark(self) -> Mark:
        return Mark(self.number + 1, self.seconds)


def arrivals(*, seed: int, rate: float, after: Mark = START) -> Iterator[Arrival]:
    """The endless arrivals after a position; `rate` is in calls per second.

    Each gap depends on the seed and the arrival's number only, and offsets are added in order: a continuation
    from any position equals, bit for bit, one pass from the start.
    """
    number, seconds = after.arrived, after.seconds
    while True:
        seconds += -log(luck_of(seed, number).gap) / rate
        yield Arrival(number, seconds)
        number += 1


def arrivals_due(*, seed: int, rate: float, after: Mark, until_seconds: float, limit: int) -> list[Arrival]:
    """The arrivals after a position due by `until_seconds`, at most `limit` of them."""
    stream = arrivals(seed=seed, rate=rate, after=after)
    return list(islice(takewhile(lambda arrival: arrival.seconds <= until_seconds, stream), limit))


def place_at(*, seed: int, rate: float, after: Mark, seconds: float, limit: int) -> Mark:
    """The position after the last arrival before `seconds`, at most `limit` beyond `after`."""
    for arrival in islice(arrivals(seed=seed, rate=rate, after=after), limit):
        if arrival.seconds >= seconds:
            break
        after = arrival.mark
    return after
