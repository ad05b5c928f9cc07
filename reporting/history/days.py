"""Days of the history: first and last moment, as the board counts days. Pure."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from reporting.exceptions import BadDayError

AN_HOUR = timedelta(hours=1)


def day_bounds(day: date, *, zone: tzinfo, begins_at: int) -> tuple[datetime, datetime]:
    """Start and end of the day, in UTC; 23 or 25 hours when clocks change."""
    return _began(day, zone, begins_at), _began(day + timedelta(days=1), zone, begins_at)


def hours_between(start: datetime, end: datetime) -> Iterator[datetime]:
    """The hours of UTC, by their first moment, that overlap the time before `end`."""
    hour = start.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    while hour < end:
        yield hour
        hour += AN_HOUR


def read_day(text: str, *, today: date) -> date:
    """The day in a text. Raises BadDayError."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise BadDayError("day", text, f"a day such as {today.isoformat()} is needed") from None
    if day > today:
        raise BadDayError("day", text, f"at most today, {today.isoformat()}")
    if day.year < 2000:  # noqa: PLR2004 - no call is older
        raise BadDayError("day", text, "2000-01-01 at the earliest")
    return day


def _began(day: date, zone: tzinfo, begins_at: int) -> datetime:
    return datetime.combine(day, time(begins_at), zone).astimezone(UTC)
