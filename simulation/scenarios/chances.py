"""Random choice of a caller's preferences and priority from a scenario. Pure."""

from bisect import bisect
from itertools import accumulate

from simulation.luck import Luck
from simulation.scenarios.scenario import Scenario


class Chances:
    """Picks by weight: the same luck gives the same preferences in virtual and in real time."""

    __slots__ = ("_priorities", "_shares", "_weights")

    def __init__(self, scenario: Scenario) -> None:
        self._shares = list(accumulate(one.share for one in scenario.mix))
        # Sorted, so that the same luck gives the same priority in any written order.
        priorities = sorted(scenario.priorities, reverse=True)
        self._priorities = [priority for priority, _ in priorities]
        self._weights = list(accumulate(share for _, share in priorities))

    def wish_of(self, luck: Luck) -> int:
        """The line of a caller in the mix, from 0."""
        return bisect(self._shares, luck.wish * self._shares[-1])

    def priority_of(self, luck: Luck) -> int:
        return self._priorities[bisect(self._weights, luck.priority * self._weights[-1])]
