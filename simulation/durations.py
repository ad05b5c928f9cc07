"""Durations of answering, talking, wrap-up and patience, with their distributions. Pure."""

from dataclasses import dataclass, field
from math import exp, inf, log, log1p, sqrt
from statistics import NormalDist
from typing import Protocol

from simulation.luck import luck_of, redrawn_luck

_standard_normal = NormalDist().inv_cdf


class Distribution(Protocol):
    """Turns a number between 0 and 1 into seconds, never decreasing."""

    def at(self, luck: float) -> float:
        """The seconds below which a share of `luck` of all durations lies."""
        ...


@dataclass(frozen=True)
class Exponential:
    """Mostly short, sometimes long; the assumption of queueing theory for talk and patience."""

    mean_seconds: float

    def at(self, luck: float) -> float:
        return -log(1 - luck) * self.mean_seconds


@dataclass(frozen=True)
class Uniform:
    """Any value between two bounds, equally likely."""

    least_seconds: float
    most_seconds: float

    def at(self, luck: float) -> float:
        return self.least_seconds + luck * (self.most_seconds - self.least_seconds)


@dataclass(frozen=True)
class Constant:
    """Always the same."""

    mean_seconds: float

    def at(self, luck: float) -> float:  # noqa: ARG002  # takes what every distribution takes
        return self.mean_seconds


@dataclass(frozen=True)
class Lognormal:
    """Rarely short, mostly near the mean, sometimes very long; typical of talk in contact centres.

    L. Brown et al., "Statistical analysis of a telephone call center", JASA 2005. `spread_seconds` is the
    standard deviation.
    """

    mean_seconds: float
    spread_seconds: float

    def __post_init__(self) -> None:
        """The mean and deviation of the logarithm: σ² = ln(1 + s²/m²), μ = ln m - σ²/2."""
        variance = log1p((self.spread_seconds / self.mean_seconds) ** 2)
        object.__setattr__(self, "_mu", log(self.mean_seconds) - variance / 2)
        object.__setattr__(self, "_sigma", sqrt(variance))

    _mu: float = field(init=False, repr=False, compare=False, default=0.0)
    _sigma: float = field(init=False, repr=False, compare=False, default=0.0)

    def at(self, luck: float) -> float:
        return exp(self._mu + self._sigma * _standard_normal(luck))


def mean_of(distribution: Distribution) -> float:
    """The mean in seconds."""
    match distribution:
        case Uniform(least, most):
            return (least + most) / 2
        case Constant(seconds):
            return seconds
        case Exponential() | Lognormal():
            return distribution.mean_seconds
    raise TypeError(type(distribution).__name__)


@dataclass(frozen=True)
class Durations:
    """Durations of each arrival of a run, in seconds; all follow from seed and arrival number.

    Agents do not answer a share `missed_share` of offers; without patience no caller hangs up. `chat` is how
    long a chat stays with its agent, None if that follows from its messages.
    """

    seed: int
    answer_delay: Distribution
    talk: Distribution
    wrap_up: Distribution
    patience: Distribution | None
    missed_share: float = 0.0
    chat: Distribution | None = None

    def answer_delay_of(self, number: int, *, failures: int = 0) -> float:
        """From the offer to the agent's answer, after some unanswered offers; infinite if there is none."""
        luck = redrawn_luck(self.seed, number, failures=failures)
        return inf if luck.missed < self.missed_share else self.answer_delay.at(luck.answer_delay)

    def talk_of(self, number: int) -> float:
        """From the answer to the end of the talk."""
        return self.talk.at(luck_of(self.seed, number).talk)

    def chat_of(self, number: int) -> float:
        """From the answer to the end of a chat; infinite if that follows from its messages."""
        return inf if self.chat is None else self.chat.at(luck_of(self.seed, number).talk)

    def wrap_up_of(self, number: int) -> float:
        """From the end of the talk until the agent is available again."""
        return self.wrap_up.at(luck_of(self.seed, number).wrap_up)

    def patience_of(self, number: int) -> float:
        """From the arrival until a caller without an answer hangs up; infinite if never."""
        return inf if self.patience is None else self.patience.at(luck_of(self.seed, number).patience)
