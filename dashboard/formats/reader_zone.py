"""Time zone of a reader: the chosen one, else the browser's, else the deployment's."""

from datetime import tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.http import HttpRequest

# Cookies of the browser's zone, sent by its script, and of the zone chosen in this browser.
COOKIE, CHOSEN_COOKIE = "zone", "chosen-zone"


def reader_zone(request: HttpRequest) -> tzinfo:
    """The zone of all moments shown to the reader."""
    named = (zone_named(request.COOKIES.get(name, "")) for name in (CHOSEN_COOKIE, COOKIE))
    return next(filter(None, named), None) or settings.DAY_TIME_ZONE


def zone_named(name: str) -> ZoneInfo | None:
    """The zone of that IANA name; None if unknown here."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def zone_name(zone: tzinfo) -> str:
    """Its IANA name, such as Europe/Berlin."""
    return str(zone)


def zone_context(request: HttpRequest) -> dict[str, Any]:
    """For every template: the reader's zone, whether it was chosen, and the zone in which days begin."""
    return {
        "reader_zone": reader_zone(request),
        "chosen_zone": zone_named(request.COOKIES.get(CHOSEN_COOKIE, "")),
        "day_zone": settings.DAY_TIME_ZONE,
    }
