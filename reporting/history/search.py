"""Search of calls by text, time, status, queue and more: of the history and of the table."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from reporting.history.facts import call_search
from reporting.models import CallRecord
from routing.model.calls import Call
from routing.model.queues import CALL_SIDE, CALLS, SEPARATOR, line_of

# Most calls that a filtered search reads, some tenths of a second on SQLite; the answer says how far back it
# got.
MOST_SEARCHED = 500_000


@dataclass(frozen=True, kw_only=True)
class Question:
    """A search; an empty field does not filter. `outcome` is the code that an agent chose.

    `since` is included, `before` is not.
    """

    words: Sequence[str] = ()
    statuses: Collection[str] = ()
    queue: str = ""
    agent_id: str = ""
    scene: str = ""
    outcome: str = ""
    since: datetime | None = None
    before: datetime | None = None

    @property
    def narrows(self) -> bool:
        """Whether it filters calls within its time range."""
        return bool(self.words or self.statuses or self.queue or self.agent_id or self.scene or self.outcome)


@dataclass(frozen=True)
class Searched:
    """The calls found, the newest first; `looked_since` is set if earlier calls were not read."""

    calls: list[CallRecord]
    looked_since: datetime | None = None


def calls_search(asked: Question, *, most: int) -> Searched:
    """The newest matching calls, up to the limit. Raises django.db.DatabaseError."""
    in_time = _in_time(CallRecord.objects.all(), asked)
    edge = _edge(in_time) if asked.narrows else None
    looked = in_time.filter(ended_at__gt=edge) if edge else in_time
    found = list(_fitting(looked, asked).order_by("-ended_at", "-call_id")[:most])
    return Searched(found, edge if len(found) < most else None)


def call_fits(call: Call, asked: Question, *, queue: str, agent_name: str) -> bool:
    """Whether a call of the table is one that the search of the history would find, once it is there.

    With a time only calls that have ended fit.
    """
    said = call_search(call, queue=queue, agent_name=agent_name) if asked.words else ""
    return (
        (not asked.statuses or call.status in asked.statuses)
        and asked.queue in ("", queue)
        and asked.agent_id in ("", call.agent_id)
        and asked.scene in ("", call.scene)
        and asked.outcome in ("", call.outcome)
        and all(word in said for word in asked.words)
        and _ended_in_time(call.ended_at, asked)
    )


def _ended_in_time(ended: datetime | None, asked: Question) -> bool:
    since, before = asked.since, asked.before
    if since is None and before is None:
        return True
    return ended is not None and (since is None or since <= ended) and (before is None or ended < before)


def calls_of(callers: Collection[str], *, most: int) -> list[CallRecord]:
    """The ended calls of these callers, the newest first, without chats. Raises django.db.DatabaseError."""
    line = line_of(CALL_SIDE, CALLS) + SEPARATOR
    found = CallRecord.objects.filter(caller__in=callers, queue__startswith=line)
    return list(found.order_by("-ended_at", "-call_id")[:most])


def _edge(calls: QuerySet[CallRecord]) -> datetime | None:
    """The end of the first call beyond the limit. Reads the index only."""
    moments = calls.order_by("-ended_at").values_list("ended_at", flat=True)
    return next(iter(moments[MOST_SEARCHED : MOST_SEARCHED + 1]), None)


def _in_time(calls: QuerySet[CallRecord], asked: Question) -> QuerySet[CallRecord]:
    if asked.since:
        calls = calls.filter(ended_at__gte=asked.since)
    return calls.filter(ended_at__lt=asked.before) if asked.before else calls


def _fitting(calls: QuerySet[CallRecord], asked: Question) -> QuerySet[CallRecord]:
    if asked.statuses:
        calls = calls.filter(status__in=asked.statuses)
    if asked.queue:
        calls = calls.filter(queue=asked.queue)
    if asked.agent_id:
        calls = calls.filter(agent_id=asked.agent_id)
    if asked.scene:
        calls = calls.filter(scene=asked.scene)
    if asked.outcome:
        calls = calls.filter(outcome_code=asked.outcome)
    for word in asked.words:
        calls = calls.filter(search__contains=word)
    return calls
