"""Celery tasks of the history: fill its gaps."""

from datetime import timedelta

from celery import shared_task

from reporting.history.keeping import bounds_of, day_at, hours_fill, search_fill
from routing.runtime import now, router

JUST_NOW = timedelta(hours=1)
# Calls recorded before search existed that are made searchable each minute.
MADE_SEARCHABLE = 5000


@shared_task(name="reporting.fill_hours")
def fill_hours() -> None:
    """This hour and the last: also calls that the index did not have at the last run."""
    hours_fill(router(), since=now() - JUST_NOW)
    search_fill(router(), most=MADE_SEARCHABLE)


@shared_task(name="reporting.fill_days")
def fill_days() -> None:
    """Yesterday and today. Out of time, the next run continues: written calls are not read again."""
    since, _ = bounds_of(day_at(now()) - timedelta(days=1))
    hours_fill(router(), since=since)
