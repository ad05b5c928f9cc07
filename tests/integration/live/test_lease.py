"""Lease of feeds: one leads, another follows as soon as it may."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from live.exceptions import LeaseLostError
from live.feed.lease import KEY, Lease
from sockets.redis_clients import connect_redis
from sockets.tasks import end_tasks
from tests.running import RunningRedis
from tests.waiting import wait_until_async


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:  # noqa: ARG001 - the settings name it
    client = connect_redis()
    yield client
    await client.aclose()


async def test_one_leads_and_the_other_waits_until_it_gives_up(redis: Redis) -> None:
    first, second = Lease(redis, owner="first"), Lease(redis, owner="second")
    await first.acquire()
    waiting = asyncio.ensure_future(second.acquire())
    await asyncio.sleep(0)
    assert (first.is_held, second.is_held) == (True, False)
    await first.release()
    await waiting
    assert (first.is_held, second.is_held) == (False, True)


async def test_the_lease_of_a_killed_feed_runs_out(redis: Redis) -> None:
    await Lease(redis, owner="killed", seconds=0.3).acquire()
    heir = Lease(redis, owner="heir")
    await asyncio.wait_for(heir.acquire(), 60)
    assert await redis.get(KEY) == "heir"


async def test_it_is_kept_beyond_its_length(redis: Redis) -> None:
    lease = Lease(redis, owner="keeper", seconds=1.0)
    await lease.acquire()
    keeping = asyncio.ensure_future(lease.keep())
    deadline = asyncio.get_running_loop().time() + 2.5
    await wait_until_async(
        lambda: keeping.done() or asyncio.get_running_loop().time() > deadline,
        "more than two lengths have passed",
    )
    assert lease.is_held
    await end_tasks([keeping])


@pytest.mark.parametrize("milliseconds", [None, 10**12])
async def test_a_lease_that_would_not_end_is_taken_over(
    redis: Redis, milliseconds: int | None, caplog: pytest.LogCaptureFixture
) -> None:
    await redis.set(KEY, "nobody", px=milliseconds)
    heir = Lease(redis, owner="heir")

    await asyncio.wait_for(heir.acquire(), 60)

    assert (await redis.get(KEY), 0 < await redis.pttl(KEY) <= 3000) == ("heir", True)
    assert "took over a lease in Redis" in caplog.text


async def test_what_is_no_lease_at_all_is_taken_over(redis: Redis) -> None:
    await redis.lpush(KEY, "a list")

    await asyncio.wait_for(Lease(redis, owner="heir").acquire(), 60)

    assert await redis.get(KEY) == "heir"


async def test_a_lease_taken_by_another_is_lost(redis: Redis) -> None:
    lease = Lease(redis, owner="loser", seconds=0.3)
    await lease.acquire()
    await redis.set(KEY, "winner")
    with pytest.raises(LeaseLostError):
        await asyncio.wait_for(lease.keep(), 60)
    assert not lease.is_held
    await lease.release()
    assert await redis.get(KEY) == "winner"


async def test_it_is_lost_when_redis_stays_away_and_found_again_afterwards(
    redis: Redis, redis_server: RunningRedis
) -> None:
    lease = Lease(redis, owner="patient", seconds=1.0)
    await lease.acquire()
    redis_server.kill()
    with pytest.raises(LeaseLostError):
        await asyncio.wait_for(lease.keep(), 60)
    waiting = asyncio.ensure_future(lease.acquire())
    redis_server.restart()
    await asyncio.wait_for(waiting, 60)
    assert lease.is_held
