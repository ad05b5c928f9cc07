"""Matching and sweeps of a run on its own table, which no dispatcher serves."""

from dataclasses import dataclass

from routing.dispatcher.dispatching import drain
from routing.router import Router
from routing.services import sweep
from simulation.people.pace import Pace

SWEEP_SECONDS = 0.25


@dataclass
class OwnMatching:
    """Matches at each turn, and sweeps four times a second."""

    router: Router
    pace: Pace
    _swept_at: float = float("-inf")

    def take_turn(self) -> int:
        """Answers the conflicts. Raises DynamoError, RoutingError."""
        conflicts = drain(self.router, rest=self.pace.sleep).conflicts
        now = self.pace.monotonic()
        if now - self._swept_at >= SWEEP_SECONDS:
            self._swept_at = now
            sweep(self.router)
            conflicts += drain(self.router, rest=self.pace.sleep).conflicts
        return conflicts
