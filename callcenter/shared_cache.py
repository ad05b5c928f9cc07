"""Shared cache in Redis, with a fallback in each process's memory."""

import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar

import redis
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

REST_SECONDS = 5.0  # pause of requests to Redis after a failure
MOST_IN_MEMORY = 10_000  # an attacker must not push out the counts of others

log = logging.getLogger(__name__)
T = TypeVar("T")
# Of the process, by server: Django makes a cache object for every request, which would open a new connection.
_asked_again_at: dict[str, float] = {}
_clients: dict[str, Any] = {}
_count_scripts: dict[str, Any] = {}
# More under each of KEYS; ARGV has how many, and for how many seconds it is kept. Answers the counts.
COUNT = """
local counts = {}
for i, key in ipairs(KEYS) do
  local step, seconds = ARGV[2 * i - 1], ARGV[2 * i]
  counts[i] = redis.call('INCRBY', key, step)
  if counts[i] == tonumber(step) then redis.call('EXPIRE', key, seconds) end
end
return counts
"""


class Json:
    """Values are numbers and lists of numbers; Django's own serializer would execute what it reads."""

    def dumps(self, value: Any) -> str:
        return json.dumps(value)

    def loads(self, text: bytes) -> Any:
        return json.loads(text)


class SharedCache(RedisCache):
    """Never raises if Redis is away: limits of sign-ins and of the API then apply to each process separately.

    Only the operations below do so; nothing else is used.
    """

    def __init__(self, servers: Sequence[str], params: dict[str, Any]) -> None:
        super().__init__(servers, params)  # type: ignore[arg-type]  # a list keeps a comma in a password whole
        self._name = servers[0]
        self._own = LocMemCache(self._name, {**params, "OPTIONS": {"MAX_ENTRIES": MOST_IN_MEMORY}})

    @cached_property
    def _cache(self) -> Any:
        if self._name not in _clients:
            _clients[self._name] = super()._cache
        return _clients[self._name]

    @cached_property
    def _count_script(self) -> Any:
        if self._name not in _count_scripts:
            _count_scripts[self._name] = self._cache.get_client(write=True).register_script(COUNT)
        return _count_scripts[self._name]

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """True if nothing was there."""
        return bool(self._either("add", key, value, timeout, version))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._either("get", key, default, version)

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._either("set", key, value, timeout, version)

    def delete(self, key: str, version: int | None = None) -> bool:
        """True if something was there."""
        return bool(self._either("delete", key, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """The number after the addition. Raises ValueError if nothing is there."""
        return int(self._either("incr", key, delta, version))

    def count_each(self, steps: Mapping[str, tuple[int, int]]) -> list[int] | None:
        """More under each key, by how many and for how many seconds: the counts, in one round trip.

        None while Redis is away: then `incr` and `add` count in memory.
        """

        def count() -> list[int]:
            keys = [*map(self.make_and_validate_key, steps)]
            found: list[int] = self._count_script(keys=keys, args=[*chain.from_iterable(steps.values())])
            return found

        return self._of_redis(count)

    def _either(self, operation: str, *args: Any) -> Any:
        act = getattr(super(), operation)
        found = self._of_redis(lambda: (act(*args),))
        return getattr(self._own, operation)(*args) if found is None else found[0]

    def _of_redis(self, act: Callable[[], T]) -> T | None:
        """The result of an act, or None while Redis is away."""
        if time.monotonic() < _asked_again_at.get(self._name, 0.0):
            return None
        try:
            found = act()
        except redis.RedisError as error:
            _asked_again_at[self._name] = time.monotonic() + REST_SECONDS
            log.warning("Redis is not responding; each process applies limits on its own: %s", error)
            return None
        _asked_again_at.pop(self._name, None)
        return found
