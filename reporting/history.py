"""Owns how the history is kept in step with the calls in the table: those an event names, an hour, a day.

Every service may run twice, at the same time as others, or die in the middle: what it has written stands,
and the next run does the rest. The table is only read.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import TypeVar

from django.conf import settings

from reporting.history_days import day_bounds, day_of, hours_between
from reporting.history_facts import CallFacts, call_facts
from reporting.history_rows import calls_write, known_calls
from routing import selectors
from routing.calls import Call
from routing.router import Router

T = TypeVar("T")

BATCH = 500


@dataclass(frozen=True)
class Reconciled:
    """How many calls were found to have ended, and how many records were new or other than before."""

    calls: int = 0
    written: int = 0

    def __add__(self, other: "Reconciled") -> "Reconciled":
        return Reconciled(self.calls + other.calls, self.written + other.written)


def calls_record(router: Router, call_ids: Iterable[str]) -> Reconciled:
    """The fast path: writes those of these calls that have ended.

    Raises DynamoError, django.db.DatabaseError; the batches before stay written.
    """
    done = Reconciled()
    for some in _batches(sorted(set(call_ids))):
        done += _written(router, selectors.calls(router, some))
    return done


def hours_fill(router: Router, *, since: datetime) -> Reconciled:
    """Writes the calls that ended from an hour on and have no record; reads only these. Raises as above."""
    done = Reconciled()
    for hour in hours_between(since, router.clock()):
        for some in _batches(selectors.ended_call_ids(router, hour)):
            done += calls_record(router, {*some} - known_calls(some))
    return done


def day_reconcile(router: Router, day: date) -> Reconciled:
    """Holds every call that ended on a day against its record, and puts right what is missing or other.

    Raises as above.
    """
    start, end = bounds_of(day)
    done = Reconciled()
    for hour in hours_between(start, min(end, router.clock())):
        ended = selectors.ended_within_hour(router, hour)
        for some in _batches([call for call in ended if call.ended_at and start <= call.ended_at < end]):
            done += _written(router, some)
    return done


def bounds_of(day: date) -> tuple[datetime, datetime]:
    """From when to before when a day of the settings lasts, in UTC."""
    return day_bounds(day, zone=settings.DAY_TIME_ZONE, begins_at=settings.DAY_BEGINS_AT_HOUR)


def day_at(moment: datetime) -> date:
    """The day of the settings that a moment belongs to."""
    return day_of(moment, zone=settings.DAY_TIME_ZONE, begins_at=settings.DAY_BEGINS_AT_HOUR)


def _written(router: Router, calls: Sequence[Call]) -> Reconciled:
    facts = [*_facts(router, calls)]
    return Reconciled(len(facts), calls_write(facts) if facts else 0)


def _facts(router: Router, calls: Iterable[Call]) -> Iterator[CallFacts]:
    for call in calls:
        facts = call_facts(
            call,
            queue=str(router.queue_of(call)),
            policy=router.policy_of(call),
            short_abandon_seconds=settings.SHORT_ABANDON_SECONDS,
        )
        if facts is not None:
            yield facts


def _batches(every: Sequence[T]) -> Iterator[list[T]]:
    rest = iter(every)
    while some := [*islice(rest, BATCH)]:
        yield some
