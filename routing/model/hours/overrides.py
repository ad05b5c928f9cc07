"""Exceptions from a schedule: closed for the rest of a day, open until a time of the clock. Pure."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from routing.exceptions import InvalidFieldError
from routing.model.hours.hours_documents import LONGEST_OVERRIDE
from routing.model.hours.moments import A_DAY, Interval, moment_of
from routing.model.hours.schedules import Override, Schedule
from routing.model.hours.weeks import minute_of, read_time

ONE_DAY = timedelta(days=1)


def closed_today(schedule: Schedule, at: datetime) -> Override:
    """Closed until the end of the day; where a night goes over it, until the end of that night."""
    midnight = moment_of(schedule.day_of(at), A_DAY, ZoneInfo(schedule.time_zone))
    ends = schedule.planned(midnight).closes_at
    return Override(is_open=False, of=Interval(at, ends if ends and ends - midnight < ONE_DAY else midnight))


def open_until(schedule: Schedule, at: datetime, time: str) -> Override:
    """Open until the clocks of the schedule next show a time such as 20:00. Raises InvalidFieldError."""
    minute, zone, today = (
        minute_of(read_time("until", time)),
        ZoneInfo(schedule.time_zone),
        schedule.day_of(at),
    )
    ends = next(
        end for days in range(3) if (end := moment_of(today + timedelta(days=days), minute, zone)) > at
    )
    return Override(is_open=True, of=Interval(at, ends))


def until(at: datetime, end: datetime | None, *, is_open: bool) -> Override:
    """An exception until a moment. Raises InvalidFieldError."""
    if end is None or end.tzinfo is None or not at < end <= at + LONGEST_OVERRIDE:
        said = end.isoformat() if end else ""
        allowed = f"a time with its zone, from now to {LONGEST_OVERRIDE.days} days ahead, is needed"
        raise InvalidFieldError("until", said, allowed)
    return Override(is_open, Interval(at, end.astimezone(UTC)))


def document_of(override: Override) -> dict[str, Any]:
    """As a document has it."""
    begin, end = (f"{one:%Y-%m-%dT%H:%M:%SZ}" for one in override.of)
    return {"open": override.is_open, "from": begin, "until": end}
