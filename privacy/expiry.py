"""Expiry: calls, records of the history and audit entries that have been kept for the days that are set.

Messages, cards and files expire at a moment of their own, set when they are written; the purge and the
removal of files remove them.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from reporting.history.stripping import records_expire
from routing import services
from routing.model.settings.retention import Retention
from routing.router import Router


def expire(router: Router, retention: Retention, *, enough: Callable[[], bool]) -> dict[str, int]:
    """Removes what has expired until `enough`, and answers how much of each kind.

    Safe when killed, and run several times at once. Raises DynamoError, django.db.DatabaseError.
    """

    def before(days: int) -> datetime:
        return router.clock() - timedelta(days=days)

    reason = f"failed {retention.calls} days ago"
    failed = services.failed_calls_expire(router, before=before(retention.calls), reason=reason)
    calls = services.calls_expire(router, before=before(retention.calls), enough=enough)
    trail = services.trail_expire(router, before=before(retention.trail), enough=enough)
    records = 0
    while not enough() and (removed := records_expire(before=before(retention.history))):
        records += removed
    return {"failed": failed, "calls": calls, "trail": trail, "records": records}
