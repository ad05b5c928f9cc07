"""Scripted feed over the real Redis; answers requests for snapshots."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from live.board.frames import State, encode
from live.board.wire import FeedWire
from live.feed.inbox import Inbox
from live.feed.notices import Notices
from live.feed.stream import Stream
from sockets.redis_clients import connect_redis
from sockets.tasks import end_tasks
from tests.unit.live.boards import AT, a_state


class SpokenFeed:
    """One epoch after another, frame by frame."""

    def __init__(self) -> None:
        self.inbox = Inbox()
        self.wire = FeedWire()
        self.stream = Stream("e1", a_state(), at=AT)
        self.answered = 0
        self.answers = True

    async def say(self, state: State) -> None:
        """Publish the step to another state."""
        delta = self.stream.advance(state, at=AT)
        assert delta is not None
        await self.wire.publish(encode(delta))

    def lose(self, state: State) -> None:
        """Go on without anybody hearing it."""
        self.stream.advance(state, at=AT)

    async def beat(self) -> None:
        """Publish a heartbeat."""
        await self.wire.publish(encode(self.stream.heartbeat))

    async def begin(self, epoch: str, state: State) -> None:
        """Start another epoch, as a feed does that takes over."""
        self.stream = Stream(epoch, state, at=AT)
        await self.wire.publish(encode(self.stream.snapshot))

    async def answer(self) -> None:
        """Publish a snapshot on each request."""
        while True:
            await self.inbox.snapshot_wanted.wait()
            self.inbox.snapshot_wanted.clear()
            if self.answers:
                self.answered += 1
                await self.wire.publish(encode(self.stream.snapshot))


@asynccontextmanager
async def a_spoken_feed() -> AsyncIterator[SpokenFeed]:
    """A feed that listens already."""
    feed, redis = SpokenFeed(), connect_redis()
    listening = asyncio.ensure_future(Notices(redis, feed.inbox).follow())
    await feed.inbox.snapshot_wanted.wait()
    feed.inbox.snapshot_wanted.clear()
    answering = asyncio.ensure_future(feed.answer())
    yield feed
    await end_tasks([listening, answering])
    await feed.wire.close()
    await redis.aclose()
