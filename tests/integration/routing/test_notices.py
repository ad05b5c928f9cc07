"""Change notices through the real Redis: killed, restarted, paused."""

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import redis

from routing.model.events import Event, EventKind
from routing.notices.over_redis import TIMEOUT_SECONDS, Publisher, Quiet, wake_ups
from tests.builders import NOON, unique_id
from tests.running import RunningRedis
from tests.waiting import wait_until

POLL_SECONDS = 0.05
EVENTS = [Event(EventKind.CALL_QUEUED, NOON, None, "c1", ("W#Spanish#Any",))]


@contextmanager
def frozen(server: RunningRedis) -> Iterator[None]:
    """The server accepts connections and answers nothing, as when its machine hangs."""
    os.kill(server.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.pid, signal.SIGCONT)


@pytest.fixture
def channel() -> str:
    """A channel of its own."""
    return f"changes-{unique_id()}"


@pytest.fixture
def news(redis_url: str, channel: str) -> Iterator[Iterator[frozenset[EventKind]]]:
    """Wake-ups that have subscribed already."""
    listening = wake_ups(redis_url, channel, poll_seconds=POLL_SECONDS)
    with redis.Redis.from_url(redis_url) as client:
        while not _subscribers(client, channel):
            next(listening)
        yield listening


def _subscribers(client: redis.Redis, channel: str) -> int:
    ((_, count),) = client.pubsub_numsub(channel)
    return int(count)


def hears(news: Iterator[frozenset[EventKind]], *, within: int = 40) -> bool:
    """Whether one of the next wake-ups is because of a notice."""
    return any(next(news) for _ in range(within))


def test_a_notice_wakes_and_carries_what_happened(
    redis_url: str, news: Iterator[frozenset[EventKind]], channel: str
) -> None:
    with redis.Redis.from_url(redis_url) as client, client.pubsub() as subscription:
        subscription.subscribe(channel)
        assert subscription.get_message(timeout=60)
        Publisher(redis_url, channel).publish(EVENTS)

        message = subscription.get_message(timeout=60)

    assert message is not None
    assert [one["call_id"] for one in json.loads(message["data"])] == ["c1"]
    assert hears(news)


def test_news_of_other_kinds_does_not_wake(redis_url: str, channel: str) -> None:
    news = wake_ups(redis_url, channel, poll_seconds=POLL_SECONDS, kinds={EventKind.CALL_QUEUED})
    offered = [Event(EventKind.CALL_OFFERED, NOON, "ana", "c1")]
    publisher = Publisher(redis_url, channel)
    with redis.Redis.from_url(redis_url) as client:
        while not _subscribers(client, channel):
            next(news)
        publisher.publish(offered)
        assert not hears(news, within=3)

        publisher.publish(offered)
        publisher.publish(EVENTS)
        assert hears(news, within=3)

        client.publish(channel, "no notice at all")
        assert hears(news, within=3), "what cannot be understood may be news"


def test_a_notice_of_any_kind_ends_the_quiet_and_so_does_a_redis_that_is_away(
    redis_server: RunningRedis, redis_url: str, channel: str
) -> None:
    quiet = Quiet()
    news = wake_ups(redis_url, channel, poll_seconds=POLL_SECONDS, kinds={EventKind.CALL_QUEUED}, quiet=quiet)
    with redis.Redis.from_url(redis_url) as client:
        while not _subscribers(client, channel):
            next(news)
    wait_until(lambda: next(news) or quiet.lasts(POLL_SECONDS), "it is quiet")
    Publisher(redis_url, channel).publish([Event(EventKind.CALL_OFFERED, NOON, "ana", "c1")])
    wait_until(lambda: next(news) or not quiet.lasts(POLL_SECONDS), "a notice has come")
    wait_until(lambda: next(news) or quiet.lasts(POLL_SECONDS), "it is quiet again")

    redis_server.kill()
    try:
        wait_until(lambda: next(news) or not quiet.lasts(0), "nobody listens")
    finally:
        redis_server.restart()


def test_notices_that_piled_up_wake_once(
    redis_url: str, news: Iterator[frozenset[EventKind]], channel: str
) -> None:
    publisher = Publisher(redis_url, channel)
    for _ in range(50):
        publisher.publish(EVENTS)

    assert publisher.dropped == 0
    woken = [next(news) for _ in range(10)]
    assert 1 <= sum(map(bool, woken)) <= 3


def test_without_news_it_wakes_after_the_poll_time(news: Iterator[frozenset[EventKind]]) -> None:
    began = time.monotonic()
    assert not any(next(news) for _ in range(4))
    assert time.monotonic() - began >= 3 * POLL_SECONDS


def test_a_poll_time_longer_than_redis_may_take_to_answer_is_waited_out(redis_url: str, channel: str) -> None:
    listening = wake_ups(redis_url, channel, poll_seconds=2 * TIMEOUT_SECONDS)
    next(listening)
    began = time.monotonic()

    assert not any(next(listening) for _ in range(2))

    assert time.monotonic() - began >= 4 * TIMEOUT_SECONDS - 0.05
    with redis.Redis.from_url(redis_url) as client:
        assert _subscribers(client, channel) == 1


def test_a_killed_redis_only_slows_it_down_and_a_new_one_is_heard(
    redis_server: RunningRedis, redis_url: str, news: Iterator[frozenset[EventKind]], channel: str
) -> None:
    redis_server.kill()
    try:
        assert not any(next(news) for _ in range(5))
    finally:
        redis_server.restart()
    with redis.Redis.from_url(redis_url) as client:
        wait_until(lambda: next(news) or _subscribers(client, channel), "it listens to the new Redis")
    Publisher(redis_url, channel).publish(EVENTS)
    assert hears(news)


def test_a_redis_that_hangs_from_the_start_does_not_stop_the_polling(
    redis_server: RunningRedis, redis_url: str, channel: str
) -> None:
    """Connecting works, since the kernel accepts; the greeting is never answered."""
    listening = wake_ups(redis_url, channel, poll_seconds=POLL_SECONDS)
    woken: list[frozenset[EventKind]] = []
    thread = threading.Thread(target=lambda: woken.extend(next(listening) for _ in range(3)), daemon=True)
    with frozen(redis_server):
        thread.start()
        thread.join(timeout=60)
        hung = thread.is_alive()
    thread.join(timeout=60)

    assert not hung, "nobody would be matched until Redis answers"
    assert woken == [frozenset()] * 3


def test_a_redis_that_begins_to_hang_does_not_stop_the_polling(
    redis_server: RunningRedis, news: Iterator[frozenset[EventKind]]
) -> None:
    with frozen(redis_server):
        assert not any(next(news) for _ in range(5))


def test_publishing_never_raises_and_costs_little_while_redis_is_away(
    redis_server: RunningRedis, redis_url: str, channel: str
) -> None:
    publisher = Publisher(redis_url, channel)
    publisher.publish(EVENTS)
    redis_server.kill()
    try:
        for _ in range(20):
            publisher.publish(EVENTS)
    finally:
        redis_server.restart()
    assert publisher.dropped == 20

    def heard_again() -> bool:
        before = publisher.dropped
        publisher.publish(EVENTS)
        return publisher.dropped == before

    wait_until(heard_again, "the publisher reaches the new Redis")


def test_a_redis_that_hangs_costs_the_publisher_one_short_wait(
    redis_server: RunningRedis, redis_url: str, channel: str
) -> None:
    now = [0.0]
    publisher = Publisher(redis_url, channel, clock=lambda: now[0])
    publisher.publish(EVENTS)
    with frozen(redis_server):
        began = time.monotonic()
        for _ in range(100):
            publisher.publish(EVENTS)
        took = time.monotonic() - began

    assert publisher.dropped == 100
    assert took < 5
