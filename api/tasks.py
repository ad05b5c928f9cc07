"""Tasks of the API: the removal of attached files, and of sessions that have ended."""

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore

from api.endpoints.attachments import store
from api.files.removal import files_sweep
from messaging.runtime import messenger


@shared_task(name="api.remove_files")
def remove_files() -> None:
    """Removes files whose message was recalled, has expired or never came. Safe to run several at once."""
    files_sweep(messenger(), store())


@shared_task(name="api.remove_sessions")
def remove_sessions() -> None:
    """Removes the rows of sessions that have ended."""
    SessionStore.clear_expired()
