"""Agents by status at the end of each recent minute, as the feed saw them. Pure.

A minute counts if the feed looked before its end and again soon after; any other minute is missing from the
rows.
"""

from collections import deque
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from live.board.frames import Row
from routing.model.agent_minutes import KEPT, MINUTE, AgentMinute, minute_began, minute_counted, minute_id
from routing.model.agents import AgentStatus

# A look this long after the end of a minute still shows its end.
SOON = timedelta(seconds=10)
MOST_UNKEPT = 60


class AgentMinutes:
    """The minutes of the last hour, and those not stored yet, the oldest first."""

    def __init__(self) -> None:
        self.unkept: deque[AgentMinute] = deque(maxlen=MOST_UNKEPT)
        self._rows: dict[str, Row] = {}
        self._looked: datetime | None = None

    def recall(self, minutes: Iterable[AgentMinute]) -> None:
        """Take over the stored minutes."""
        for minute in minutes:
            self._rows[minute_id(minute.began)] = _row(minute)

    def look(self, now: datetime, statuses: Callable[[], Iterable[AgentStatus]]) -> None:
        """Check the clock; asks for all statuses if a minute has just ended."""
        running, before = minute_began(now), self._looked
        self._looked = now
        ended = running - MINUTE
        if before is None or not ended <= before < running or now - running > SOON:
            return
        minute = minute_counted(ended, statuses())
        if minute_id(ended) not in self._rows:
            self._rows[minute_id(ended)] = _row(minute)
            self.unkept.append(minute)

    def rows(self, now: datetime) -> dict[str, Row]:
        """The last hour by minute: the number of agents in each status."""
        first = minute_id(minute_began(now) - KEPT)
        self._rows = {key: row for key, row in self._rows.items() if key >= first}
        return dict(self._rows)

    def written(self, minute: AgentMinute) -> None:
        """Marks a minute as stored."""
        if self.unkept and self.unkept[0] is minute:
            self.unkept.popleft()


def _row(minute: AgentMinute) -> Row:
    return {str(status): many for status, many in minute.counts.items() if many}
