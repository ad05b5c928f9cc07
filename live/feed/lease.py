"""Lease of the feed in Redis: of several feeds, one leads.

Two may publish at once only for a moment, and hubs drop the replaced one.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import cast

from redis.asyncio import Redis
from redis.exceptions import RedisError

from live.exceptions import LeaseLostError
from sockets.calm import Calm

logger = logging.getLogger(__name__)

KEY = "callcenter:board:lease"
LEASE_SECONDS = 3.0
STANDBY_SECONDS = 0.3

# A lease without an expiry, or one further ahead than its length, was not written by a feed.
TAKE = """
local left = redis.call('pttl', KEYS[1])
if left >= 0 and left <= tonumber(ARGV[2]) then return 0 end
redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
return left == -2 and 1 or 2
"""
TAKEN_OVER = 2
# Only the holder may renew or release. A lost lease stays lost: another leader has begun a new epoch since,
# and hubs ignore the old one.
RENEW = "return redis.call('get', KEYS[1]) == ARGV[1] and redis.call('pexpire', KEYS[1], ARGV[2])"
RELEASE = "return redis.call('get', KEYS[1]) == ARGV[1] and redis.call('del', KEYS[1])"


class Lease:
    """One feed's hold on the lease."""

    def __init__(
        self,
        redis: Redis,
        *,
        owner: str,
        seconds: float = LEASE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._redis = redis
        self._owner = owner
        self._seconds = seconds
        self._clock = clock
        self._until = 0.0
        self._calm = Calm(logger, clock=clock)

    @property
    def is_held(self) -> bool:
        """True while no other can hold it: measured from before the request, by this process' own clock."""
        return self._clock() < self._until

    async def acquire(self) -> None:
        """Wait until this feed leads, without a limit."""
        stands_by = False
        while not await self._attempt(self._take):
            if not stands_by and not self._calm.in_trouble:
                logger.info("another feed leads; standing by")
                stands_by = True
            await asyncio.sleep(STANDBY_SECONDS)

    async def keep(self) -> None:
        """Renew it while possible. Raises LeaseLostError once it is lost."""
        while True:
            await asyncio.sleep(self._seconds / 3)
            renewed = await self._attempt(self._renew)
            if renewed is False or not self.is_held:
                self._until = 0.0
                raise LeaseLostError

    async def release(self) -> None:
        """Let another lead at once; without Redis the lease simply expires."""
        self._until = 0.0
        await self._attempt(self._give_back)

    async def _attempt(self, request: Callable[[], Awaitable[bool]]) -> bool | None:
        try:
            answer = await request()
        except (RedisError, OSError) as error:
            self._calm.trouble(f"Redis does not answer the feed ({type(error).__name__})")
            return None
        self._calm.well("Redis answers the feed again")
        return answer

    async def _take(self) -> bool:
        began = self._clock()
        taken = await self._run(TAKE, self._milliseconds)
        if taken == TAKEN_OVER:
            logger.warning("the feed took over a lease in Redis with no valid end")
        return self._held_since(began, ok=bool(taken))

    async def _renew(self) -> bool:
        began = self._clock()
        return self._held_since(began, ok=bool(await self._run(RENEW, self._milliseconds)))

    async def _give_back(self) -> bool:
        return bool(await self._run(RELEASE))

    async def _run(self, script: str, *arguments: int) -> object:
        answer = self._redis.eval(script, 1, KEY, self._owner, *map(str, arguments))
        return await cast("Awaitable[object]", answer)

    def _held_since(self, began: float, *, ok: bool) -> bool:
        if ok:
            self._until = began + self._seconds
        return ok

    @property
    def _milliseconds(self) -> int:
        return int(self._seconds * 1000)
