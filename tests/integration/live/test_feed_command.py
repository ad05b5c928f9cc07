"""`feed` as a process: killed at any moment, restarted, stopped."""

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings

from localservices.programs import Program
from routing import runtime
from routing.router import Router
from routing.services import agent_create, agents_enqueue, queues_ensure
from tests.forked import Forked
from tests.integration.live.readers import a_reader
from tests.integration.routing.commands import environ_of
from tests.waiting import wait_until, wait_until_async

pytestmark = [
    pytest.mark.usefixtures("redis_url", "table", "no_hub_stays"),
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def router() -> Router:
    router = runtime.router()
    queues_ensure(router)
    return router


@contextmanager
def a_feed_process(folder: Path, **environ: str) -> Iterator[Forked]:
    """The command with this test's engine, table and Redis; what it says goes to `feed.log`."""
    command, log = (sys.executable, "manage.py", "feed"), folder / "feed.log"
    own = environ_of(DATA_DIR=str(folder), **environ)
    process = Forked(Program("feed", command, log, environ=own, folder=settings.BASE_DIR))
    try:
        yield process
    finally:
        process.kill()


async def test_an_open_board_recovers_when_the_feed_was_killed(
    tmp_path: Path, cookie: str, router: Router
) -> None:
    async with a_reader(cookie) as reader:
        with a_feed_process(tmp_path) as feed:
            await reader.catches_up(router)
            feed.kill()
        agent_create(router, name="Ana", gender="F", languages=("Spanish",))
        agents_enqueue(router)
        with a_feed_process(tmp_path):
            await reader.catches_up(router)
        assert len(reader.epochs) == 2


async def test_it_ends_at_once_when_told_to_and_lets_the_next_one_lead(
    tmp_path: Path, cookie: str, router: Router
) -> None:
    async with a_reader(cookie) as reader:
        with a_feed_process(tmp_path) as feed:
            await reader.catches_up(router)
            feed.send(signal.SIGTERM)
            await asyncio.to_thread(feed.wait, 20)
            assert feed.ending == "exit code 0"
        with a_feed_process(tmp_path):
            await wait_until_async(lambda: len(reader.epochs) == 2, "the next feed leads")
    assert "Traceback" not in (tmp_path / "feed.log").read_text()


@pytest.mark.usefixtures("transactional_db")
def test_without_table_and_redis_it_waits_and_says_so_once(tmp_path: Path) -> None:
    with a_feed_process(tmp_path, REDIS_URL="redis://127.0.0.1:9/0", DYNAMODB_TABLE="nowhere") as feed:
        wait_until(lambda: "Redis does not answer" in feed.said, "the feed says what it waits for")
        feed.send(signal.SIGTERM)
        assert len(feed.wait().splitlines()) == 1
        assert feed.ending == "exit code 0"
