"""Service rate of each queue in recent minutes, as the feed sees it. Pure."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from live.figures.estimate import estimated_wait
from routing.model.calls import Call, CallStatus

WINDOW_SECONDS = 300
# Least time over which a rate is measured.
LEAST_SECONDS = 30
# Short estimates are rounded to small steps, longer ones to coarse steps.
PRECISION = ((120, 5), (1800, 30))
COARSE_SECONDS = 300


class Pace:
    """Service times of calls by queue key. A call seen twice counts once.

    Calls served before `since` do not count.
    """

    def __init__(self, *, since: datetime | None = None) -> None:
        self._since = since
        self._served: dict[str, dict[str, datetime]] = {}

    def observe(self, queue: str, call: Call) -> None:
        """Count a call that waits, or waited, in this queue."""
        at = served_at(call)
        if at is not None and (self._since is None or at > self._since):
            self._served.setdefault(queue, {})[call.call_id] = at

    def absorb(self, other: "Pace") -> None:
        """Take over the counts of another."""
        for queue, served in other._served.items():  # noqa: SLF001 - its own class
            self._served.setdefault(queue, {}).update(served)

    def estimates(self, depths: Mapping[str, int], *, now: datetime) -> dict[str, float | None]:
        """The likely wait of a new call for each queue, in seconds; drops old entries."""
        self._forget(now - timedelta(seconds=WINDOW_SECONDS))
        return {queue: self._estimate(queue, depth, now) for queue, depth in depths.items()}

    def _estimate(self, queue: str, depth: int, now: datetime) -> float | None:
        moments = self._served.get(queue, {}).values()
        # The rate of a queue first served a minute ago is that of a minute, not of the whole window.
        over = max((now - min(moments, default=now)).total_seconds(), LEAST_SECONDS)
        wait = estimated_wait(ahead=depth, served=len(moments), over_seconds=over)
        return None if wait is None else rounded(wait)

    def _forget(self, before: datetime) -> None:
        for queue, served in self._served.items():
            self._served[queue] = {call_id: at for call_id, at in served.items() if at > before}


def served_at(call: Call) -> datetime | None:
    """The time a call was answered, or finished without an agent; None if neither happened."""
    if call.answered_at is not None:
        return call.answered_at
    return call.ended_at if call.status is CallStatus.COMPLETED else None


def rounded(seconds: float) -> float:
    """Rounded to its precision, so that it changes only when it says something new."""
    step = next((step for below, step in PRECISION if seconds < below), COARSE_SECONDS)
    return float(round(seconds / step) * step)
