"""Owns how long things take: answering, talking, writing up, waiting before hanging up. Pure."""

from dataclasses import dataclass
from math import log
from typing import Protocol

from simulation.luck import luck_of


class Distribution(Protocol):
    """Turns a number from between 0 and 1 into seconds, so that more luck never means less time."""

    def at(self, luck: float) -> float:
        """The seconds below which a share of `luck` of all durations lies."""
        ...


@dataclass(frozen=True)
class Exponential:
    """Mostly short, now and then long; what queueing theory assumes of talk and patience."""

    mean_seconds: float

    def at(self, luck: float) -> float:
        """See Distribution."""
        return -log(1 - luck) * self.mean_seconds


@dataclass(frozen=True)
class Uniform:
    """Anything between two bounds, each equally likely."""

    least_seconds: float
    most_seconds: float

    def at(self, luck: float) -> float:
        """See Distribution."""
        return self.least_seconds + luck * (self.most_seconds - self.least_seconds)


@dataclass(frozen=True)
class Durations:
    """How long each arrival of a run takes, in seconds; everything follows from seed and arrival number."""

    seed: int
    answer_delay: Distribution
    talk: Distribution
    wrap_up: Distribution
    patience: Distribution

    def answer_delay_of(self, number: int) -> float:
        """From the offer to the agent's answer."""
        return self.answer_delay.at(luck_of(self.seed, number).answer_delay)

    def talk_of(self, number: int) -> float:
        """From the answer to the end of the talk."""
        return self.talk.at(luck_of(self.seed, number).talk)

    def wrap_up_of(self, number: int) -> float:
        """From the end of the talk until the agent is available again."""
        return self.wrap_up.at(luck_of(self.seed, number).wrap_up)

    def patience_of(self, number: int) -> float:
        """From the arrival until the caller, if nobody answered, hangs up."""
        return self.patience.at(luck_of(self.seed, number).patience)
