"""Board socket: access, first frame, recovery from gaps, epochs and silence."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client

from live.hub import consumers
from live.hub.fan_out import current_hub
from live.hub.sessions import NOT_SIGNED_IN
from sockets import consumer
from sockets.exceptions import WireError
from sockets.refusals import Refusal
from tests.integration.live.feeds import SpokenFeed, a_spoken_feed
from tests.integration.live.sockets import Socket
from tests.running import RunningRedis
from tests.unit.live.boards import a_state
from tests.waiting import wait_until_async

pytestmark = [pytest.mark.usefixtures("redis_url", "no_hub_stays"), pytest.mark.django_db(transaction=True)]


@pytest.fixture
async def feed() -> AsyncIterator[SpokenFeed]:
    async with a_spoken_feed() as feed:
        yield feed


async def made_good(feed: SpokenFeed, socket: Socket) -> dict[str, Any]:
    """The next frame, while the feed's heart beats: each beat renews the hub's question."""
    frame = asyncio.ensure_future(socket.frame())
    while not frame.done():
        with suppress(WireError):
            await feed.beat()
        await asyncio.wait([frame], timeout=0.05)
    return await frame


async def test_it_begins_with_a_snapshot_and_goes_on_with_deltas(feed: SpokenFeed, cookie: str) -> None:
    feed.lose(a_state(a=1))
    async with Socket(cookie) as socket:
        snapshot = await socket.frame()
        assert (snapshot["type"], snapshot["epoch"], snapshot["state"]) == ("snapshot", "e1", a_state(a=1))
        await feed.say(a_state(a=2))
        delta = await socket.frame()
        assert (delta["type"], delta["prev"], delta["seq"]) == ("delta", 1, 2)
        assert (delta["set"], delta["del"]) == ({"agents": {"a": {"version": 2}}}, {})


async def test_a_lost_frame_is_made_good(feed: SpokenFeed, cookie: str) -> None:
    async with Socket(cookie) as socket:
        await socket.frame()
        feed.lose(a_state(a=1))
        await feed.say(a_state(a=1, b=2))
        frame = await made_good(feed, socket)
        assert (frame["type"], frame["prev"], frame["seq"]) == ("delta", 0, 2)
        assert frame["set"] == {"agents": {"a": {"version": 1}, "b": {"version": 2}}}


async def test_a_client_that_asks_gets_a_snapshot(feed: SpokenFeed, cookie: str) -> None:
    async with Socket(cookie) as socket:
        first = await socket.frame()
        await socket.say('{"type": "resync"}')
        assert await socket.frame() == first
    assert feed.answered == 1


async def test_a_new_epoch_starts_over(feed: SpokenFeed, cookie: str) -> None:
    async with Socket(cookie) as socket:
        await socket.frame()
        await feed.begin("e2", a_state(b=1))
        frame = await socket.frame()
        assert (frame["type"], frame["epoch"], frame["state"]) == ("snapshot", "e2", a_state(b=1))


async def test_it_recovers_when_redis_was_killed(
    feed: SpokenFeed, cookie: str, redis_server: RunningRedis
) -> None:
    async with Socket(cookie) as socket:
        await socket.frame()
        redis_server.kill()
        feed.lose(a_state(a=5))
        redis_server.restart()
        frame = await made_good(feed, socket)
        assert (frame["type"], frame["prev"], frame["seq"]) == ("delta", 0, 1)
        assert frame["set"] == {"agents": {"a": {"version": 5}}}


async def test_a_client_that_does_not_read_delays_nobody_and_catches_up_with_a_snapshot(
    feed: SpokenFeed, cookie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck = asyncio.Event()
    send = consumers.BoardConsumer.send

    async def sticky(self: consumers.BoardConsumer, *args: Any, **named: Any) -> None:
        if self.scope["path"] == "/ws/board/" and getattr(self, "sticks", False):
            await stuck.wait()
        await send(self, *args, **named)

    monkeypatch.setattr(consumers.BoardConsumer, "send", sticky)
    monkeypatch.setattr(consumers.BoardConsumer, "sticks", True, raising=False)
    async with Socket(cookie) as slow:
        await wait_until_async(lambda: current_hub().snapshot, "the hub is in step")
        monkeypatch.setattr(consumers.BoardConsumer, "sticks", False)
        async with Socket(cookie) as quick:
            assert (await quick.frame())["seq"] == 0
            for version in range(1, 101):
                await feed.say(a_state(a=version))
                assert (await quick.frame())["seq"] == version
        stuck.set()
        seen = [await slow.frame()]
        while seen[-1]["seq"] < 100:
            seen.append(await slow.frame())
    assert [frame["type"] for frame in seen] == ["snapshot", "snapshot"]


async def test_who_is_not_signed_in_is_sent_away_with_4401() -> None:
    async with Socket() as socket:
        assert await socket.closed() == (4401, "Sign in to see the dashboard.")
    assert not current_hub().is_running


async def test_a_made_up_session_is_sent_away_with_4401() -> None:
    async with Socket("0123456789abcdefghijklmnopqrstuv") as socket:
        assert (await socket.closed())[0] == 4401


async def test_who_may_not_see_the_board_is_sent_away_with_4403(visitors_cookie: str) -> None:
    async with Socket(visitors_cookie) as socket:
        assert (await socket.closed())[0] == 4403


async def test_another_sites_page_is_refused(cookie: str) -> None:
    async with Socket(cookie, origin="http://elsewhere.example") as socket:
        assert not socket.is_open


async def test_a_busy_database_does_not_end_the_checks(
    feed: SpokenFeed,  # noqa: ARG001 - somebody has to answer
    cookie: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = iter([None, OperationalError("database is locked"), NOT_SIGNED_IN])

    async def refusal(_scope: object) -> Refusal | None:
        answer = next(answers)
        if isinstance(answer, OperationalError):
            raise answer
        return answer

    monkeypatch.setattr(consumer, "ACCESS_CHECK_SECONDS", 0.05)
    monkeypatch.setattr(consumers, "board_refusal", refusal)
    async with Socket(cookie) as socket:
        assert (await socket.closed())[0] == 4401


@pytest.mark.parametrize(
    "ending", ["signs out", "loses the permission", "is made inactive", "has a new password"]
)
async def test_an_open_board_is_closed_when_its_user_may_see_it_no_more(
    feed: SpokenFeed,  # noqa: ARG001 - somebody has to answer
    cookie: str,
    supervisor: User,
    ending: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(consumer, "ACCESS_CHECK_SECONDS", 0.05)
    async with Socket(cookie) as socket:
        await socket.frame()
        await sync_to_async(end)(supervisor, cookie, ending)
        code, _ = await socket.closed()
        assert code == (4403 if ending == "loses the permission" else 4401)


def test_an_open_board_is_looked_at_often_enough_to_be_closed_within_five_seconds() -> None:
    assert consumer.ACCESS_CHECK_SECONDS < 5


def end(user: User, cookie: str, ending: str) -> None:
    if ending == "signs out":
        client = Client()
        client.cookies["sessionid"] = cookie
        client.logout()
    elif ending == "loses the permission":
        user.user_permissions.clear()
    elif ending == "has a new password":
        user.set_password("another")
        user.save()
    else:
        User.objects.filter(pk=user.pk).update(is_active=False)


@pytest.mark.parametrize(
    "text", ["hello", "[]", '{"type": "accept"}', f'{{"type": "resync", "x": "{300 * "x"}"}}']
)
async def test_what_it_does_not_understand_closes_the_board_with_4400(
    feed: SpokenFeed,  # noqa: ARG001
    cookie: str,
    text: str,
) -> None:
    async with Socket(cookie) as socket:
        await socket.frame()
        await socket.say(text)
        assert await socket.closed() == (4400, 'The board understands only {"type": "resync"}.')


async def test_bytes_close_the_board_with_4400(feed: SpokenFeed, cookie: str) -> None:  # noqa: ARG001
    async with Socket(cookie) as socket:
        await socket.say_bytes(b'{"type": "resync"}')
        assert (await socket.closed())[0] == 4400


async def test_a_flood_of_messages_closes_the_board_with_4429(feed: SpokenFeed, cookie: str) -> None:  # noqa: ARG001
    async with Socket(cookie) as socket:
        for _ in range(consumer.MAX_MESSAGES + 1):
            await socket.say('{"type": "resync"}')
        assert (await socket.closed())[0] == 4429


async def test_the_hub_forgets_who_has_left(feed: SpokenFeed, cookie: str) -> None:  # noqa: ARG001
    async with Socket(cookie) as socket:
        await socket.frame()
        assert current_hub().clients == 1
    assert current_hub().clients == 0


@pytest.mark.parametrize("ended", [OSError("left"), RuntimeError("after sending 'websocket.close'")])
async def test_a_connection_that_the_server_has_closed_ends_without_a_word(
    feed: SpokenFeed,  # noqa: ARG001 - somebody has to answer
    cookie: str,
    monkeypatch: pytest.MonkeyPatch,
    ended: Exception,
) -> None:
    async def gone(*_args: object, **_named: object) -> None:
        raise ended

    async with Socket(cookie) as socket:
        await socket.frame()
        monkeypatch.setattr(consumers.BoardConsumer, "close", gone)
        await socket.say("junk")
        await wait_until_async(lambda: not current_hub().clients, "the socket has left the hub")
