"""Volume: a constant number of calls per interval, or a list of intervals. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, isinf, log
from typing import NamedTuple

from simulation.luck import Luck, luck_of
from simulation.scenarios.exceptions import ScenarioError
from simulation.scenarios.field_limits import check_range

Part = tuple[float, float]


class Arriving(NamedTuple):
    """Arrival `number` (0, 1, …) of a run, `seconds` after its start, with its random numbers."""

    number: int
    seconds: float
    luck: Luck


@dataclass(frozen=True)
class Volume:
    """The mean number of calls in each interval; a single number applies to every interval.

    Within an interval calls arrive at random (Poisson). Raises ScenarioError.
    """

    calls: tuple[float, ...]
    interval_minutes: float = 30

    def __post_init__(self) -> None:
        check_range("interval_minutes", self.interval_minutes)
        check_range("intervals", len(self.calls), field="calls")
        for number, calls in enumerate(self.calls, start=1):
            field = f"calls, interval {number}" if len(self.calls) > 1 else "calls"
            check_range("interval_calls", calls, field=field)
            check_range("calls_per_second", calls / self.interval_seconds, field=field)

    @property
    def interval_seconds(self) -> float:
        return self.interval_minutes * 60

    @property
    def is_constant(self) -> bool:
        """Whether all intervals have the same mean number of calls."""
        return len(set(self.calls)) == 1

    def parts(self, length_seconds: float) -> tuple[Part, ...]:
        """The end of each part of the run, in seconds, and its calls per second.

        Raises ScenarioError if a list of intervals ends before the run.
        """
        if len(self.calls) == 1:
            return ((length_seconds, self.calls[0] / self.interval_seconds),)
        covered = len(self.calls) * self.interval_seconds
        if covered < length_seconds:
            raise ScenarioError(
                "calls",
                f"{len(self.calls)} intervals of {self.interval_minutes:g} minutes are {covered:g} seconds, "
                f"and length_seconds is {length_seconds:g}",
            )
        return tuple(
            (min((number + 1) * self.interval_seconds, length_seconds), calls / self.interval_seconds)
            for number, calls in enumerate(self.calls)
            if number * self.interval_seconds < length_seconds
        )


def scenario_arrivals(parts: tuple[Part, ...], *, seed: int) -> Iterator[Arriving]:
    """Every arrival of a run, in order; at a constant rate bit for bit those of `simulation.arrivals`.

    An exponential gap of mean 1 is used up at the rate of each part it spans (inversion: E. Çinlar,
    "Introduction to Stochastic Processes", 1975), so a list of equal intervals arrives like a constant rate.
    """
    seconds, number, part = 0.0, 0, 0
    end, rate = parts[0]
    while True:
        luck = luck_of(seed, number)
        gap = -log(luck.gap)
        at = seconds + gap / rate if rate else inf
        while at > end:
            gap -= (end - seconds) * rate
            part += 1
            if part == len(parts):
                return
            seconds, (end, rate) = end, parts[part]
            at = seconds + gap / rate if rate else inf
        if isinf(at):
            return
        seconds = at
        yield Arriving(number, seconds, luck)
        number += 1
