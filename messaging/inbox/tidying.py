"""Tidying: announces what killed processes left behind, and stores read marks.

Each web process with devices does so every two seconds, and each that reads a list; any one is enough.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from messaging.inbox.announcing import OVERDUE_SECONDS, Announcer
from messaging.inbox.gate import AwayError
from messaging.inbox.read_marks import ReadMarks


class Tidying:
    """The tidying of one process."""

    def __init__(self, announcer: Announcer, read_marks: ReadMarks, *, clock: Callable[[], datetime]) -> None:
        self._announcer = announcer
        self._read_marks = read_marks
        self._clock = clock
        self._last = datetime.min.replace(tzinfo=UTC)

    def tidy(self) -> None:
        """Does both; without Redis, the next time. Raises DynamoError."""
        self._last = self._clock()
        with suppress(AwayError):
            self._announcer.sweep()
            self._read_marks.save()

    def tidy_if_due(self) -> None:
        """Does both, unless this process has within the last two seconds. Raises DynamoError."""
        if self._clock() - self._last >= timedelta(seconds=OVERDUE_SECONDS):
            self.tidy()
