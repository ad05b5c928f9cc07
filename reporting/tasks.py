"""Celery tasks of the history: fill its gaps."""

from datetime import timedelta

from celery import shared_task

from reporting.history.keeping import bounds_of, day_at, hours_fill, search_fill
from routing.runtime import now, router

JUST_NOW = timedelta(hours=1)
# Of the calls recorded before records could be searched, so many are made searchable each minute.
MADE_SEARCHABLE = 5000


@shared_task(name="reporting.fill_hours")
def fill_hours() -> None:
    """This hour and the last: also what the index of the table did not know yet at the last look."""
    hours_fill(router(), since=now() - JUST_NOW)
    search_fill(router(), most=MADE_SEARCHABLE)


@shared_task(name="reporting.fill_days")
def fill_days() -> None:
    """Yesterday and today. Where its time is over the next one goes on: what is written is not read again."""
    since, _ = bounds_of(day_at(now()) - timedelta(days=1))
    hours_fill(router(), since=since)
