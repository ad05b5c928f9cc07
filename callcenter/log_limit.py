"""Log limit: for each cause one warning or error a minute, then a count of those held back."""

import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import TextIO

MINUTE_SECONDS = 60.0
# Most causes a minute: a client can cause new messages at will, such as requests for missing pages.
MOST_CAUSES = 50
# fail2ban counts these lines; they are limited where they are written.
COUNTED = frozenset({"dashboard.sign_in", "api.tokens"})
# Numbers do not tell causes apart, except error codes.
_CODE = r"\b(?:answered|code|error|http|signal|status):? -?\d+\b"
_ID = r"\b(?=[a-f]*\d)[0-9a-f]{8,}(?:-[0-9a-f]{4,})*\b"
_OWN_ID = r"\b(?=[a-v]*\d)[0-9a-v]{20}\b"  # of routing.runtime.new_id
_NUMBER = r"(?<![\w-])\d+(?:[-.:/]\d+)*"
_VARYING = re.compile(f"({_CODE})|{_ID}|{_OWN_ID}|{_NUMBER}", re.IGNORECASE)

Cause = tuple[str, int, str]


@dataclass
class _Window:
    """The minute after the first line of a cause: the number that followed, and the last of them."""

    ends_at: float
    held: int = 0
    last: logging.LogRecord | None = None


class OneAMinute:
    """Decides which records are written: the first of each cause, then none of it for a minute.

    A cause is a logger, a level and a message without ids and numbers. The causes of each logger and level in
    a minute are limited; any beyond count as one. So its memory is bounded, too.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._windows: OrderedDict[Cause, _Window] = OrderedDict()  # by their ends
        self._causes: dict[tuple[str, int], int] = {}

    def written(self, record: logging.LogRecord) -> Iterator[logging.LogRecord]:
        """The lines to write now: those of past minutes held back, and this record or nothing."""
        if record.levelno < logging.WARNING or record.name in COUNTED:
            yield record
            return
        now = self._clock()
        yield from self.held_back(until=now)
        cause = self._cause(record)
        window = self._windows.get(cause)
        if window:
            window.held, window.last = window.held + 1, record
            return
        self._windows[cause] = _Window(now + MINUTE_SECONDS)
        self._causes[cause[:2]] = self._causes.get(cause[:2], 0) + 1
        yield record

    def held_back(self, *, until: float = float("inf")) -> Iterator[logging.LogRecord]:
        """A line for each cause whose minute is over by then and of which lines were held back."""
        while self._windows and next(iter(self._windows.values())).ends_at <= until:
            cause, window = self._windows.popitem(last=False)
            self._causes[cause[:2]] -= 1
            if window.last:
                yield _summary(window.held, window.last)

    def _cause(self, record: logging.LogRecord) -> Cause:
        message = record.getMessage()
        if record.exc_info and record.exc_info[0]:
            message += f" {record.exc_info[0].__name__} {record.exc_info[1]}"
        cause = (record.name, record.levelno, _VARYING.sub(r"\1", message))
        if cause not in self._windows and self._causes.get(cause[:2], 0) >= MOST_CAUSES:
            return (*cause[:2], "")
        return cause


class BoundedHandler(logging.StreamHandler[TextIO]):
    """Writes the records that OneAMinute passes to standard error; at its end also those held back."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._limit = OneAMinute(clock)

    def emit(self, record: logging.LogRecord) -> None:
        for one in self._limit.written(record):
            super().emit(one)

    def close(self) -> None:
        """Writes what is still held back."""
        self.acquire()
        try:
            for one in self._limit.held_back():
                super().emit(one)
        finally:
            self.release()
        super().close()


def _summary(held: int, last: logging.LogRecord) -> logging.LogRecord:
    message = f"{held} more in the last minute like: {last.getMessage()}"
    return logging.LogRecord(last.name, last.levelno, last.pathname, last.lineno, message, None, None)
