"""Subscription: a snapshot, then every frame; a slow client gets a snapshot instead."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from sockets.packed import Message
from sockets.subscription import Subscription


@dataclass
class Source:
    """A hub's snapshot text and a clock that stands still unless told otherwise."""

    text: str | None = "snapshot"
    now: float = 100.0
    made: list[str | None] = field(default_factory=list)

    def snapshot_text(self) -> str | None:
        self.made.append(self.text)
        return self.text

    def subscription(self, *, bound: int = 3, interval_seconds: float = 0.0) -> Subscription:
        return Subscription(
            snapshot=self.snapshot_text,
            clock=lambda: self.now,
            bound=bound,
            interval_seconds=interval_seconds,
        )


@asynccontextmanager
async def reading(client: Subscription) -> AsyncIterator[asyncio.Task[Message]]:
    """A client that waits for its next message."""
    task = asyncio.ensure_future(client.next())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    yield task
    task.cancel()


async def test_it_begins_with_a_snapshot_and_goes_on_with_frames() -> None:
    client = Source().subscription()
    client.offer("before the snapshot was read")
    assert await client.next() == "snapshot"
    client.offer("1")
    client.offer("2")
    assert [await client.next(), await client.next()] == ["1", "2"]


async def test_it_waits_while_there_is_no_snapshot() -> None:
    source = Source(text=None)
    client = source.subscription()
    async with reading(client) as task:
        assert not task.done()
        source.text = "snapshot"
        client.resync()
        assert await task == "snapshot"


async def test_it_waits_for_the_next_frame() -> None:
    client = Source().subscription()
    await client.next()
    async with reading(client) as task:
        assert not task.done()
        client.offer("1")
        assert await task == "1"


async def test_a_client_that_never_reads_keeps_at_most_the_bound() -> None:
    client = Source().subscription(bound=3)
    await client.next()
    kept = []
    for number in range(1000):
        client.offer(str(number))
        kept.append(len(client))
    assert max(kept) == 3


async def test_a_client_over_the_bound_gets_one_snapshot_made_when_it_reads_again() -> None:
    source = Source(text="old")
    client = source.subscription(bound=3)
    await client.next()
    for number in range(9):
        client.offer(str(number))
    source.text = "new"
    assert await client.next() == "new"
    client.offer("next")
    assert await client.next() == "next"
    assert source.made == ["old", "new"]


async def test_asking_many_times_makes_one_snapshot() -> None:
    source = Source()
    client = source.subscription()
    await client.next()
    for _ in range(50):
        client.resync()
    assert await client.next() == "snapshot"
    async with reading(client) as task:
        assert not task.done()
    assert len(source.made) == 2


async def test_a_second_snapshot_waits_for_its_interval() -> None:
    source = Source()
    client = source.subscription(interval_seconds=0.05)
    await client.next()
    client.resync()
    started = asyncio.get_running_loop().time()
    await client.next()
    assert asyncio.get_running_loop().time() - started >= 0.045
