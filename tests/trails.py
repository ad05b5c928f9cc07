"""Audit entries of a day, for tests."""

from datetime import UTC, date, datetime, time, timedelta

from routing import selectors
from routing.model.trail import TrailEntry
from routing.router import Router


def audit_trail(router: Router, day: date, *, limit: int = 500) -> list[TrailEntry]:
    """The audit entries of one day in UTC, the newest first, up to the limit."""
    midnight = datetime.combine(day, time(), UTC)
    return selectors.audit_trail_between(router, midnight, midnight + timedelta(days=1), limit=limit)
