"""News of calls in one web process: wakes the requests that wait for a change of a call.

News is a hint to read the call again. In case one is lost, waiters read it every few seconds anyway.
"""

import asyncio
from contextlib import suppress
from typing import NoReturn

from django.conf import settings
from redis.exceptions import RedisError

from live.feed.work import work_of
from routing import selectors
from routing.model.calls import Call
from routing.router import Router
from sockets.exceptions import WireError
from sockets.hub import SocketHub
from sockets.per_loop import per_loop
from sockets.redis_clients import connect_redis

# Interval of connection checks between notices.
LOOK_SECONDS = 1.0
# Interval at which a waiter reads the call without news.
READ_AGAIN_SECONDS = 5.0


class Waiter(asyncio.Event):
    """A request that waits for a change of a call."""

    def __init__(self, call_id: str) -> None:
        super().__init__()
        self.call_id = call_id


class CallNews(SocketHub[Waiter]):
    """Follows the notices of commits while somebody waits."""

    name = "call news"

    def wait_for(self, call_id: str) -> Waiter:
        """A waiter that is set at each change of the call from now on."""
        waiter = Waiter(call_id)
        self._add(waiter)
        return waiter

    def _forget(self) -> None:
        """Nothing is kept."""

    async def _session(self) -> NoReturn:
        redis = connect_redis()
        try:
            async with redis.pubsub(ignore_subscribe_messages=True) as subscription:
                await subscription.subscribe(settings.CHANGES_CHANNEL)
                self._calm.well("news of calls arrive again")
                self._tell(None)
                while True:
                    message = await subscription.get_message(timeout=LOOK_SECONDS)
                    if message is not None:
                        work = work_of(message["data"])
                        self._tell(None if work.everything else work.calls)
        except (RedisError, OSError) as error:
            raise WireError(f"no news of calls arrive ({type(error).__name__})") from error
        finally:
            await redis.aclose()

    def _tell(self, call_ids: set[str] | None) -> None:
        """Wakes the waiters for these calls; all waiters if it is not known what has changed."""
        for waiter in self._clients:
            if call_ids is None or waiter.call_id in call_ids:
                waiter.set()


current_news = per_loop(CallNews)


async def call_beyond(router: Router, call_id: str, *, version: int, seconds: float) -> Call | None:
    """The call once it is beyond a version, or as it is after these seconds; None if it is gone.

    Raises DynamoError.
    """
    news, loop = current_news(), asyncio.get_running_loop()
    waiter, until = news.wait_for(call_id), loop.time() + seconds
    try:
        while True:
            waiter.clear()
            found = await asyncio.to_thread(selectors.call, router, call_id)
            left = until - loop.time()
            if found is None or found.version > version or left <= 0:
                return found
            with suppress(TimeoutError):
                async with asyncio.timeout(min(left, READ_AGAIN_SECONDS)):
                    await waiter.wait()
    finally:
        news.unsubscribe(waiter)
