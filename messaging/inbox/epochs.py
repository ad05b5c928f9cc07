"""Epoch: the time in which everything announced is in Redis. It ends with every loss and every outage.

Its text names the generation in the store, the run of the Redis server, and a random part, so that a Redis
that was restarted, emptied or out of reach for anybody begins another. Devices then read their lists from the
store.
"""

import logging
import threading
from collections.abc import Callable
from typing import Any

from dynamo.exceptions import DynamoError
from messaging.inbox.gate import AwayError, Gate
from messaging.inbox.redis_keys import EPOCH, Keys
from messaging.inbox.source import Source

log = logging.getLogger(__name__)

ATTEMPTS = 4


class Epochs:
    """The epoch as this process knows it."""

    def __init__(self, gate: Gate, source: Source, *, new_id: Callable[[], str]) -> None:
        self._gate = gate
        self._source = source
        self._new_id = new_id
        self._lock = threading.Lock()
        self._epoch = ""
        self._is_void = False

    def current(self) -> str:
        """The current epoch, as far as this process knows; begins one if needed. Raises AwayError."""
        return self._epoch or self.check()

    def check(self) -> str:
        """The current epoch: compares Redis with the store, and begins another if they differ. While the
        store is away the one known goes on.
        """
        try:
            generation = self._source.generation()
        except DynamoError:
            if self._epoch:
                return self._epoch
            raise
        run = str(self._gate.use(lambda client: client.info("server"))["run_id"])[:12]
        valid = f"{generation}.{run}."
        epoch = str(self._gate.script("begin", [EPOCH], [valid + self._new_id()[:8], valid]))
        with self._lock:
            self._epoch, self._is_void = epoch, False
        return epoch

    def end(self) -> None:
        """Ends the epoch, because something is written to the store that Redis may never learn of.

        It is noted in the store first, once for each outage: it must hold even if this process is killed
        next.
        """
        with self._lock:
            if self._is_void:
                return
            known = int(self._epoch.partition(".")[0]) if self._epoch else self._source.generation()
            self._source.next_generation(known)
            self._epoch, self._is_void = "", True
        log.warning("Redis is not taking announcements of messages; conversations are read from the store")

    def run(self, script: str, keys: Callable[[Keys], list[str]], *arguments: str | int) -> list[Any]:
        """The result of a script whose first key and argument are the epoch's. Raises AwayError."""
        for _ in range(ATTEMPTS):
            epoch = self.current()
            answer: list[Any] = self._gate.script(script, [EPOCH, *keys(Keys(epoch))], [epoch, *arguments])
            if answer:
                return answer
            with self._lock:
                self._epoch = "" if self._epoch == epoch else self._epoch
        raise AwayError("the epoch keeps changing")
