"""Subscription of the feed: change notices and requests for snapshots, over Redis."""

import asyncio
import logging
import time
from typing import Any, NoReturn

from django.conf import settings
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from live.board.wire import WANTED_CHANNEL
from live.feed.inbox import Inbox
from live.feed.work import work_of
from sockets.calm import Calm

logger = logging.getLogger(__name__)

RESUBSCRIBE_SECONDS = 0.25
# Interval of connection checks between notices, to detect a dead one.
LOOK_SECONDS = 1.0
# Notices are read this long before the look that they are for: one by one, each would wake the process.
BEFORE_LOOK_SECONDS = 0.02


class Notices:
    """Fills an inbox until cancelled; after every new subscription everything may have changed."""

    def __init__(self, redis: Redis, inbox: Inbox) -> None:
        self._redis = redis
        self._inbox = inbox
        self._calm = Calm(logger)

    async def follow(self) -> NoReturn:
        """Listen until cancelled."""
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as subscription:
                    await self._listen(subscription)
            except (RedisError, OSError) as error:
                self._calm.trouble(f"no change notices arrive ({type(error).__name__})")
            await asyncio.sleep(RESUBSCRIBE_SECONDS)

    async def _listen(self, subscription: PubSub) -> NoReturn:
        await subscription.subscribe(settings.CHANGES_CHANNEL, WANTED_CHANNEL)
        self._calm.well("change notices arrive again")
        self._inbox.look_at_everything()
        while True:
            message = await self._next(subscription)
            if message is None:
                continue
            if message["channel"] == WANTED_CHANNEL:
                self._inbox.snapshot_wanted.set()
            else:
                self._inbox.add(work_of(message["data"]))

    async def _next(self, subscription: PubSub) -> dict[str, Any] | None:
        """The next message. Where none is left it waits for the look to come near, also for snapshots."""
        message: dict[str, Any] | None = await subscription.get_message(timeout=0)
        if message is None:
            await asyncio.sleep(self._inbox.look_due - BEFORE_LOOK_SECONDS - time.monotonic())
            message = await subscription.get_message(timeout=LOOK_SECONDS)
        return message
