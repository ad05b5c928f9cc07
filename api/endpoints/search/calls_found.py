"""Calls found by a search: active and failed ones in the table, ended ones in table and history.

Each has a place in one order: active and failed calls by creation, the oldest first, then ended ones by their
end, the newest first. A search goes on behind a place.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from api.conventions.cursors import BadCursorError, Page, cursor_at, page_of, place_in
from reporting.history.facts import call_search
from reporting.history.search import Question, Searched, calls_search
from reporting.models import CallRecord
from routing import selectors
from routing.folding import search_words
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
class Wanted:
    """A search; an empty field does not filter. With a time only ended calls are found."""

    statuses: frozenset[CallStatus] = frozenset()
    queue: str = ""
    agent_id: str = ""
    text: str = ""
    scene: str = ""
    outcome: str = ""
    ended_since: datetime | None = None
    ended_before: datetime | None = None

    @property
    def wants_ended(self) -> bool:
        return not self.statuses or bool(self.statuses & ENDED)

    @property
    def wants_open(self) -> bool:
        return not (self.ended_since or self.ended_before) and not (self.statuses and self.statuses <= ENDED)


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
    router: Router, wanted: Wanted, *, cursor: str | None, limit: int, with_history: bool
) -> Page[Listed]:
    """A page of the calls. Raises BadCursorError, DynamoError, django.db.DatabaseError."""
    after = _place_in(cursor) if cursor else None
    before = _end_at(after, wanted)
    found = {one.call_id: one for one in (_open(router, wanted) if after is None or before is None else ())}
    searched = Searched([])
    if wanted.wants_ended:
        if with_history:
            searched = calls_search(_question(wanted, before), most=limit + SPARE)
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


def _open(router: Router, wanted: Wanted) -> Iterator[Listed]:
    if not wanted.wants_open:
        return iter(())
    living = selectors.living_calls(router, waiting=MOST_WAITING)
    new, failed = (
        selectors.new_calls(router, limit=MOST_NEW),
        selectors.dead_letters(router, limit=MOST_FAILED),
    )
    return _fitting(router, wanted, (*living, *new, *failed))


def _fitting(router: Router, wanted: Wanted, calls: Iterable[Call]) -> Iterator[Listed]:
    fits = _test(wanted)
    found = ((call, str(router.queue_of(call))) for call in calls)
    return (_listed(call, queue) for call, queue in found if fits(call, queue))


def _test(wanted: Wanted) -> Callable[[Call, str], bool]:
    words = search_words(wanted.text)

    def fits(call: Call, queue: str) -> bool:
        agent = call.agent_id or ""
        said = call_search(call, queue=queue, agent_name="") if words else ""
        return (
            (not wanted.statuses or call.status in wanted.statuses)
            and wanted.queue in ("", queue)
            and wanted.agent_id in ("", agent)
            and wanted.scene in ("", call.scene)
            and wanted.outcome in ("", call.outcome)
            and all(word in said for word in words)
            and _in_time(call.ended_at, wanted)
        )

    return fits


def _in_time(ended: datetime | None, wanted: Wanted) -> bool:
    since, before = wanted.ended_since, wanted.ended_before
    if since is None and before is None:
        return True
    return ended is not None and (since is None or since <= ended) and (before is None or ended < before)


def _question(wanted: Wanted, before: datetime | None) -> Question:
    return Question(
        words=search_words(wanted.text),
        statuses=[str(status) for status in wanted.statuses],
        queue=wanted.queue,
        agent_id=wanted.agent_id,
        scene=wanted.scene,
        outcome=wanted.outcome,
        since=wanted.ended_since,
        before=before,
    )


def _end_at(after: Place | None, wanted: Wanted) -> datetime | None:
    """No call that ended at this moment or later is left to be found."""
    reached = None
    if after is not None and after[0] == OVER:
        try:
            reached = BEGINNING + timedelta(microseconds=-after[1]) + A_MOMENT
        except OverflowError:
            raise BadCursorError(str(after)) from None
    return min(filter(None, (reached, wanted.ended_before)), default=None)


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
