"""Ended calls of the history, for the page of calls."""

from datetime import datetime

from django.db import DatabaseError

from dashboard.calls.search.asked import Asked
from dashboard.pages.paging import PAGE_SIZE
from reporting.history.folding import search_words
from reporting.history.search import Question, Searched, calls_search
from routing.model.calls import ENDED

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
