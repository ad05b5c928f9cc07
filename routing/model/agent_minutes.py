"""Agents by the minute: the number in each status at its end, by channel. Pure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from routing.model.agents import AgentStatus

MINUTE_FORMAT = "%Y-%m-%dT%H:%MZ"
MINUTE = timedelta(minutes=1)
KEPT = timedelta(hours=1)


@dataclass(frozen=True)
class AgentMinute:
    """Numbers of agents by status at the end of the minute that began at `began`.

    `chats` counts the chat rows: an agent who also chats is in both.
    """

    began: datetime
    counts: Counter[AgentStatus]
    chats: Counter[AgentStatus] = field(default_factory=Counter)

    def of(self, channel: str) -> Counter[AgentStatus]:
        return self.chats if channel else self.counts


def minute_counted(
    began: datetime, statuses: Iterable[AgentStatus], chats: Iterable[AgentStatus] = ()
) -> AgentMinute:
    return AgentMinute(began, Counter(statuses), Counter(chats))


def minute_began(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(second=0, microsecond=0)


def minute_id(began: datetime) -> str:
    """The minute as text, such as 2026-11-21T20:23Z: text order is time order."""
    return f"{began.astimezone(UTC):{MINUTE_FORMAT}}"
