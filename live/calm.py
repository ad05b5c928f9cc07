"""Owns how a long-running part speaks of trouble: once when it begins, once when it is over."""

import logging
import time
from collections.abc import Callable


class Calm:
    """Keeps one kind of trouble from filling the log: repeated reports of the same reason are counted."""

    def __init__(self, logger: logging.Logger, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._logger = logger
        self._clock = clock
        self._reason = ""
        self._began = 0.0
        self.failures = 0

    def trouble(self, reason: str) -> None:
        """Something failed; logged when it is the first time or has another reason than before."""
        self.failures += 1
        if not self._reason:
            self._began = self._clock()
        if reason != self._reason:
            self._logger.warning("%s; trying again until it works", reason)
        self._reason = reason

    def well(self, news: str) -> None:
        """It worked; logged when it did not before. `news` says what works again."""
        if self._reason:
            self._logger.info("%s after %.1f s", news, self._clock() - self._began)
        self._reason = ""
