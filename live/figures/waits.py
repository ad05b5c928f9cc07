"""Longest wait at the end of each recent minute. Pure.

It is the figure "longest wait now" at that time: the wait of the call queued first of those that waited or
rang across that moment.
"""

from collections import defaultdict

MINUTE = 60


class Waits:
    """Waits of calls by id; moments in seconds and minutes since 1970."""

    def __init__(self) -> None:
        self._waiting: dict[str, float] = {}
        self._across: defaultdict[int, dict[str, float]] = defaultdict(dict)

    def put(self, call_id: str, *, began: float, left: int | None, most: int) -> None:
        """A call has waited since `began`, or waited until the minute `left`; `most` minutes count."""
        if left is None:
            self._waiting[call_id] = began
            return
        for minute in _ends(began, left, most):
            self._across[minute][call_id] = began

    def take(self, call_id: str, *, began: float, left: int | None, most: int) -> None:
        """Undoes `put` with the same arguments."""
        if left is None:
            self._waiting.pop(call_id, None)
            return
        for minute in _ends(began, left, most):
            self._across[minute].pop(call_id, None)

    def longest(self, minutes: range) -> dict[int, int]:
        """Whole seconds at the end of each of these minutes, 0 without a wait; forgets earlier ones."""
        for minute in [one for one in self._across if one < minutes[0]]:
            del self._across[minute]
        oldest = min(self._waiting.values(), default=float("inf"))
        found = {}
        for minute in minutes:
            end = (minute + 1) * MINUTE
            across = self._across[minute].values() if minute in self._across else ()
            found[minute] = int(max(0.0, end - min(oldest, min(across, default=end))))
        return found


def _ends(began: float, left: int, most: int) -> range:
    return range(max(int(began // MINUTE), left - most), left)
