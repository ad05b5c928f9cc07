"""Consumers and Redis killed under load: each event is counted once, none is lost uncounted."""

import fcntl
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import redis
from django.conf import settings

from localservices.programs import Program
from reporting.buffers.batches import Lane
from reporting.buffers.grouping import GroupBy
from reporting.buffers.in_redis import RedisBuffers, connect
from reporting.buffers.producer import MOST_KEPT, Producer
from tests.contracts.reporting_buffers import SINKS
from tests.faults.disk import busy_disk
from tests.forked import Forked
from tests.integration.reporting.stage import LIMITS, numbered, total
from tests.running import RunningRedis
from tests.unit.reporting.events import an_event
from tests.waiting import wait_until

KEYS = 10
# While the disk is busy, a Redis that lets its file wait for it does so within this time.
BAD_MOMENT_SECONDS, MANY_BYTES = 2.0, 10_000


class Load:
    """A thread that commits three events after the other, and knows how many it gave away."""

    def __init__(self, url: str, *, timeout_seconds: float = 5.0) -> None:
        client = connect(url, timeout_seconds=timeout_seconds)
        self.producer = Producer(
            lambda: RedisBuffers(client, sinks=SINKS, limits=LIMITS),
            group_by=GroupBy.QUEUE,
            site="",
            new_id=lambda: "load",
        )
        self.given = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        for number in count():
            if self._stop.wait(0.002):
                return
            queue = f"W#Spanish#{number % KEYS}"
            self.producer.produce([an_event(number, queue=queue) for _ in range(3)])
            self.given += 3

    def __enter__(self) -> "Load":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()


@contextmanager
def consumer(url: str, path: Path) -> Iterator[None]:
    """A process that reports into a file; it is killed at the end."""
    command = (sys.executable, "-m", "tests.integration.reporting.consumer", url, str(path))
    process = Forked(Program("consumer", command, path.with_suffix(".log"), folder=settings.BASE_DIR))
    try:
        yield
    finally:
        process.kill()


def named(path: Path) -> list[tuple[str, int, int]]:
    """Identity of each event in the file."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    found = [json.loads(line) for line in lines]
    return [(one["key"], one["since"], one["number"]) for one in found]


def grows(path: Path) -> Callable[[], bool]:
    """Whether the file is longer than now."""
    before = path.stat().st_size if path.exists() else 0
    return lambda: path.exists() and path.stat().st_size > before


def wait_for_a_bad_moment(url: str) -> None:
    """Returns while Redis has acknowledged what it has not written, or after a while without that."""
    until = time.monotonic() + BAD_MOMENT_SECONDS
    with redis.Redis.from_url(url) as client:
        while time.monotonic() < until:
            if client.info("persistence")["aof_buffer_length"] > MANY_BYTES:
                return


def all_is_counted(load: Load, buffers: RedisBuffers, path: Path) -> None:
    """Nothing waits any more, and whatever was given is in the file or counted as dropped."""
    wait_until(load.producer.settle, "the producer has counted what it dropped")
    wait_until(lambda: total(buffers, "left", "waiting") == 0, "everything is delivered")
    written = named(path)
    assert total(buffers, "left", "produced") == load.given
    assert total(buffers, "left", "expired") == 0
    assert len(set(written)) == total(buffers, "left", "delivered")
    assert len(set(written)) == load.given - total(buffers, "left", "dropped")
    assert total(buffers, "right", "waiting") + total(buffers, "right", "dropped") == load.given


def test_killed_consumers_lose_nothing(redis_url: str, buffers: RedisBuffers, tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    with Load(redis_url) as load:
        for _ in range(2):
            with consumer(redis_url, path):
                with consumer(redis_url, path):
                    wait_until(grows(path), "events are delivered")
                wait_until(grows(path), "the other one goes on")
    with consumer(redis_url, path):
        all_is_counted(load, buffers, path)

    assert total(buffers, "left", "dropped") == 0


def test_a_killed_redis_loses_nothing_that_it_took(
    redis_url: str, redis_server: RunningRedis, buffers: RedisBuffers, tmp_path: Path
) -> None:
    path = tmp_path / "events.jsonl"
    with busy_disk(tmp_path), consumer(redis_url, path), Load(redis_url) as load:
        for _ in range(3):
            wait_until(grows(path), "events are delivered")
            wait_for_a_bad_moment(redis_url)
            redis_server.kill()
            before = load.given
            wait_until(lambda: load.given > before + 2 * MOST_KEPT, "some are dropped")  # noqa: B023
            redis_server.restart()
    with consumer(redis_url, path):
        all_is_counted(load, buffers, path)

    assert total(buffers, "left", "dropped") > 0, "what happened meanwhile is counted"


def test_batches_claimed_by_a_killed_consumer_come_back(
    redis_url: str, buffers: RedisBuffers, tmp_path: Path
) -> None:
    path = tmp_path / "events.jsonl"
    buffers.append("p", 1, {key: numbered(range(5)) for key in "kl"})
    with (tmp_path / "events.jsonl.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the sink waits for it with both batches in its hands
        with consumer(redis_url, path):
            wait_until(lambda: total(buffers, "left", "claimed") == 10, "it has claimed both")
    with consumer(redis_url, path):
        wait_until(lambda: total(buffers, "left", "delivered") == 10, "another gets them")

    assert buffers.noted("left") == {"lapsed": "2"}
    assert len(named(path)) == 10


def test_scripts_that_redis_forgot_are_sent_again(client: "redis.Redis", buffers: RedisBuffers) -> None:
    buffers.append("p", 1, {"k": numbered([1])})
    client.script_flush()
    batch = buffers.claim("left", Lane.COLD)
    assert batch is not None
    client.script_flush()
    assert buffers.finish("left", batch, delivered=1)
    client.script_flush()
    assert total(buffers, "left", "delivered") == 1


def test_a_redis_that_hangs_is_asked_seldom_and_what_it_did_not_take_is_counted(
    redis_url: str, redis_server: RunningRedis, buffers: RedisBuffers
) -> None:
    with Load(redis_url, timeout_seconds=0.05) as load:
        wait_until(lambda: load.given > 30, "the load has begun")
        os.kill(redis_server.pid, signal.SIGSTOP)
        before = load.given
        wait_until(lambda: load.given > before + 2 * MOST_KEPT, "the load goes on")
        os.kill(redis_server.pid, signal.SIGCONT)
        wait_until(lambda: load.producer.unsettled == 0, "it is caught up")

    assert load.producer.settle()
    assert total(buffers, "left", "produced") == load.given
    assert 0 < total(buffers, "left", "dropped") < load.given
