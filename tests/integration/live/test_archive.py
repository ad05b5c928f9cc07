"""Archive of queue changes in the real Redis: written by the feed, read by pages, missing without Redis."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator

import pytest
from redis import Redis

from live.board.frames import State, empty_state
from live.feed.archive import KEPT_CHANGES, KEY_PREFIX, Archive, recent_changes
from live.feed.queue_history import Change, encode_change
from live.feed.work import Work, work_of
from sockets.redis_clients import connect_redis
from sockets.tasks import end_tasks
from tests.running import RunningRedis
from tests.waiting import wait_until, wait_until_async

QUEUE = "W#Spanish#Any"
AT = "2026-11-21T12:00:00.000+00:00"


def a_look(version: int) -> State:
    state = empty_state()
    state["call_queues"][QUEUE] = {"version": version, "depth": 1, "oldest": None}
    return state


def heard(call_id: str) -> Work:
    event = {"kind": "callQueued", "agent_id": None, "call_id": call_id, "queues": [QUEUE], "by": "mara"}
    return work_of(json.dumps([event]))


@pytest.fixture
async def archive(redis_url: str) -> AsyncIterator[Archive]:  # noqa: ARG001 - an empty Redis
    """An archive that keeps, and has seen the queue at version id 0."""
    redis = connect_redis()
    archive = Archive(redis)
    archive.observe(a_look(0), Work(), AT)
    keeping = asyncio.ensure_future(archive.keep())
    yield archive
    await end_tasks([keeping])
    await redis.aclose()


@pytest.fixture
def kept(redis_url: str) -> Iterator["Redis"]:
    with Redis.from_url(redis_url, decode_responses=True) as redis:
        yield redis


def versions() -> list[tuple[int, int]]:
    changes = recent_changes(QUEUE)
    assert changes is not None
    return [(change.before, change.version) for change in changes]


async def test_what_the_feed_saw_is_read_newest_first(archive: Archive) -> None:
    archive.observe(a_look(1), heard("c1"), AT)
    archive.observe(a_look(2), heard("c2"), AT)
    await wait_until_async(lambda: len(versions()) == 2, "both changes are kept")

    assert versions() == [(1, 2), (0, 1)]
    changes = recent_changes(QUEUE) or []
    assert [(one.kind, one.call_id, one.by) for one in changes[0].events] == [("callQueued", "c2", "mara")]


async def test_no_more_are_kept_than_there_is_room_for_and_not_for_ever(
    archive: Archive, kept: "Redis"
) -> None:
    for version in range(1, KEPT_CHANGES + 30):
        archive.observe(a_look(version), heard(f"c{version}"), AT)
    last = (KEPT_CHANGES + 28, KEPT_CHANGES + 29)
    await wait_until_async(lambda: versions()[:1] == [last], "all are kept")

    assert len(versions()) == kept.llen(KEY_PREFIX + QUEUE) == KEPT_CHANGES
    assert kept.ttl(KEY_PREFIX + QUEUE) > 0


async def test_what_happened_while_redis_was_away_is_kept_when_it_is_back(
    archive: Archive, redis_server: RunningRedis
) -> None:
    redis_server.kill()
    assert recent_changes(QUEUE) is None
    archive.observe(a_look(1), heard("c1"), AT)
    await asyncio.sleep(0.1)
    redis_server.restart()

    await wait_until_async(lambda: recent_changes(QUEUE), "the change is kept")
    assert versions() == [(0, 1)]


def test_what_is_no_change_is_passed_over(kept: "Redis") -> None:
    kept.lpush(KEY_PREFIX + QUEUE, encode_change(Change(AT, 1, 2, 0)), "nonsense")

    wait_until(lambda: versions() == [(1, 2)], "the readable one is read")


def test_a_change_written_twice_is_read_once_and_those_of_an_earlier_table_are_not(kept: "Redis") -> None:
    earlier, first, second = Change(AT, 40, 41, 0), Change(AT, 0, 1, 1), Change(AT, 1, 2, 2)
    kept.lpush(KEY_PREFIX + QUEUE, *map(encode_change, (earlier, first, second, first, second)))

    assert versions() == [(1, 2), (0, 1)]


@pytest.mark.usefixtures("redis_url")
def test_a_queue_that_nobody_watched_has_no_history() -> None:
    assert recent_changes(QUEUE) == []
