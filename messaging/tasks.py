"""Task of messaging: the purge of expired messages."""

import time

from celery import shared_task

from messaging.runtime import messenger
from messaging.services import purge

SECONDS = 30.0  # below the time limit of tasks; the next hour goes on


@shared_task(name="messaging.purge")
def purge_expired() -> None:
    """Removes what has expired, until nothing more is due."""
    end = time.monotonic() + SECONDS
    while purge(messenger()).conversations and time.monotonic() < end:
        pass
