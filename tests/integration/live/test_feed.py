"""Feed end to end on the real engine and Redis: a service commits, an open board shows it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import NoReturn

import pytest

from live.feed.leading import run_feed
from live.feed.term import Term
from routing import runtime
from routing.model.events import nobody_listens
from routing.router import Router
from routing.services import (
    agent_create,
    agent_enqueue,
    call_abandon,
    call_accept,
    call_complete,
    call_enqueue,
    match_once,
    queues_ensure,
)
from sockets.tasks import end_tasks
from tests.integration.live.readers import Reader, a_reader
from tests.running import RunningEngine, RunningRedis
from tests.waiting import wait_until_async

pytestmark = [
    pytest.mark.usefixtures("redis_url", "table", "no_hub_stays"),
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def router() -> Router:
    router = runtime.router()
    queues_ensure(router)
    return router


@asynccontextmanager
async def a_feed() -> AsyncIterator["asyncio.Task[None]"]:
    """A running feed; one that ends without being told has failed the test."""
    task: asyncio.Task[None] = asyncio.ensure_future(run_feed())
    yield task
    assert not task.done() or task.cancelled()
    await end_tasks([task])


@pytest.fixture
async def reader(cookie: str, router: Router) -> AsyncIterator[Reader]:
    """An open board in front of a feed that leads."""
    async with a_feed(), a_reader(cookie) as reader:
        await reader.catches_up(router)
        yield reader


def a_shift_begins(router: Router, *, agents: int = 5) -> None:
    for number in range(agents):
        agent_create(
            router,
            name=f"Agent {number}",
            gender="F",
            languages=("Spanish", "English"),
            agent_id=f"a{number}",
        )
        agent_enqueue(router, agent_id=f"a{number}")


def calls_come_and_go(router: Router, *, calls: int = 8) -> None:
    """One waits to the end, one hangs up, one is talked to, one is done, the others ring."""
    for number in range(calls):
        call_enqueue(router, language="Spanish", gender="M" if number < 2 else "Any", call_id=f"c{number}")
    matches = match_once(router).matches
    first, second = (match.call.call_id for match in matches[:2])
    for match in matches[:2]:
        call_accept(router, call_id=match.call.call_id, agent_id=match.agent.agent_id)
    call_complete(router, call_id=first)
    call_abandon(router, call_id="c0")
    assert first != second


async def test_after_the_last_change_the_board_equals_the_table(reader: Reader, router: Router) -> None:
    await asyncio.to_thread(a_shift_begins, router)
    await asyncio.to_thread(calls_come_and_go, router)
    await reader.catches_up(router)
    assert {row["status"] for row in reader.state["calls"].values()} == {"queued", "offered", "inProgress"}


async def test_totals_are_those_of_the_table(reader: Reader, router: Router) -> None:
    await asyncio.to_thread(a_shift_begins, router)
    await asyncio.to_thread(calls_come_and_go, router)

    def totals() -> tuple[object, ...]:
        row = reader.state.get("totals", {}).get("today", {})
        return tuple(row.get(name) for name in ("offered", "answered", "abandoned", "within_target"))

    await wait_until_async(lambda: totals() == (8, 2, 1, 2), "totals are shown")


async def test_a_change_whose_notice_was_lost_is_shown_all_the_same(reader: Reader, router: Router) -> None:
    silent = replace(router, emit=nobody_listens)
    await asyncio.to_thread(a_shift_begins, silent)
    await reader.catches_up(router)


async def test_it_shows_what_happened_while_the_engine_was_killed(
    reader: Reader, router: Router, engine: RunningEngine
) -> None:
    engine.kill()
    engine.restart()
    await asyncio.to_thread(a_shift_begins, router)
    await reader.catches_up(router)
    assert len(reader.epochs) == 1


async def test_it_shows_what_happened_while_redis_was_killed(
    reader: Reader, router: Router, redis_server: RunningRedis
) -> None:
    redis_server.kill()
    await asyncio.to_thread(a_shift_begins, router)
    redis_server.restart()
    await reader.catches_up(router)


async def test_a_second_feed_stands_by_and_takes_over_with_an_epoch_of_its_own(
    cookie: str, router: Router
) -> None:
    async with a_feed() as first, a_reader(cookie) as reader:
        await reader.catches_up(router)
        async with a_feed():
            await asyncio.to_thread(a_shift_begins, router)
            await reader.catches_up(router)
            assert len(reader.epochs) == 1
            await end_tasks([first])
            await wait_until_async(lambda: len(reader.epochs) == 2, "the other feed leads")
            await asyncio.to_thread(calls_come_and_go, router)
            await reader.catches_up(router)


async def test_a_feed_that_fails_inside_starts_another_epoch(
    cookie: str, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak, failures = Term.speak, iter([ZeroDivisionError])

    async def sometimes(self: Term) -> NoReturn:
        for failure in failures:
            raise failure
        await speak(self)

    monkeypatch.setattr(Term, "speak", sometimes)
    async with a_feed(), a_reader(cookie) as reader:
        await reader.catches_up(router)
