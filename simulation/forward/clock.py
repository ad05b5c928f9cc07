"""Virtual clock: what happens when. Pure; reads no real clock."""

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

Happening = tuple[float, int, Callable[[Any], None], Any]


class Clock:
    """The time in seconds from the start, and the next event; at the same moment the first one scheduled."""

    __slots__ = ("_coming", "_said", "now")

    def __init__(self) -> None:
        self.now = 0.0
        self._said = 0
        self._coming: list[Happening] = []

    def at(self, seconds: float, do: Callable[[Any], None], whom: Any) -> None:
        """Schedules an action at a moment, not in the past."""
        self._said += 1
        heappush(self._coming, (seconds, self._said, do, whom))

    def run(self) -> None:
        coming = self._coming
        while coming:
            self.now, _, do, whom = heappop(coming)
            do(whom)

    def stop(self) -> None:
        self._coming.clear()
