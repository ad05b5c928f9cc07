"""Search of calls: active and failed ones in the table, ended ones in table and history."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from django.db import DatabaseError

from dashboard.calls.search.asked import FAILED, LIVING, Asked
from dashboard.pages.call_row import Row, row_of_call, row_of_record
from dashboard.pages.paging import PAGE_SIZE, Page, page_of
from reporting.history.search import Question, Searched, call_fits, calls_search
from routing import selectors
from routing.folding import search_words
from routing.model.calls import ENDED, Call
from routing.router import Router

A_MOMENT = datetime.resolution


def question_of(asked: Asked) -> Question:
    """The search of the page, without its days."""
    return Question(
        words=search_words(asked.text),
        statuses=asked.statuses if asked.status else (),
        queue=asked.queue,
        outcome=asked.outcome,
        scene=asked.scene,
    )


def history_found(asked: Asked, since: datetime | None, before: datetime | None) -> Searched | None:
    """The calls of this page and of all before it, and one more; None if the database does not answer."""
    if not asked.statuses & ENDED:
        return Searched([])
    until = asked.until + A_MOMENT if asked.until else None
    last = min(filter(None, (until, before)), default=None)
    try:
        question = replace(question_of(asked), since=since, before=last)
        return calls_search(question, most=asked.page * PAGE_SIZE + 1)
    except DatabaseError:
        return None


# Waiting calls listed without a query, and read with one.
MOST_WAITING, SEARCHED_WAITING = 200, 2_000
MOST_NEW, SEARCHED_NEW = 50, 500
SEARCHED_FAILED = 1_000
# Latest ended calls read from the table. The history has earlier ones, for users who may read it, and these a
# moment later; without the history more of the table is read.
SEARCHED_ENDED = 500
HOURS, HOURS_WITH_HISTORY = 24, 2


@dataclass(frozen=True)
class Found:
    """Result of a search. `waiting` is the number of all waiting calls, `looked_at` of those read.

    `looked_since`: calls that ended earlier were not read. `is_cut`: the history could not be read.
    `chat_queues` are the queues of chats in use.
    """

    active: Page[Row]
    failed: Page[Row]
    ended: Page[Row]
    waiting: int
    looked_at: int
    looked_since: datetime | None
    is_cut: bool
    chat_queues: list[str]


def find_calls(router: Router, asked: Asked, *, zone: tzinfo, with_history: bool) -> Found:
    """Reads the calls of the query. Raises DynamoError."""
    names = {agent.agent_id: agent.name for agent in selectors.agents(router)}
    question = question_of(asked)
    since, before = asked.span(zone)
    is_present = asked.is_live and (before is None or before > router.clock())
    named = _named(router, asked.text)

    def fits(call: Call) -> bool:
        name = names.get(call.agent_id or "", "")
        return call_fits(call, question, queue=str(router.queue_of(call)), agent_name=name)

    def rows(calls: Iterable[Call]) -> list[Row]:
        fitting = {call.call_id: call for call in calls if fits(call)}
        return [row_of_call(call, queue=str(router.queue_of(call)), names=names) for call in fitting.values()]

    active = rows((*_active(router, asked), *_in(LIVING, named))) if is_present else []
    failed = rows((*_failed(router, asked), *_in(FAILED, named))) if asked.is_live else []
    history = history_found(asked, since, before) if with_history else None
    recent = _recent(router, asked, before, hours=HOURS if history is None else HOURS_WITH_HISTORY)
    table = [row for row in rows((*recent, *_in(ENDED, named))) if _within(row.since, since, before)]
    ended = _together(table, history)
    infos = selectors.call_queue_infos(router)
    full = len(recent) == SEARCHED_ENDED and history is None
    return Found(
        active=page_of(active, asked.active),
        failed=page_of([row for row in failed if _within(row.since, since, before)], 1),
        ended=page_of(ended, asked.page, is_all=False),
        waiting=sum(info.depth for info in infos),
        looked_at=SEARCHED_WAITING if asked.is_filter else MOST_WAITING,
        looked_since=recent[-1].ended_at if full else history.looked_since if history else None,
        is_cut=with_history and history is None,
        chat_queues=[str(info.key) for info in infos if info.key.channel],
    )


def _active(router: Router, asked: Asked) -> list[Call]:
    if not asked.statuses & LIVING:
        return []
    new, waiting = (SEARCHED_NEW, SEARCHED_WAITING) if asked.is_filter else (MOST_NEW, MOST_WAITING)
    return [*selectors.new_calls(router, limit=new), *selectors.living_calls(router, waiting=waiting)]


def _failed(router: Router, asked: Asked) -> list[Call]:
    if not asked.statuses & FAILED:
        return []
    return selectors.dead_letters(router, limit=SEARCHED_FAILED if asked.is_filter else PAGE_SIZE + 1)


def _recent(router: Router, asked: Asked, before: datetime | None, *, hours: int) -> list[Call]:
    if not asked.statuses & ENDED:
        return []
    last = before - A_MOMENT if before and before <= router.clock() else None
    until = min(filter(None, (asked.until, last)), default=None)
    return selectors.ended_calls(router, hours=hours, limit=SEARCHED_ENDED, until=until)


def _together(table: Iterable[Row], history: Searched | None) -> list[Row]:
    """Each call once, the newest first; the table's version counts."""
    found = {row.call_id: row for row in map(row_of_record, history.calls if history else ())}
    found |= {row.call_id: row for row in table}
    return sorted(found.values(), key=lambda row: (row.since, row.call_id), reverse=True)


def _named(router: Router, text: str) -> list[Call]:
    """The call whose id was typed, in any status."""
    one = selectors.call(router, text) if text else None
    return [one] if one else []


def _in(statuses: Iterable[object], calls: Iterable[Call]) -> list[Call]:
    return [call for call in calls if call.status in statuses]


def _within(at: datetime, since: datetime | None, before: datetime | None) -> bool:
    return (since is None or since <= at) and (before is None or at < before)
