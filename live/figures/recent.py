"""Sliding window of the headline figures: the calls in it, counted as they enter and leave. Pure.

A call is in the window from the end of its wait for the length of the window; while it waits, it counts as
overdue once its wait passes the target. Likewise the first response of a chat, and its service, which is over
with its end. `advance` moves the time, so an update costs only what has changed.
"""

from collections import defaultdict
from collections.abc import Iterator
from heapq import heappop, heappush

from live.figures.chat_marks import AnyMark
from live.figures.formulas import Counts

# Due time, key of a mark and its version; void at a later version.
Due = tuple[float, str, int]
LONG_AGO = float("-inf")


class Recent:
    """Counts of the window that ends now, by scope: all queues of a channel, and each by its key."""

    def __init__(self, seconds: float) -> None:
        self.counts: Counts = defaultdict(float)
        self._seconds = seconds
        self._marks: dict[str, AnyMark] = {}
        self._overdue: set[str] = set()
        self._passes_target: list[Due] = []
        self._leaves_window: list[Due] = []
        self._from = LONG_AGO

    def put(self, key: str, mark: AnyMark) -> None:
        """Puts a current mark of a call, under a key of its own."""
        if mark.left is None:
            self._marks[key] = mark
            heappush(self._passes_target, (mark.due, key, mark.version))
        elif mark.left > self._from:
            self._marks[key] = mark
            heappush(self._leaves_window, (mark.left, key, mark.version))
            self._add(mark, 1)

    def take(self, key: str) -> None:
        """Undoes `put`."""
        mark = self._marks.pop(key, None)
        if mark is None:
            return
        if mark.left is not None:
            self._add(mark, -1)
        elif key in self._overdue:
            self._overdue.remove(key)
            self._add_overdue(mark, -1)

    def advance(self, now: float) -> None:
        """Moves the end of the window to now; never goes back."""
        self._from = max(self._from, now - self._seconds)
        for key, mark in self._due(self._leaves_window, self._from, including=True):
            self._add(mark, -1)
            del self._marks[key]
        for key, mark in self._due(self._passes_target, now, including=False):
            self._overdue.add(key)
            self._add_overdue(mark, 1)

    def _due(self, heap: list[Due], moment: float, *, including: bool) -> Iterator[tuple[str, AnyMark]]:
        while heap and (heap[0][0] < moment or (including and heap[0][0] == moment)):
            _, key, version = heappop(heap)
            mark = self._marks.get(key)
            if mark is not None and mark.version == version:
                yield key, mark

    def _add(self, mark: AnyMark, sign: int) -> None:
        for scope in mark.scopes:
            for figure, number in mark.outcome():
                self.counts[scope, figure] += sign * number

    def _add_overdue(self, mark: AnyMark, sign: int) -> None:
        for scope in mark.scopes:
            self.counts[scope, mark.passed] += sign
