"""Wire between feed and web processes over Redis: frames one way, snapshot requests the other.

Frames go through one Channels group; each side has its own channel layer, so that a restart after a failure
disturbs nothing else on the loop.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from channels import DEFAULT_CHANNEL_LAYER
from channels.layers import channel_layers
from redis.asyncio import Redis
from redis.exceptions import RedisError

from sockets.exceptions import WireError
from sockets.redis_clients import ANSWER_SECONDS, connect_redis

GROUP = "board"
WANTED_CHANNEL = "callcenter:board:wanted"
# Five heartbeats missed: either no feed leads, or the subscription died silently.
SILENCE_SECONDS = 5.0


class _Quiet(logging.Filter):
    """Channels logs a traceback each second while Redis is away; the hub and the feed log it once."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], RedisError | OSError))


logging.getLogger("channels_redis.pubsub").addFilter(_Quiet())


@asynccontextmanager
async def _carried(*, within_seconds: float = ANSWER_SECONDS) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(within_seconds):
            yield
    except TimeoutError:
        raise WireError(f"no message for {within_seconds:g} s") from None
    except (RedisError, OSError) as error:
        raise WireError(f"Redis does not answer ({type(error).__name__})") from error


class BoardWire:
    """The web process' end: receives frames, asks for snapshots. One reader."""

    def __init__(self) -> None:
        self._layer: Any = None
        self._redis: Redis | None = None
        self._channel = ""

    async def join(self) -> None:
        """Subscribe to the frames."""
        self._layer = channel_layers.make_backend(DEFAULT_CHANNEL_LAYER)
        self._redis = connect_redis()
        async with _carried():
            self._channel = await self._layer.new_channel("hub.")
            await self._layer.group_add(GROUP, self._channel)

    async def receive(self) -> str:
        """The text of the next frame; a silence longer than any of the feed's is a WireError."""
        async with _carried(within_seconds=SILENCE_SECONDS):
            message = await self._layer.receive(self._channel)
        return str(message["text"])

    async def ask(self) -> None:
        """Ask the feed for a snapshot; it comes as a frame, or not at all."""
        assert self._redis is not None
        async with _carried():
            await self._redis.publish(WANTED_CHANNEL, "snapshot")

    async def leave(self) -> None:
        """Release everything; the next `join` starts from nothing."""
        with suppress(WireError):
            async with _carried():
                if self._layer is not None:
                    await self._layer.flush()
                if self._redis is not None:
                    await self._redis.aclose()
        self._layer = self._redis = None


class FeedWire:
    """The feed's end: publishes frames."""

    def __init__(self) -> None:
        self._layer: Any = channel_layers.make_backend(DEFAULT_CHANNEL_LAYER)

    async def publish(self, text: str) -> None:
        """Send a frame to every web process. Raises WireError if that is not certain."""
        async with _carried():
            await self._layer.group_send(GROUP, {"type": "board.frame", "text": text})

    async def close(self) -> None:
        """Close the connection."""
        with suppress(WireError):
            async with _carried():
                await self._layer.flush()
