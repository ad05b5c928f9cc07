"""Sliding window of the headline figures: the calls in it, counted as they enter and leave. Pure.

A call is in the window from the end of its wait for the length of the window; while it waits, it counts as
overdue once its wait passes the target. `advance` moves the time, so an update costs only what has changed.
"""

from collections import defaultdict
from collections.abc import Iterator
from heapq import heappop, heappush

from live.figures.formulas import Counts
from live.figures.marks import Mark

# Due time, call and version; void at a later version.
Due = tuple[float, str, int]
LONG_AGO = float("-inf")


class Recent:
    """Counts of the window that ends now, by scope: all queues of a channel, and each by its key."""

    def __init__(self, seconds: float) -> None:
        self.counts: Counts = defaultdict(float)
        self._seconds = seconds
        self._marks: dict[str, Mark] = {}
        self._overdue: set[str] = set()
        self._passes_target: list[Due] = []
        self._leaves_window: list[Due] = []
        self._from = LONG_AGO

    def put(self, call_id: str, mark: Mark) -> None:
        """Puts the current call."""
        if mark.left is None:
            self._marks[call_id] = mark
            heappush(self._passes_target, (mark.due, call_id, mark.version))
        elif mark.left > self._from:
            self._marks[call_id] = mark
            heappush(self._leaves_window, (mark.left, call_id, mark.version))
            self._add(mark, 1)

    def take(self, call_id: str) -> None:
        """Undoes `put`."""
        mark = self._marks.pop(call_id, None)
        if mark is None:
            return
        if mark.left is not None:
            self._add(mark, -1)
        elif call_id in self._overdue:
            self._overdue.remove(call_id)
            self._add_overdue(mark, -1)

    def advance(self, now: float) -> None:
        """Moves the end of the window to now; never goes back."""
        self._from = max(self._from, now - self._seconds)
        for call_id, mark in self._due(self._leaves_window, self._from, including=True):
            self._add(mark, -1)
            del self._marks[call_id]
        for call_id, mark in self._due(self._passes_target, now, including=False):
            self._overdue.add(call_id)
            self._add_overdue(mark, 1)

    def _due(self, heap: list[Due], moment: float, *, including: bool) -> Iterator[tuple[str, Mark]]:
        while heap and (heap[0][0] < moment or (including and heap[0][0] == moment)):
            _, call_id, version = heappop(heap)
            mark = self._marks.get(call_id)
            if mark is not None and mark.version == version:
                yield call_id, mark

    def _add(self, mark: Mark, sign: int) -> None:
        for scope in mark.scopes:
            for figure, number in mark.outcome():
                self.counts[scope, figure] += sign * number

    def _add_overdue(self, mark: Mark, sign: int) -> None:
        for scope in mark.scopes:
            self.counts[scope, "overdue"] += sign
