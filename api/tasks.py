"""Tasks of the API: the removal of attached files, of ended sessions, of customers' data."""

import time

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore

from api.endpoints.attachments import store
from api.endpoints.setup.customer_data import stores
from api.files.removal import files_sweep
from messaging.runtime import messenger
from privacy.erasing import erasures_continue
from routing.runtime import router

SECONDS = 30.0  # below the time limit of tasks; the next run goes on


@shared_task(name="api.remove_files")
def remove_files() -> None:
    """Removes files whose message was recalled, has expired or never came. Safe to run several at once."""
    files_sweep(messenger(), store())


@shared_task(name="api.remove_sessions")
def remove_sessions() -> None:
    """Removes the rows of sessions that have ended."""
    SessionStore.clear_expired()


@shared_task(name="api.erase_customers")
def erase_customers() -> None:
    """Continues deletions of customers' data. Safe to run several at once."""
    end = time.monotonic() + SECONDS
    erasures_continue(stores(router()), lambda: time.monotonic() >= end)
