"""Gate to Redis: no retries, and after a failure a pause without attempts, so that no send waits for Redis
twice.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import redis

FOLDER = Path(__file__).with_name("lua")
PAUSE_SECONDS = 1.0


class AwayError(Exception):
    """Redis does not answer; says why."""


class Gate:
    """The Redis of this process. Every use may raise AwayError."""

    def __init__(self, client: "redis.Redis", *, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._silent_until = 0.0
        self._scripts = {
            path.stem: client.register_script(path.read_text(encoding="utf-8"))
            for path in FOLDER.glob("*.lua")
        }

    def use(self, act: "Callable[[redis.Redis], Any]") -> Any:
        """The result of the act, which redis-py types as one of many."""
        if self._clock() < self._silent_until:
            raise AwayError("no attempts for a second after a failure")
        try:
            return act(self._client)
        except redis.RedisError as error:
            self._silent_until = self._clock() + PAUSE_SECONDS
            raise AwayError(f"{type(error).__name__}: {error}") from error

    def script(self, name: str, keys: list[str], arguments: list[str | int]) -> Any:
        """The result of a script."""
        return self.use(lambda _: self._scripts[name](keys=keys, args=arguments))
