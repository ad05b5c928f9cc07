"""Agents by the minute: the number in each status at its end. Pure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from routing.model.agents import AgentStatus

MINUTE_FORMAT = "%Y-%m-%dT%H:%MZ"
MINUTE = timedelta(minutes=1)
KEPT = timedelta(hours=1)


@dataclass(frozen=True)
class AgentMinute:
    """Numbers of agents by status at the end of the minute that began at `began`."""

    began: datetime
    counts: Counter[AgentStatus]


def minute_counted(began: datetime, statuses: Iterable[AgentStatus]) -> AgentMinute:
    return AgentMinute(began, Counter(statuses))


def minute_began(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(second=0, microsecond=0)


def minute_id(began: datetime) -> str:
    """The minute as text, such as 2026-11-21T20:23Z: text order is time order."""
    return f"{began.astimezone(UTC):{MINUTE_FORMAT}}"
