"""Shares of a run in real time: one process leads, others play a share each."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Protocol

from simulation.in_real_time.scenario_plan import ALL, Share
from simulation.ranges import Limits
from simulation.scenarios import Scenario, ScenarioRangeError

# One process brings so many callers, answers for their agents, and has time to spare.
CALLS_PER_SECOND_OF_A_SHARE = 30.0
SHARES = Limits(1, 4, "workers")


@dataclass(frozen=True)
class Done:
    """What was done for a run: arrivals brought in and refused, errors, operations that lost a race."""

    arrived: int = 0
    refused: int = 0
    errors: int = 0
    conflicts: int = 0


class Crew(Protocol):
    """The other processes of a run, as the one that leads it sees them."""

    def gathered(self, alive: Callable[[], object]) -> Share:
        """Waits a moment for others; the share of whoever leads, which is what nobody else has taken."""
        ...

    def begin(self, at: datetime) -> None:
        """Says when second 0 of the scenario is."""
        ...

    def done(self) -> Done:
        """What the others have done so far."""
        ...

    def dismiss(self, alive: Callable[[], object]) -> None:
        """Has the others go, and waits until they have, or have been silent for too long."""
        ...


class Alone:
    """Nobody else."""

    def gathered(self, alive: Callable[[], object]) -> Share:  # noqa: ARG002  # see Crew
        """All of it."""
        return ALL

    def begin(self, at: datetime) -> None:
        """See Crew."""

    def done(self) -> Done:
        """Nothing."""
        return Done()

    def dismiss(self, alive: Callable[[], object]) -> None:
        """See Crew."""


def shares_for(scenario: Scenario) -> int:
    """How many processes a scenario is to be played by: one for each 30 calls a second, at most 4."""
    most = max(rate for _, rate in scenario.parts) * scenario.speed
    return max(1, min(int(SHARES.most), ceil(most / CALLS_PER_SECOND_OF_A_SHARE)))


def check_shares(shares: int) -> int:
    """The same number, if it is allowed. Raises ScenarioRangeError."""
    if not SHARES.least <= shares <= SHARES.most:
        raise ScenarioRangeError("workers", shares, SHARES.least, SHARES.most, SHARES.unit)
    return shares
