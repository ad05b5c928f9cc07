"""Calls found by a search: active and failed ones in the table, ended ones in table and history.

Each has a place in one order: active and failed calls by creation, the oldest first, then ended ones by their
end, the newest first. A search goes on behind a place.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from api.conventions.cursors import BadCursorError, Page, cursor_at, page_of, place_in
from reporting.history.search import Question, Searched, call_fits, calls_search
from reporting.models import CallRecord
from routing import selectors
from routing.model.calls import ENDED, Call, CallStatus
from routing.router import Router

# Read of each kind. The history has what ended a few minutes ago, so the table is asked for the last hours.
MOST_WAITING, MOST_NEW, MOST_FAILED, MOST_ENDED = 2_000, 500, 1_000, 500
HOURS = 2
# Calls that ended in the same microsecond as the last of a page.
SPARE = 50
OPEN, OVER = 0, 1
A_MOMENT = datetime.resolution
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
Place = tuple[int, int, str]


@dataclass(frozen=True, kw_only=True)
class Listed:
    """One call in a list, from the table or from the history."""

    call_id: str
    status: CallStatus
    queue: str
    caller: str
    source: str
    agent_id: str
    scene: str
    outcome: str
    priority: int
    created_at: datetime
    queued_at: datetime | None
    answered_at: datetime | None
    ended_at: datetime | None
    version: int

    @property
    def place(self) -> Place:
        if self.status in ENDED and self.ended_at:
            return OVER, -_microseconds(self.ended_at), self.call_id
        return OPEN, _microseconds(self.created_at), self.call_id


def calls_page(
    router: Router, wanted: Question, *, cursor: str | None, limit: int, with_history: bool
) -> Page[Listed]:
    """A page of the calls. Raises BadCursorError, DynamoError, django.db.DatabaseError."""
    after = _place_in(cursor) if cursor else None
    before = _end_at(after, wanted)
    found = {one.call_id: one for one in (_open(router, wanted) if after is None or before is None else ())}
    searched = Searched([])
    if _wants_ended(wanted):
        if with_history:
            searched = calls_search(replace(wanted, before=before), most=limit + SPARE)
        ended = selectors.ended_calls(router, hours=HOURS, limit=MOST_ENDED, until=_until(before))
        found |= {one.call_id: _recorded(one) for one in searched.calls}
        found |= {one.call_id: one for one in _fitting(router, wanted, ended)}
    page = page_of(
        sorted(found.values(), key=lambda one: one.place),
        lambda one: one.place,
        cursor=cursor,
        limit=limit,
    )
    if page.next is None and searched.looked_since:
        return Page(page.items, cursor_at((OVER, -_microseconds(searched.looked_since), "")))
    return page


def _wants_ended(wanted: Question) -> bool:
    return not wanted.statuses or bool(ENDED & {*wanted.statuses})


def _wants_open(wanted: Question) -> bool:
    """With a time only ended calls are found."""
    return not (wanted.since or wanted.before) and not (wanted.statuses and {*wanted.statuses} <= ENDED)


def _open(router: Router, wanted: Question) -> Iterator[Listed]:
    if not _wants_open(wanted):
        return iter(())
    living = selectors.living_calls(router, waiting=MOST_WAITING)
    new, failed = (
        selectors.new_calls(router, limit=MOST_NEW),
        selectors.dead_letters(router, limit=MOST_FAILED),
    )
    return _fitting(router, wanted, (*living, *new, *failed))


def _fitting(router: Router, wanted: Question, calls: Iterable[Call]) -> Iterator[Listed]:
    names = {one.agent_id: one.name for one in selectors.agents(router)} if wanted.words else {}
    for call in calls:
        queue = str(router.queue_of(call))
        if call_fits(call, wanted, queue=queue, agent_name=names.get(call.agent_id or "", "")):
            yield _listed(call, queue)


def _end_at(after: Place | None, wanted: Question) -> datetime | None:
    """No call that ended at this moment or later is left to be found."""
    reached = None
    if after is not None and after[0] == OVER:
        try:
            reached = BEGINNING + timedelta(microseconds=-after[1]) + A_MOMENT
        except OverflowError:
            raise BadCursorError(str(after)) from None
    return min(filter(None, (reached, wanted.before)), default=None)


def _until(before: datetime | None) -> datetime | None:
    return before - A_MOMENT if before else None


def _place_in(cursor: str) -> Place:
    match place_in(cursor):
        case (int() as part, int() as moment, str() as call_id):
            return part, moment, call_id
    raise BadCursorError(cursor)


def _microseconds(moment: datetime) -> int:
    return (moment - BEGINNING) // A_MOMENT


def _listed(call: Call, queue: str) -> Listed:
    return Listed(
        call_id=call.call_id,
        status=call.status,
        queue=queue,
        caller=call.caller,
        source=call.source,
        agent_id=call.agent_id or "",
        scene=call.scene,
        outcome=call.outcome,
        priority=call.priority,
        created_at=call.created_at,
        queued_at=call.queued_at,
        answered_at=call.answered_at,
        ended_at=call.ended_at,
        version=call.version,
    )


def _recorded(record: CallRecord) -> Listed:
    return Listed(
        call_id=record.call_id,
        status=CallStatus(record.status),
        queue=record.queue,
        caller=record.caller,
        source=record.source,
        agent_id=record.agent_id,
        scene=record.scene,
        outcome=record.outcome_code,
        priority=record.priority,
        created_at=record.created_at,
        queued_at=record.queued_at,
        answered_at=record.answered_at,
        ended_at=record.ended_at,
        version=record.version,
    )
