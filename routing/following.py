"""Following: a value of the table that others change, kept current without a restart."""

import logging
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, TypeVar

from dynamo.exceptions import DynamoError

log = logging.getLogger(__name__)
SECONDS = 1.0
NEVER = float("-inf")
Value = TypeVar("Value")


@dataclass
class Following(Generic[Value]):
    """A value as it is now, in use from `first` on. Thread-safe.

    A process that uses it asks for its `version` with one small read, at most once a second, and calls `read`
    when that is another one; a process that does not use it reads nothing. `ticks` gives seconds that only go
    forward. While the table does not answer, or has not been created, the last value known stays. `what`
    names it in the log.
    """

    what: str
    first: Value
    version: Callable[[], Hashable]
    read: Callable[[], Value]
    ticks: Callable[[], float]
    _known: Value = field(init=False)
    _version: Hashable = None
    _due_at: float = NEVER
    _is_lost: bool = False
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self._known = self.first

    def now(self) -> Value:
        """The value known, after checking whether it has changed.

        While one thread checks, others use what is known, except at the very first check.
        """
        if self._is_due() and self._lock.acquire(blocking=self._due_at == NEVER):
            try:
                if self._is_due():
                    self._look()
            finally:
                self._lock.release()
        return self._known

    def look_again(self) -> None:
        """Makes the next `now` look: this process has just changed the value."""
        with self._lock:  # not while a look, which may have read before the change, is under way
            self._due_at = NEVER

    def _is_due(self) -> bool:
        return self.ticks() >= self._due_at

    def _look(self) -> None:
        try:
            version = self.version()
            if version != self._version:
                self._known, self._version = self.read(), version
            self._is_lost = False
        except DynamoError as error:
            # Once, not every second, and not before the first reading: its user hears of it as well.
            if not self._is_lost and self._version is not None:
                name = type(error).__name__
                log.warning("%s cannot be read; the last ones known stay in use: %s", self.what, name)
                self._is_lost = True
        finally:
            self._due_at = self.ticks() + SECONDS
