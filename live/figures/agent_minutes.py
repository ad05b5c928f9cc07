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
from routing.model.queues import CALLS

# A look this long after the end of a minute still shows its end.
SOON = timedelta(seconds=10)
MOST_UNKEPT = 60
Statuses = Callable[[], Iterable[AgentStatus]]


class AgentMinutes:
    """The minutes of the last hour, and those not stored yet, the oldest first."""

    def __init__(self) -> None:
        self.unkept: deque[AgentMinute] = deque(maxlen=MOST_UNKEPT)
        self._minutes: dict[str, AgentMinute] = {}
        self._looked: datetime | None = None

    def recall(self, minutes: Iterable[AgentMinute]) -> None:
        """Take over the stored minutes."""
        for minute in minutes:
            self._minutes[minute_id(minute.began)] = minute

    def look(self, now: datetime, statuses: Statuses, chats: Statuses = lambda: ()) -> None:
        """Check the clock; asks for all statuses, those of chats apart, if a minute has just ended."""
        running, before = minute_began(now), self._looked
        self._looked = now
        ended = running - MINUTE
        if before is None or not ended <= before < running or now - running > SOON:
            return
        minute = minute_counted(ended, statuses(), chats())
        if minute_id(ended) not in self._minutes:
            self._minutes[minute_id(ended)] = minute
            self.unkept.append(minute)

    def rows(self, now: datetime, channel: str = CALLS) -> dict[str, Row]:
        """The last hour by minute: the number of agents of a channel in each status."""
        first = minute_id(minute_began(now) - KEPT)
        self._minutes = {key: minute for key, minute in self._minutes.items() if key >= first}
        return {key: _row(minute, channel) for key, minute in self._minutes.items()}

    def written(self, minute: AgentMinute) -> None:
        """Marks a minute as stored."""
        if self.unkept and self.unkept[0] is minute:
            self.unkept.popleft()


def _row(minute: AgentMinute, channel: str) -> Row:
    return {str(status): many for status, many in minute.of(channel).items() if many}
