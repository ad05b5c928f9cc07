"""Archive of queue changes: a Redis list for each queue, the newest first.

The feed writes, pages read. The archive is optional: while Redis is away pages say that it is missing, and
the feed keeps what it has seen until Redis is back, up to a limit.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Collection
from functools import lru_cache
from itertools import islice
from typing import NoReturn, cast

from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

from live.board.frames import State
from live.feed.queue_history import Change, History, decode_change, encode_change, without_callers
from live.feed.work import Work
from sockets.calm import Calm
from sockets.redis_clients import connect_blocking
from sockets.redis_lists import list_rewrite

logger = logging.getLogger(__name__)

KEY_PREFIX = "callcenter:history:"
KEPT_CHANGES = 200
KEPT_SECONDS = 7 * 86_400
# Most changes kept while Redis is away; the oldest are dropped.
MOST_UNWRITTEN = 2000
WRITTEN_AT_ONCE = 200
AGAIN_SECONDS = 1.0

_client = lru_cache(maxsize=4)(connect_blocking)


class Archive:
    """The feed's end: takes the changes of each reading, and writes them in a separate task."""

    def __init__(self, redis: "Redis") -> None:
        self._redis = redis
        self._history = History()
        self._unwritten: deque[tuple[str, Change]] = deque(maxlen=MOST_UNWRITTEN)
        self._wanted = asyncio.Event()
        self._calm = Calm(logger)

    def observe(self, state: State, work: Work, at: str) -> None:
        """Takes the result of a reading, with the notices before it. Never waits and never fails."""
        changes = self._history.observe(state, work.notices, at=at)
        self._unwritten.extend(changes.items())
        if changes:
            self._wanted.set()

    async def keep(self) -> NoReturn:
        """Write changes until cancelled."""
        while True:
            await self._wanted.wait()
            try:
                await self._write()
            except (RedisError, OSError) as error:
                self._calm.trouble(f"queue activity is not recorded ({type(error).__name__})")
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                self._calm.well("queue activity is recorded again")

    async def _write(self) -> None:
        batch = [*islice(self._unwritten, WRITTEN_AT_ONCE)]
        pipeline = self._redis.pipeline(transaction=False)
        for queue, change in batch:
            pipeline.lpush(_key(queue), encode_change(change))
        for queue in {queue for queue, _ in batch}:
            pipeline.ltrim(_key(queue), 0, KEPT_CHANGES - 1)
            pipeline.expire(_key(queue), KEPT_SECONDS)
        await pipeline.execute()
        for one in batch:
            # During the write, new ones may have pushed out the oldest.
            if self._unwritten and self._unwritten[0] is one:
                self._unwritten.popleft()
        if not self._unwritten:
            self._wanted.clear()


def recent_changes(queue: str) -> list[Change] | None:
    """The kept changes of a queue, the newest first; None while Redis does not answer."""
    try:
        kept = _client(settings.REDIS_URL).lrange(_key(queue), 0, KEPT_CHANGES - 1)
    except (RedisError, OSError):
        return None
    changes = (_readable(str(text)) for text in cast("list[object]", kept))
    return _as_they_followed([change for change in changes if change])


def changes_strip(calls: Collection[str], callers: Collection[str]) -> None:
    """Takes calls and callers out of the kept changes of all queues. Raises redis.RedisError."""
    client = _client(settings.REDIS_URL)
    for key in client.scan_iter(match=f"{KEY_PREFIX}*"):
        list_rewrite(client, str(key), lambda text: _stripped(text, calls, callers))


def _stripped(text: str, calls: Collection[str], callers: Collection[str]) -> str:
    change = _readable(text)
    if change is None:
        return text
    return encode_change(without_callers(change, calls, callers))


def _readable(text: str) -> Change | None:
    try:
        return decode_change(text)
    except ValueError as error:
        logger.warning("%s", error)
        return None


def _as_they_followed(changes: list[Change]) -> list[Change]:
    """Without duplicates, and without those of an earlier table, whose version ids were higher."""
    followed: list[Change] = []
    for change in changes:
        if followed and followed[-1].version < change.before:
            break
        if change not in followed[-2:]:
            followed.append(change)
    return followed


def _key(queue: str) -> str:
    return KEY_PREFIX + queue
