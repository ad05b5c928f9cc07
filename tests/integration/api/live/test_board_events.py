"""Board over HTTP: the snapshot, and its changes as events that go on where a client left."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import Permission, User
from django.contrib.sessions.models import Session
from django.http import HttpRequest

from api.access.scopes import Scope
from api.endpoints.live import board, events, watching
from api.models import ApiToken
from live.hub.fan_out import current_hub
from routing.runtime import now
from sockets.exceptions import WireError
from sockets.tasks import end_tasks
from tests.integration.api.conftest import Caller, a_program, a_user
from tests.integration.api.live.asking import asked
from tests.integration.live.feeds import SpokenFeed, a_spoken_feed
from tests.unit.live.boards import a_state
from tests.waiting import wait_until_async

pytestmark = [pytest.mark.usefixtures("redis_url"), pytest.mark.django_db(transaction=True)]


@pytest.fixture
async def feed() -> AsyncIterator[SpokenFeed]:
    """Its heart beats: each beat renews the hub's question."""
    async with a_spoken_feed() as feed:
        beating = asyncio.ensure_future(_beat(feed))
        yield feed
        await end_tasks([beating])
    await current_hub().close()


async def _beat(feed: SpokenFeed) -> None:
    while True:
        with suppress(WireError):
            await feed.beat()
        await asyncio.sleep(0.1)


@pytest.fixture
def reader(transactional_db: None) -> Caller:  # noqa: ARG001 - tokens need the database
    return a_program("reader", Scope.READ)


def a_viewers_session() -> str:
    sue = a_user("sue")
    viewer = Permission.objects.get(codename="view_board")
    User.objects.get(username="sue").user_permissions.add(viewer)
    return str(sue.client.cookies["sessionid"].value)


async def test_the_board_is_the_first_frame_of_its_socket(feed: SpokenFeed, reader: Caller) -> None:
    feed.lose(a_state(a=1))
    async with asked("/board", reader.headers) as request:
        await request.begin()
        shown = await request.json()

    assert (request.status, request.headers["content-type"]) == (200, "application/json")
    assert (shown["type"], shown["epoch"], shown["state"]) == ("snapshot", "e1", a_state(a=1))


async def test_without_a_feed_it_says_so(reader: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "MOST_SECONDS", 0.05)
    async with asked("/board", reader.headers) as request:
        await request.begin()

        assert (request.status, (await request.json())["code"]) == (503, "unavailable")
    await current_hub().close()


async def test_events_begin_with_a_snapshot_and_go_on_with_each_change(
    feed: SpokenFeed, reader: Caller
) -> None:
    async with asked("/events", reader.headers) as request:
        await request.begin()
        assert (request.headers["content-type"], request.headers["cache-control"]) == (
            "text/event-stream",
            "no-store",
        )
        (place, kind, snapshot) = await request.event()
        await feed.say(a_state(a=1))
        following = await request.event()

    assert (place, kind, snapshot["state"]) == ("e1.0", "reset", a_state())
    assert following[:2] == ("e1.1", "delta")
    assert (following[2]["prev"], following[2]["set"]) == (0, {"agents": {"a": {"version": 1}}})
    await wait_until_async(lambda: current_hub().clients == 0, "nobody watches")


async def test_a_client_that_comes_back_gets_what_it_missed(feed: SpokenFeed, reader: Caller) -> None:
    async with asked("/events", reader.headers) as stays:
        await stays.event()
        for version in (1, 2, 3):
            await feed.say(a_state(a=version))
            await stays.event()
        async with asked("/events", {**reader.headers, "last-event-id": "e1.1"}) as request:
            await request.begin()
            missed = [await request.event() for _ in range(2)]
            await feed.say(a_state(a=4))
            new = await request.event()

    assert [(place, kind) for place, kind, _ in (*missed, new)] == [
        ("e1.2", "delta"),
        ("e1.3", "delta"),
        ("e1.4", "delta"),
    ]


@pytest.mark.parametrize("known", ["e0.1", "e1.99"])
async def test_beyond_what_is_kept_it_gets_one_reset(feed: SpokenFeed, reader: Caller, known: str) -> None:
    async with asked("/events", reader.headers) as stays:
        await stays.event()
        await feed.say(a_state(a=1))
        await stays.event()
        async with asked("/events", {**reader.headers, "last-event-id": known}) as request:
            await request.begin()
            place, kind, _ = await request.event()

    assert (place, kind) == ("e1.1", "reset")


async def test_a_stream_ends_when_its_token_is_revoked(
    feed: SpokenFeed, reader: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "ACCESS_CHECK_SECONDS", 0.05)
    async with asked("/events", reader.headers) as request:
        await request.event()
        await ApiToken.objects.filter(name="reader").aupdate(revoked_at=now())
        await request.is_over()
    assert feed.answered


async def test_the_scheme_of_a_stream_s_token_may_be_in_lower_case(
    feed: SpokenFeed, reader: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "ACCESS_CHECK_SECONDS", 0.05)
    checked: list[bool] = []

    async def still_may(request: HttpRequest) -> bool:
        checked.append(await watching.still_may(request))
        return checked[-1]

    monkeypatch.setattr(events, "still_may", still_may)
    headers = {"authorization": reader.headers["authorization"].replace("Bearer", "bearer")}
    async with asked("/events", headers) as request:
        await request.event()
        await wait_until_async(lambda: bool(checked), "it is checked")
    assert checked[0]
    assert feed.answered


async def test_a_stream_ends_with_the_session(feed: SpokenFeed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "ACCESS_CHECK_SECONDS", 0.05)
    cookie = await sync_to_async(a_viewers_session)()
    async with asked("/events", {"cookie": f"sessionid={cookie}"}) as request:
        await request.event()
        await sync_to_async(Session.objects.all().delete)()
        await request.is_over()
    assert feed.answered


async def test_the_streams_of_a_caller_are_limited(
    feed: SpokenFeed,  # noqa: ARG001 - somebody has to answer
    reader: Caller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(events, "MOST_STREAMS", 1)
    other = await sync_to_async(a_program)("other", Scope.READ)
    async with asked("/events", reader.headers) as first:
        await first.begin()
        await first.event()
        async with asked("/events", reader.headers) as second:
            await second.begin()
            problem = await second.json()
        # Not beside the second: both would write to the tokens, which SQLite in memory does not let wait.
        async with asked("/events", other.headers) as third:
            await third.begin()

    assert (second.status, problem["field"], problem["limit"]) == (429, "event streams", 1)
    assert third.status == 200
    await wait_until_async(lambda: not events._open, "the streams are counted out")
    async with asked("/events", reader.headers) as again:
        await again.begin()
        assert again.status == 200


async def test_a_wrong_position_is_named(reader: Caller) -> None:
    reply = await sync_to_async(reader.get)("/events", **{"last-event-id": "x"})

    assert (reply.status, reply.body["field"]) == (400, "Last-Event-ID")
