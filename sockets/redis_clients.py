"""Redis clients that fail soon and leave the retry to their callers, which know what was missed."""

import redis
from django.conf import settings
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

ANSWER_SECONDS = 2.0
# Timeout of a request that a page or a command waits for.
BLOCKING_SECONDS = 0.5


def connect_redis() -> "Redis":
    """A client for asynchronous parts."""
    return Redis.from_url(
        settings.REDIS_URL,
        decode_responses=True,
        socket_connect_timeout=ANSWER_SECONDS,
        socket_timeout=ANSWER_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )


def connect_blocking(url: str) -> "redis.Redis":
    """A client for everything else; it connects at its first use."""
    return redis.Redis.from_url(
        url,
        decode_responses=True,
        socket_timeout=BLOCKING_SECONDS,
        socket_connect_timeout=BLOCKING_SECONDS,
        retry=None,
    )
