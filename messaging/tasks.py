"""Task of messaging: the purge of expired messages."""

from celery import shared_task

from messaging.runtime import messenger
from messaging.services import purge


@shared_task(name="messaging.purge")
def purge_expired() -> None:
    """Removes what has expired; another time after an error, which is logged by the worker."""
    purge(messenger())
