"""Log of a failure in a long-running part: one line when it begins, one when it is over."""

import logging
import time
from collections.abc import Callable


class Calm:
    """Keeps one kind of failure from filling the log; failures between begin and end are counted."""

    def __init__(self, logger: logging.Logger, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._logger = logger
        self._clock = clock
        self._began = 0.0
        self.in_trouble = False
        self.failures = 0

    def trouble(self, reason: str) -> None:
        """Something failed; logged if it worked before."""
        self.failures += 1
        if not self.in_trouble:
            self.in_trouble = True
            self._began = self._clock()
            self._logger.warning("%s; trying again until it works", reason.rstrip("."))

    def well(self, news: str) -> None:
        """It worked; logged if it failed before. `news` names what works again."""
        if self.in_trouble:
            self.in_trouble = False
            self._logger.info("%s after %.1f s", news, self._clock() - self._began)
