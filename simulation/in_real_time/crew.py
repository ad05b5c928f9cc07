"""Shares of a run in real time: one process leads, others play a share each."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Protocol

from simulation.in_real_time.scenario_plan import ALL, Share
from simulation.ranges import Limits
from simulation.scenarios import Scenario, ScenarioRangeError

# One process plays this many callers and their agents with time to spare.
CALLS_PER_SECOND_OF_A_SHARE = 30.0
SHARES = Limits(1, 4, "workers")


@dataclass(frozen=True)
class Done:
    """Counts of a run: arrivals sent and refused, errors, operations that lost a race."""

    arrived: int = 0
    refused: int = 0
    errors: int = 0
    conflicts: int = 0


class Crew(Protocol):
    """The other processes of a run, for its leader."""

    def gathered(self, alive: Callable[[], object]) -> Share:
        """Waits a moment for others; answers the leader's share, all that no other has taken."""
        ...

    def begin(self, at: datetime) -> None:
        """Sets the time of second 0 of the scenario."""
        ...

    def done(self) -> Done:
        """The counts of the others so far."""
        ...

    def dismiss(self, alive: Callable[[], object]) -> None:
        """Dismisses the others, and waits until they have left, or have been silent for too long."""
        ...


class Alone:
    """A crew without others."""

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
    """The number of processes for a scenario: one for each 30 calls a second, at most 4."""
    most = max(rate for _, rate in scenario.parts) * scenario.speed
    return max(1, min(int(SHARES.most), ceil(most / CALLS_PER_SECOND_OF_A_SHARE)))


def check_shares(shares: int) -> int:
    """The same number, if it is allowed. Raises ScenarioRangeError."""
    if not SHARES.least <= shares <= SHARES.most:
        raise ScenarioRangeError("workers", shares, SHARES.least, SHARES.most, SHARES.unit)
    return shares
