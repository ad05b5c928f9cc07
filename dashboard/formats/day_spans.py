"""Day of a time zone: its first moment and that of the next day. Pure."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo


def day_span(day: date, zone: tzinfo) -> tuple[datetime, datetime]:
    """Start and end of a day in a time zone, in UTC; 23 to 25 hours apart."""
    begins, ends = (datetime.combine(one, time.min, zone) for one in (day, day + timedelta(days=1)))
    return begins.astimezone(UTC), ends.astimezone(UTC)
