"""Wire of the news: one Redis subscription of a web process, and its position in the epoch."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from dynamo.exceptions import DynamoError
from messaging.devices.subscriptions import Position
from messaging.inbox.epochs import Epochs
from messaging.inbox.gate import AwayError
from messaging.inbox.redis_keys import CHANNEL, Keys
from sockets.exceptions import WireError
from sockets.redis_clients import connect_redis

# Interval of connection checks between news, to detect a dead one.
LOOK_SECONDS = 1.0


@asynccontextmanager
async def _carried() -> AsyncIterator[None]:
    try:
        yield
    except (RedisError, OSError, AwayError) as error:
        raise WireError(f"Redis does not answer ({type(error).__name__})", what="messages") from error
    except DynamoError as error:
        raise WireError(str(error), what="messages") from error


class NewsWire:
    """One connection to the news; a new one is made after a failure."""

    def __init__(self, epochs: Epochs) -> None:
        self._epochs = epochs
        self._redis: Redis | None = None
        self._news: PubSub | None = None

    async def join(self) -> None:
        """Subscribe, and return when Redis has confirmed it: what is published from then on is received."""
        async with _carried():
            self._redis = connect_redis()
            self._news = self._redis.pubsub()
            await self._news.subscribe(CHANNEL)
            while (await self._news.get_message(timeout=LOOK_SECONDS) or {}).get("type") != "subscribe":
                pass

    async def position(self) -> Position:
        """The epoch that holds, compared with the store, and the last stamp published in it."""
        assert self._redis is not None
        async with _carried():
            epoch = await asyncio.to_thread(self._epochs.check)
            published = await self._redis.get(Keys(epoch).published)
            return Position(epoch, int(published or 0))

    async def receive(self) -> str:
        """The next news."""
        assert self._news is not None
        async with _carried():
            while True:
                message = await self._news.get_message(ignore_subscribe_messages=True, timeout=LOOK_SECONDS)
                if message is not None:
                    return str(message["data"])

    async def publish(self, text: str) -> None:
        """Tell all web processes something that may be lost."""
        assert self._redis is not None
        async with _carried():
            await self._redis.publish(CHANNEL, text)

    async def leave(self) -> None:
        """Release everything."""
        with suppress(RedisError, OSError):
            if self._news is not None:
                await self._news.aclose()  # type: ignore[no-untyped-call]  # redis-py's gap
            if self._redis is not None:
                await self._redis.aclose()
