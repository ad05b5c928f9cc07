"""Days: one typed in an address, and the span of one in a time zone. Pure."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

# No data is older, and earlier days have no start in some zones.
FIRST_DAY = date(1970, 1, 2)


def typed_day(text: str, *, latest: date) -> date | None:
    """The day, moved to the nearest allowed one; None if the text is not a day."""
    try:
        return max(FIRST_DAY, min(date.fromisoformat(text), latest))
    except ValueError:
        return None


def day_span(day: date, zone: tzinfo) -> tuple[datetime, datetime]:
    """Start and end of a day in a time zone, in UTC; 23 to 25 hours apart."""
    begins, ends = (datetime.combine(one, time.min, zone) for one in (day, day + timedelta(days=1)))
    return begins.astimezone(UTC), ends.astimezone(UTC)
