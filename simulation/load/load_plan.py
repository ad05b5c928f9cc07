"""Load: figures at its start, as plain objects too, and the plan of its people. Pure."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from simulation.arrivals import Arrival, Mark, arrivals_due, place_at
from simulation.durations import Durations, Exponential, Uniform
from simulation.exceptions import LoadRangeError
from simulation.people.behaviour import LONGEST_WRAP_UP_SECONDS
from simulation.people.callers import Caller, Names, Wish, caller_of
from simulation.people.run_plan import Named
from simulation.ranges import Limits

LIMITS = {
    "rate": Limits(0.1, 50, "calls per second"),
    "agents": Limits(1, 500, "agents"),
    "answer_seconds": Limits(0, 60, "seconds"),
    "talk_seconds": Limits(0.1, 3600, "seconds"),
    "wrap_up_seconds": Limits(0, LONGEST_WRAP_UP_SECONDS, "seconds"),
    "patience_seconds": Limits(0.1, 3600, "seconds"),
    "seed": Limits(0, 2**31 - 1, ""),
}


@dataclass(frozen=True)
class LoadFigures:
    """Figures of a load: calls per second, agents, and mean durations in seconds.

    The durations are short, so that a board moves: at 5 calls/s they keep about 45 agents busy. Raises
    LoadRangeError if a figure is outside its limits.
    """

    rate: float
    agents: int
    answer_seconds: float = 1.0
    talk_seconds: float = 6.0
    wrap_up_seconds: float = 2.0
    patience_seconds: float = 30.0

    def __post_init__(self) -> None:
        for field, value in vars(self).items():
            check_limits(field, value)


def check_limits(field: str, value: float) -> None:
    """Raises LoadRangeError if a figure is outside its limits, or no number at all."""
    limits = LIMITS[field]
    if value not in limits:
        raise LoadRangeError(field, value, limits)


# Answer times have bounds on both sides.
ANSWER_SPREAD = (0.5, 1.5)


@dataclass(frozen=True)
class Load:
    """A scenario without an end: its seed and figures, what callers want, and the ids of its agents."""

    seed: int
    figures: LoadFigures
    wishes: tuple[Wish, ...]
    staff: tuple[str, ...]

    @property
    def durations(self) -> Durations:
        figures = self.figures
        least, most = (share * figures.answer_seconds for share in ANSWER_SPREAD)
        return Durations(
            seed=self.seed,
            answer_delay=Uniform(least, most),
            talk=Exponential(figures.talk_seconds),
            wrap_up=Exponential(figures.wrap_up_seconds),
            patience=Exponential(figures.patience_seconds),
        )

    def plan(self, *, run_id: str, started_at: datetime) -> "Plan":
        return Plan(run_id, self.seed, self.figures.rate, self.wishes, self.durations, started_at)


def load_from(plain: Mapping[str, Any]) -> Load:
    return Load(
        seed=plain["seed"],
        figures=LoadFigures(**plain["figures"]),
        wishes=tuple(Wish(**wish) for wish in plain["wishes"]),
        staff=tuple(plain["staff"]),
    )


def load_to(load: Load) -> dict[str, Any]:
    return asdict(load)


@dataclass(frozen=True)
class Plan(Named):
    """A load: id, seed, calls per second, preferences of callers, durations, start."""

    seed: int
    rate: float
    wishes: tuple[Wish, ...]
    durations: Durations
    started_at: datetime

    def seconds_at(self, moment: datetime) -> float:
        """Seconds since the start of the run."""
        return (moment - self.started_at) / timedelta(seconds=1)

    def moment_of(self, seconds: float) -> datetime:
        return self.started_at + timedelta(seconds=seconds)

    def left_out(self, after: Mark, *, seconds: float, limit: int) -> Mark:
        """The position after the last arrival before `seconds`: a load skips them."""
        return place_at(seed=self.seed, rate=self.rate, after=after, seconds=seconds, limit=limit)

    def due(self, after: Mark, *, until_seconds: float, limit: int) -> list[Arrival]:
        return arrivals_due(
            seed=self.seed, rate=self.rate, after=after, until_seconds=until_seconds, limit=limit
        )

    def caller(self, number: int, names: Names) -> Caller:
        return caller_of(seed=self.seed, number=number, wishes=self.wishes, names=names)
