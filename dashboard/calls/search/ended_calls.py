"""Ended calls of the history, for the page of calls."""

from datetime import datetime, timedelta

from django.db import DatabaseError

from dashboard.calls.search.asked import Asked
from dashboard.calls.search.call_row import Row
from dashboard.pages.paging import PAGE_SIZE
from reporting.history.folding import search_words
from reporting.history.search import Question, Searched, calls_search
from reporting.models import CallRecord
from routing.model.calls import ENDED, CallStatus

A_MOMENT = datetime.resolution


def history_found(asked: Asked, since: datetime | None, before: datetime | None) -> Searched | None:
    """The calls of this page and of all before it, and one more; None if the database does not answer."""
    if not asked.statuses & ENDED:
        return Searched([])
    until = asked.until + A_MOMENT if asked.until else None
    question = Question(
        words=search_words(asked.text),
        statuses=[str(status) for status in asked.statuses] if asked.status else (),
        queue=asked.queue,
        since=since,
        before=min(filter(None, (until, before)), default=None),
    )
    try:
        return calls_search(question, most=asked.page * PAGE_SIZE + 1)
    except DatabaseError:
        return None


def row_of_record(record: CallRecord) -> Row:
    """The row of a call in the history."""
    return Row(
        call_id=record.call_id,
        caller=record.caller,
        status=CallStatus(record.status),
        queue=record.queue,
        priority=record.priority,
        band=record.priority,
        agent=record.agent_name or record.agent_id,
        agent_id=record.agent_id,
        attempts=record.attempts,
        created_at=record.created_at,
        queued_at=record.queued_at,
        answered_at=record.answered_at,
        since=record.ended_at,
        waited=None if record.waited_ms is None else timedelta(milliseconds=record.waited_ms),
        talked=timedelta(milliseconds=record.talk_ms) if record.answered_at else None,
    )
