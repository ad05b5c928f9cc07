"""Selectors of the history: figures by interval, for one queue or all."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict

from django.db.models import Max, Sum

from reporting.models import CallRecord, Interval
from routing.model.queues import CALL_SIDE, CALLS, SEPARATOR, line_of

SUMS = (
    "offered",
    "answered",
    "abandoned",
    "abandoned_soon",
    "set_aside",
    "within_target",
    "waited_ms",
    "talk_ms",
    "hold_ms",
    "wrap_up_ms",
    "responded",
    "responded_within",
    "responded_ms",
    "rated",
    "ratings",
)


@dataclass(frozen=True)
class Figures:
    """The ended calls queued in a period; `waited_ms` is the sum over the answered ones.

    None for hold and wrap-up means unknown.
    """

    start: datetime
    queue: str = ""
    agent_group: str = ""
    offered: int = 0
    answered: int = 0
    abandoned: int = 0
    abandoned_soon: int = 0
    set_aside: int = 0
    within_target: int = 0
    waited_ms: int = 0
    longest_wait_ms: int = 0
    talk_ms: int = 0
    hold_ms: int | None = None
    wrap_up_ms: int | None = None
    scene: str = ""
    responded: int = 0
    responded_within: int = 0
    responded_ms: int = 0
    rated: int = 0
    ratings: int = 0


class Intervals(TypedDict):
    """Which intervals: their times, length and channel, one queue, scene and team, or all."""

    since: datetime
    before: datetime
    length_minutes: int
    channel: str
    queue: str
    scene: str
    team: str


def interval_list(
    *,
    since: datetime,
    before: datetime,
    length_minutes: int,
    channel: str = CALLS,
    queue: str = "",
    scene: str = "",
    team: str = "",
    each_queue: bool = False,
) -> list[Figures]:
    """The intervals in which calls were queued, in order: of all queues together, of one, or of each (and of
    each scene and team).

    Of all queues, those of one channel: a call and a chat are not alike.
    """
    asked = Intervals(
        since=since,
        before=before,
        length_minutes=length_minutes,
        channel=channel,
        queue=queue,
        scene=scene,
        team=team,
    )
    return _figures(asked, ("start", "queue", "agent_group", "scene") if each_queue else ("start",))


def part_list(asked: Intervals, *, by: str) -> list[Figures]:
    """The figures of the whole time by `queue`, `scene` or `agent_group`, those with calls, by name."""
    return [one for one in _figures(asked, (by,)) if one.offered]


def _figures(asked: Intervals, by: Sequence[str]) -> list[Figures]:
    rows = Interval.objects.filter(
        length_minutes=asked["length_minutes"], start__gte=asked["since"], start__lt=asked["before"]
    )
    line = line_of(CALL_SIDE, asked["channel"]) + SEPARATOR
    rows = rows.filter(queue=asked["queue"]) if asked["queue"] else rows.filter(queue__startswith=line)
    rows = rows.filter(scene=asked["scene"]) if asked["scene"] else rows
    rows = rows.filter(agent_group=asked["team"]) if asked["team"] else rows
    sums: dict[str, Any] = {f"all_{name}": Sum(name) for name in SUMS}
    found = rows.values(*by).annotate(**sums, all_longest_wait_ms=Max("longest_wait_ms")).order_by(*by)
    return [
        Figures(
            **{"start": asked["since"], **{name.removeprefix("all_"): value for name, value in row.items()}}
        )
        for row in found
    ]


def figures_sum(every: Iterable[Figures], start: datetime) -> Figures:
    """The sum of all, from `start` on."""
    those = list(every)
    known = {name: [value for one in those if (value := getattr(one, name)) is not None] for name in SUMS}
    sums = {name: sum(values) for name, values in known.items() if values}
    return Figures(start, longest_wait_ms=max((one.longest_wait_ms for one in those), default=0), **sums)


def queue_list() -> list[str]:
    """The keys of the queues that have a history."""
    return list(Interval.objects.order_by("queue").values_list("queue", flat=True).distinct())


def scene_list() -> list[str]:
    """The scenes that have a history."""
    found = Interval.objects.exclude(scene="").order_by("scene")
    return list(found.values_list("scene", flat=True).distinct())


def team_list() -> list[str]:
    """The teams that have a history, by code."""
    found = Interval.objects.exclude(agent_group="").order_by("agent_group")
    return list(found.values_list("agent_group", flat=True).distinct())


def is_empty() -> bool:
    """Whether the history has no calls."""
    return not CallRecord.objects.exists()
