"""Owns the reader's time zone where a page needs it on the server: as the browser tells it, in a cookie."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest

COOKIE = "zone"


def reader_zone(request: HttpRequest) -> tzinfo:
    """The zone of the reader's browser; UTC where it has told none, or one that is not known here."""
    name = request.COOKIES.get(COOKIE, "")
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def zone_name(zone: tzinfo) -> str:
    """Its name in the world's list, such as Europe/Berlin."""
    return str(zone)


def day_span(day: date, zone: tzinfo) -> tuple[datetime, datetime]:
    """When a day begins in a zone and when the next one does, in UTC; 23 to 25 hours apart."""
    begins, ends = (datetime.combine(one, time.min, zone) for one in (day, day + timedelta(days=1)))
    return begins.astimezone(UTC), ends.astimezone(UTC)
