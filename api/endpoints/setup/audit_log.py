"""The audit log: who changed what, from where and why, one day at a time."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import takewhile
from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router, Schema

from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.conventions.answers import WHOLE_PAGE, Cursor, Items, Limit
from api.conventions.cursors import BadCursorError, Page, cursor_at, place_in
from api.conventions.moments import Moment, to_text
from operations.operation import Permission
from routing import selectors
from routing.model.trail import TrailEntry
from routing.runtime import now
from routing.runtime import router as routing

router = Router(tags=["access"])
SUPERVISORS = Allowed(Scope.ADMIN, Permission.SUPERVISE)
MOST_AT_ONCE = 10_000
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)
Day = Annotated[date | None, Query(description="in UTC; today without one")]


class AuditEntryOut(Schema):
    """A change by a user or program: kinds of its events, the agent or call if it had one, the reason."""

    at: Moment
    kinds: list[str]
    by: str
    origin: str
    agent_id: str
    call_id: str
    reason: str


@router.get("/audit-log", auth=SUPERVISORS, response=Items[AuditEntryOut])
def audit_log(
    request: HttpRequest, day: Day = None, cursor: Cursor = None, limit: Limit = WHOLE_PAGE
) -> Page[TrailEntry]:
    """Lists the audit entries of a day, newest first."""
    chosen = min(max(day or now().astimezone(UTC).date(), FIRST_DAY), LAST_DAY)
    since = datetime.combine(chosen, time(), UTC)
    until, seen = since + timedelta(days=1), 0
    if cursor:
        last, seen = _place(cursor)
        until = min(until, last + datetime.resolution)
    found = selectors.audit_trail_between(routing(), since, until, limit=seen + limit + 1)[seen:]
    shown = found[:limit]
    return Page(shown, _after(shown, until, seen) if len(found) > limit else None)


def _after(shown: list[TrailEntry], until: datetime, seen: int) -> str:
    """The cursor after these entries: the last moment, and how many of its entries have been listed."""
    last = shown[-1].at
    listed = len([*takewhile(lambda one: one.at == last, reversed(shown))])
    return cursor_at((to_text(last), listed + (seen if last + datetime.resolution == until else 0)))


def _place(cursor: str) -> tuple[datetime, int]:
    match place_in(cursor):
        case (str() as text, int() as seen) if 0 < seen <= MOST_AT_ONCE:
            try:
                at = datetime.fromisoformat(text)
            except ValueError:
                raise BadCursorError(cursor) from None
            if at.tzinfo is not None and FIRST_DAY <= at.date() <= LAST_DAY:
                return at, seen
    raise BadCursorError(cursor)
