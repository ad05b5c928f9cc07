"""Lists in Redis: lines rewritten in place, while others append and trim."""

from collections.abc import Callable
from typing import Any, TypeVar

import redis

Line = TypeVar("Line", str, bytes)
# Answers whether the line was there: it may have been trimmed away, or have moved.
REPLACE = """
local at = redis.call('LPOS', KEYS[1], ARGV[1])
if not at then return 0 end
redis.call('LSET', KEYS[1], at, ARGV[2])
return 1
"""


def list_rewrite(client: "redis.Redis", key: str, rewritten: Callable[[Line], Line]) -> None:
    """Rewrites the lines of a list that `rewritten` changes. Raises redis.RedisError."""
    lines: Any = client.lrange(key, 0, -1)
    for line in lines:
        other = rewritten(line)
        while other != line and client.eval(REPLACE, 1, key, line, other):  # one like it may follow
            pass
