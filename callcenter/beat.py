"""Scheduler of Celery beat: a task that cannot be sent is one log line, not a traceback."""

import dbm
import logging
from typing import Any

from celery.beat import PersistentScheduler, ScheduleEntry

log = logging.getLogger(__name__)


class Scheduler(PersistentScheduler):
    """Celery's own, which keeps in a file when each task was last sent."""

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Sends a task that is due; one that cannot be sent is due again after its interval."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except Exception as error:  # noqa: BLE001 - whatever it is, beat goes on
            log.warning("tasks are not sent: %s", error.__context__ or error)

    def sync(self) -> None:
        """Writes the file; on a full disk the one before stays."""
        try:
            super().sync()
        except (OSError, *dbm.error) as error:
            log.warning("the times of the last tasks are not stored: %s", error)
