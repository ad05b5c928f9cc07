"""Days of the contact centre: which day a moment belongs to. Pure."""

from datetime import date, datetime, timedelta, tzinfo


def day_of(at: datetime, *, zone: tzinfo, begins_at: int) -> date:
    """The day a moment belongs to; days begin at an hour of the zone."""
    local = at.astimezone(zone)
    return local.date() if local.hour >= begins_at else local.date() - timedelta(days=1)
