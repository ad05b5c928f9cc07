"""Celery tasks of reporting: fill gaps of the history, remove old deliveries."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from celery import shared_task

from reporting.history.keeping import filled_since, hours_fill, ratings_fill, search_fill
from reporting.webhooks.callbacks import CALLBACKS_KEPT, callbacks_remove
from reporting.webhooks.deliveries import deliveries_remove
from routing.runtime import now, retention, router

JUST_NOW = timedelta(hours=1)
# Calls recorded before search existed that are made searchable each minute.
MADE_SEARCHABLE = 5000


# The index may have a call this much later than it ended, by whichever clock.
INDEX_LAG = timedelta(minutes=5)


@dataclass
class _Runs:
    """What this process knows of its earlier runs; without it, a run reads more."""

    filled_until: datetime | None = None
    lost: set[str] = field(default_factory=set)


_runs = _Runs()


@shared_task(name="reporting.fill_hours")
def fill_hours() -> None:
    """The last hour, and later only what has ended since the last run of this process."""
    at = now()
    since = max(at - JUST_NOW, (_runs.filled_until or at - JUST_NOW) - INDEX_LAG)
    hours_fill(router(), since=since, lost=_runs.lost)
    _runs.filled_until = at
    search_fill(router(), most=MADE_SEARCHABLE)


@shared_task(name="reporting.fill_days")
def fill_days() -> None:
    """Yesterday and today, and the days before on which nothing could be written. Out of time, the next run
    continues: of what is written, it reads only chats without a rating again.
    """
    since = filled_since(now())
    hours_fill(router(), since=since, lost=_runs.lost)
    ratings_fill(router(), since=since)


@shared_task(name="reporting.remove_deliveries")
def remove_deliveries() -> None:
    """Removes old deliveries of webhooks, and addresses of callbacks; out of time, the next run continues."""
    at = now()
    callbacks_remove(before=at - CALLBACKS_KEPT)
    while deliveries_remove(before=at - timedelta(days=retention().deliveries)):
        pass
