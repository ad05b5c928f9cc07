"""Wire over the real Redis: frames travel, both ends recover after it was killed."""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from django.conf import settings

from live.board import wire
from live.board.frames import encode
from live.board.wire import BoardWire, FeedWire
from live.feed.inbox import Inbox
from live.feed.notices import BEFORE_LOOK_SECONDS, Notices
from live.feed.work import Work
from live.hub.fan_out import Hub
from sockets.exceptions import WireError
from sockets.redis_clients import connect_redis
from sockets.tasks import end_tasks
from tests.running import RunningRedis
from tests.unit.live.boards import a_delta, a_heartbeat, a_snapshot, a_state
from tests.waiting import wait_until_async

pytestmark = pytest.mark.usefixtures("redis_url")


@pytest.fixture
async def feed() -> AsyncIterator[FeedWire]:
    wire = FeedWire()
    yield wire
    await wire.close()


@pytest.fixture
async def inbox() -> AsyncIterator[Inbox]:
    """The inbox of a listening feed."""
    inbox, redis = Inbox(), connect_redis()
    task = asyncio.ensure_future(Notices(redis, inbox).follow())
    await inbox.snapshot_wanted.wait()
    inbox.snapshot_wanted.clear()
    yield inbox
    await end_tasks([task])
    await redis.aclose()


@pytest.fixture
async def hub() -> AsyncIterator[Hub]:
    hub = Hub(BoardWire)
    yield hub
    await hub.close()


async def test_notices_that_wait_for_a_look_are_all_read_for_it(inbox: Inbox) -> None:
    inbox.look_due, work, redis = time.monotonic() + 0.2, Work(), connect_redis()
    for number in range(30):
        event: dict[str, object] = {"agent_id": f"a{number}", "call_id": None, "queues": []}
        await redis.publish(settings.CHANGES_CHANNEL, json.dumps([event]))
    await redis.aclose()

    def all_are_there() -> bool:
        work.add(inbox.take())
        return len(work.agents) == len(work.notices) == 30

    await wait_until_async(all_are_there, "every notice is read")
    assert time.monotonic() > inbox.look_due - BEFORE_LOOK_SECONDS, "only one is read before it is time"


async def test_a_hub_asks_when_it_joins_and_gets_what_is_published(
    feed: FeedWire, inbox: Inbox, hub: Hub
) -> None:
    client = hub.subscribe()
    await asyncio.wait_for(inbox.snapshot_wanted.wait(), 60)
    await feed.publish(encode(a_snapshot()))
    assert await asyncio.wait_for(client.next(), 60) == encode(a_snapshot())
    await feed.publish(encode(a_delta(1)))
    assert await asyncio.wait_for(client.next(), 60) == encode(a_delta(1))


async def test_a_gap_makes_it_ask_the_feed(feed: FeedWire, inbox: Inbox, hub: Hub) -> None:
    client = hub.subscribe()
    await asyncio.wait_for(inbox.snapshot_wanted.wait(), 60)
    await feed.publish(encode(a_snapshot()))
    await asyncio.wait_for(client.next(), 60)
    inbox.snapshot_wanted.clear()
    while not inbox.snapshot_wanted.is_set():  # asking again is paced; heartbeats renew the question
        await feed.publish(encode(a_heartbeat(4)))
        await asyncio.sleep(0.02)
    await feed.publish(encode(a_snapshot(a_state(a=4), seq=4)))
    assert '"prev":0' in await asyncio.wait_for(client.next(), 60)


async def test_both_ends_come_back_after_redis_was_killed(
    feed: FeedWire, inbox: Inbox, hub: Hub, redis_server: RunningRedis, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    client = hub.subscribe()
    await asyncio.wait_for(inbox.snapshot_wanted.wait(), 60)
    await feed.publish(encode(a_snapshot()))
    await asyncio.wait_for(client.next(), 60)
    inbox.take()
    inbox.snapshot_wanted.clear()

    redis_server.kill()
    with pytest.raises(WireError):
        await feed.publish(encode(a_delta(1)))
    redis_server.restart()

    await asyncio.wait_for(inbox.snapshot_wanted.wait(), 60)
    assert inbox.take().everything
    answering = asyncio.ensure_future(answer_for_ever(feed))
    healed = await asyncio.wait_for(client.next(), 60)
    await end_tasks([answering])
    assert '"prev":0' in healed
    assert '"seq":9' in healed
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_hub_that_hears_nothing_joins_again(
    monkeypatch: pytest.MonkeyPatch, inbox: Inbox, hub: Hub
) -> None:
    monkeypatch.setattr(wire, "SILENCE_SECONDS", 0.1)
    hub.subscribe()
    for _ in range(2):
        await asyncio.wait_for(inbox.snapshot_wanted.wait(), 60)
        inbox.snapshot_wanted.clear()


async def test_a_hub_waits_for_a_redis_that_comes_later(
    feed: FeedWire, hub: Hub, redis_server: RunningRedis
) -> None:
    redis_server.kill()
    client = hub.subscribe()
    await wait_until_async(lambda: hub.failures > 0, "the hub has noticed")
    redis_server.restart()
    answering = asyncio.ensure_future(answer_for_ever(feed))
    assert '"snapshot"' in await asyncio.wait_for(client.next(), 60)
    await end_tasks([answering])


async def answer_for_ever(feed: FeedWire) -> None:
    """As a feed does that has been at seq 9 since Redis came back."""
    while True:
        with suppress(WireError):
            await feed.publish(encode(a_snapshot(a_state(a=9), seq=9)))
        await asyncio.sleep(0.05)
