"""Opening hours of a scene: whether it is open, and when it opens next. Pure."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from messaging.model.scene_fields import DAYS, MOST_CLOSED_DATES, minutes_of
from messaging.model.scenes import Scene

# Long enough to find an open weekday behind any closed dates.
MOST_DAYS = 7 * (MOST_CLOSED_DATES + 2)
ALL_DAY = ((0, 24 * 60),)


def is_open(scene: Scene, at: datetime) -> bool:
    """Whether a scene is open; its hours are those of the clocks in its time zone."""
    local = at.astimezone(ZoneInfo(scene.time_zone))
    minute = local.hour * 60 + local.minute
    return any(begin <= minute < end for begin, end in _spans(scene, local.date()))


def opens_at(scene: Scene, at: datetime) -> datetime | None:
    """When a closed scene opens next, in UTC; None while it is open, and if it never opens."""
    if is_open(scene, at):
        return None
    first = at.astimezone(ZoneInfo(scene.time_zone)).date()
    days = (first + timedelta(days=number) for number in range(MOST_DAYS))
    moments = (one for day in days for one in _beginnings(scene, day))
    return next((one for one in moments if one > at and is_open(scene, one)), None)


def _beginnings(scene: Scene, day: date) -> Iterator[datetime]:
    """The moments at which a day's spans may begin: one each.

    Where clocks change, a time comes twice or not at all; then every minute in between is one.
    """
    zone = ZoneInfo(scene.time_zone)
    for begin, _ in _spans(scene, day):
        local = datetime.combine(day, time(begin // 60, begin % 60), zone)
        first, last = sorted(local.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
        yield from (first + timedelta(minutes=number) for number in range((last - first).seconds // 60 + 1))


def _spans(scene: Scene, day: date) -> tuple[tuple[int, int], ...]:
    """The open spans of a day, in minutes."""
    if day.isoformat() in scene.closed_dates:
        return ()
    if not scene.hours:
        return ALL_DAY
    return tuple(
        (minutes_of(begin), minutes_of(end)) for begin, end in scene.hours.get(DAYS[day.weekday()], ())
    )
