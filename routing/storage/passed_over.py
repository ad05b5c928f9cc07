"""Unreadable items that were skipped: one log line, and a memory of a minute.

One line a minute for each kind and each wrong attribute, for any number of items.
"""

import logging
import threading
import time
from collections.abc import Callable

from dynamo.items import Key
from routing.exceptions import UnreadableItemError

log = logging.getLogger(__name__)

REMEMBERED_SECONDS = 60.0
# Beyond this, a badly damaged table would only cost memory.
MOST_REMEMBERED = 1000


class PassedOver:
    """Items that this process has left out recently. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._items: dict[Key, tuple[float, UnreadableItemError]] = {}
        self._told: dict[tuple[str, str], float] = {}

    def tell(self, error: UnreadableItemError) -> None:
        """Notes an item that was left out; logged unless a similar one was within the last minute."""
        now = self._clock()
        is_news = self._is_news((error.kind, error.cause))
        with self._lock:
            if len(self._items) < MOST_REMEMBERED or error.key in self._items:
                self._items[error.key] = (now, error)
        if is_news:
            log.error("%s is left out, it cannot be read: %s", error.subject, error.why)

    def recent(self) -> list[UnreadableItemError]:
        """Items left out within the last minute, by key."""
        with self._lock:
            self._forget(self._clock())
            return [error for _, (_, error) in sorted(self._items.items(), key=lambda one: one[0])]

    def _is_news(self, cause: tuple[str, str]) -> bool:
        now = self._clock()
        with self._lock:
            told_at = self._told.get(cause)
            if told_at is not None and now - told_at < REMEMBERED_SECONDS:
                return False
            self._told[cause] = now
            self._forget(now)
            return True

    def _forget(self, now: float) -> None:
        old = now - REMEMBERED_SECONDS
        self._items = {key: found for key, found in self._items.items() if found[0] > old}
        self._told = {cause: at for cause, at in self._told.items() if at > old}


passed_over = PassedOver()
