"""Task of the API: the removal of attached files."""

from celery import shared_task

from api.endpoints.attachments import store
from api.files.removal import files_sweep
from messaging.runtime import messenger


@shared_task(name="api.remove_files")
def remove_files() -> None:
    """Removes files whose message was recalled, has expired or never came. Safe to run several at once."""
    files_sweep(messenger(), store())
