"""Calls waited for: as soon as they change, at the end of the time, without a thread each."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async

from api.access.scopes import Scope
from live.hub import call_news
from live.hub.call_news import current_news
from routing import services
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import call_now, match_all
from tests.integration.api.conftest import Caller, a_program
from tests.integration.api.live.asking import asked
from tests.waiting import wait_until_async

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def switch(transactional_db: None) -> Caller:  # noqa: ARG001 - tokens need the database
    return a_program("switch", Scope.READ)


@pytest.fixture(autouse=True)
async def _no_news_stays() -> AsyncIterator[None]:
    yield
    await current_news().close()


def offered(router: Router, call_id: str) -> None:
    a_waiting_agent(router, "ana")
    match_all(router)
    assert call_now(router, call_id).agent_id == "ana"


async def test_an_offer_is_answered_when_it_comes(switch: Caller, router: Router) -> None:
    await asyncio.to_thread(a_waiting_call, router, "c1")
    version = (await asyncio.to_thread(call_now, router, "c1")).version
    async with asked(f"/calls/c1?after_version={version}&wait=30", switch.headers) as request:
        await wait_until_async(lambda: current_news().clients == 1, "a waiter")
        await asyncio.to_thread(offered, router, "c1")
        await request.begin()
        call = await request.json()

    assert (request.status, call["status"], call["agent_id"]) == (200, "offered", "ana")
    assert request.headers["cache-control"] == "no-store"
    assert "ratelimit-remaining" in request.headers
    assert current_news().clients == 0


async def test_without_news_the_call_is_read_again(
    switch: Caller, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(call_news, "READ_AGAIN_SECONDS", 0.05)
    monkeypatch.setattr(call_news.CallNews, "_tell", lambda *_: None)
    await asyncio.to_thread(a_waiting_call, router, "c1")
    async with asked("/calls/c1?after_version=1&wait=30", switch.headers) as request:
        await wait_until_async(lambda: current_news().clients == 1, "a waiter")
        await asyncio.to_thread(services.call_touch, router, call_id="c1")
        await request.begin()

        assert (await request.json())["version"] > 1


async def test_when_the_time_is_over_the_call_is_returned_as_it_is(switch: Caller, router: Router) -> None:
    await asyncio.to_thread(a_waiting_call, router, "c1")
    async with asked("/calls/c1?after_version=9&wait=0.05", switch.headers) as request:
        await request.begin()

        assert (request.status, (await request.json())["status"]) == (200, "queued")


async def test_who_leaves_is_no_longer_waited_for(switch: Caller, router: Router) -> None:
    await asyncio.to_thread(a_waiting_call, router, "c1")
    async with asked("/calls/c1?after_version=9&wait=30", switch.headers):
        await wait_until_async(lambda: current_news().clients == 1, "a waiter")

    await wait_until_async(lambda: current_news().clients == 0, "no waiter")


async def test_a_call_beyond_the_version_is_returned_at_once(switch: Caller, router: Router) -> None:
    await asyncio.to_thread(a_waiting_call, router, "c1")
    reply = await sync_to_async(switch.get)("/calls/c1?after_version=0&wait=30")

    assert (reply.status, reply.body["status"]) == (200, "queued")
    for wrong, field in (("wait=31", "wait"), ("after_version=-1", "after_version")):
        assert (await sync_to_async(switch.get)(f"/calls/c1?{wrong}")).body["field"] == field


async def test_a_table_that_goes_away_meanwhile_is_a_problem(
    switch: Caller, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dynamo.exceptions import EngineUnavailableError  # noqa: PLC0415

    def away(*_args: object) -> None:
        raise EngineUnavailableError("x")

    await asyncio.to_thread(a_waiting_call, router, "c1")
    async with asked("/calls/c1?after_version=9&wait=30", switch.headers) as request:
        await wait_until_async(lambda: current_news().clients == 1, "a waiter")
        monkeypatch.setattr("routing.selectors.call", away)
        await asyncio.to_thread(services.call_touch, router, call_id="c1")
        await request.begin()

        assert (request.status, (await request.json())["changed"]) == (503, False)
