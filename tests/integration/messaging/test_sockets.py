"""Sockets of devices: who may, what is told over the real Redis, and recovery when it was killed."""

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from messaging.devices import consumer as devices
from messaging.devices import fan_out
from messaging.devices.fan_out import DeviceHub
from messaging.devices.identity import Claim
from sockets import consumer
from sockets.refusals import FORBIDDEN, SIGNED_OUT, Refusal
from tests.devices.centre import ANN, BOB, CUSTOMER, Centre
from tests.integration.live.sockets import Socket
from tests.integration.messaging.doors import UNKNOWN, Doorman, hello, told
from tests.running import RunningRedis
from tests.waiting import wait_until_async

# Nothing here reads the database, but Channels looks after its connections.
pytestmark = [pytest.mark.usefixtures("redis_url"), pytest.mark.django_db]


async def test_a_message_reaches_every_device_of_its_members_and_nobody_else(
    centre: Centre, opened: Callable[..., Socket]
) -> None:
    chat = centre.chat(ANN, CUSTOMER)
    async with opened() as one, opened() as two, opened() as customer, opened() as bob:
        greetings = [await hello(one, "ann"), await hello(two, "ann2"), await hello(customer, "customer")]
        await hello(bob, "bob")
        assert len({(greeting["epoch"], greeting["stamp"]) for greeting in greetings}) == 1
        assert greetings[0]["epoch"]

        await sync_to_async(centre.send)(chat, ANN, "good morning")
        await sync_to_async(centre.send)(centre.chat(BOB, ANN), BOB, "for Ann")

        found = [await told(socket, "message") for socket in (one, two, customer, bob)]
        assert [(one["body"], one["sender"]) for one in found] == [
            ("good morning", "agent:ann"),
            ("good morning", "agent:ann"),
            ("good morning", "service"),
            ("for Ann", "agent:bob"),
        ]


async def test_typing_and_seen_reach_the_other_members_only(
    centre: Centre, opened: Callable[..., Socket]
) -> None:
    chat = centre.chat(ANN, CUSTOMER)
    async with opened() as ann, opened() as customer, opened() as bob:
        for socket, token in ((ann, "ann"), (customer, "customer"), (bob, "bob")):
            await hello(socket, token)
        await bob.say(f'{{"type": "typing", "chat": "{chat}"}}')
        await customer.say(f'{{"type": "typing", "chat": "{chat}"}}')
        assert await told(ann, "typing") == {"type": "typing", "chat": chat, "party": "contact:c1"}
        await ann.say(f'{{"type": "seen", "chat": "{chat}", "number": 3}}')
        assert await told(customer, "seen") == {
            "type": "seen",
            "chat": chat,
            "party": "service",
            "number": 3,
        }


async def test_devices_are_called_when_redis_is_away_and_when_it_is_back(
    centre: Centre,
    opened: Callable[..., Socket],
    redis_server: RunningRedis,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fan_out, "BEAT_SECONDS", 0.05)
    chat = centre.chat(ANN, CUSTOMER)
    async with opened() as ann:
        before = await hello(ann, "ann")
        redis_server.kill()
        assert (await told(ann, "hello"))["epoch"] == ""
        assert (await told(ann, "beat"))["epoch"] == ""
        await sync_to_async(centre.send)(chat, CUSTOMER, "meanwhile")
        redis_server.restart()
        while (after := await told(ann, "hello"))["epoch"] == "":
            pass
        assert after["epoch"] != before["epoch"]
        await sync_to_async(centre.send)(chat, CUSTOMER, "again")
        assert (await told(ann, "message"))["body"] == "again"


async def test_what_a_killed_process_left_unannounced_reaches_devices(
    centre: Centre, opened: Callable[..., Socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fan_out, "TIDY_SECONDS", 0.05)
    chat = centre.chat(ANN, CUSTOMER)
    async with opened() as ann:
        await hello(ann, "ann")
        await sync_to_async(centre.killed_before_announcing)(chat, CUSTOMER, "left behind")
        centre.clock.pass_seconds(3)
        assert (await told(ann, "message"))["body"] == "left behind"


async def test_a_read_mark_reaches_the_other_devices_of_its_user(
    centre: Centre, opened: Callable[..., Socket]
) -> None:
    chat = centre.chat(ANN, CUSTOMER)
    await sync_to_async(centre.send)(chat, CUSTOMER)
    async with opened() as ann:
        await hello(ann, "ann")
        await sync_to_async(centre.parts.read_marks.move)(str(ANN), chat, 1)
        read = await told(ann, "read")
        assert (read["chat"], read["number"], read["count"]) == (chat, 1, 1)


async def test_a_session_counts_only_on_pages_of_this_site(
    opened: Callable[..., Socket], doorman: Doorman
) -> None:
    doorman.known["its-session"] = ANN
    async with opened("its-session", "http://localhost") as own:
        await own.say('{"type": "hello"}')
        assert (await own.frame())["type"] == "hello"
    async with opened("its-session", "http://elsewhere.example") as foreign:
        await foreign.say('{"type": "hello"}')
        assert (await foreign.closed())[0] == SIGNED_OUT
    async with opened("its-session") as program:
        await program.say('{"type": "hello"}')
        assert (await program.closed())[0] == SIGNED_OUT
    assert [claim.session_key for claim in doorman.claims] == ["its-session", "", ""]


async def test_a_token_comes_with_the_origin_of_its_page(
    opened: Callable[..., Socket], doorman: Doorman
) -> None:
    async with opened("its-session", "http://shop.example") as customer:
        await hello(customer, "customer")
    assert doorman.claims == [Claim(token="customer", origin="http://shop.example")]


@pytest.mark.parametrize("refusal", [UNKNOWN, Refusal(FORBIDDEN, "No more.")])
async def test_a_socket_whose_right_has_ended_is_closed(
    opened: Callable[..., Socket], doorman: Doorman, hub: DeviceHub, refusal: Refusal, monkeypatch: Any
) -> None:
    monkeypatch.setattr(consumer, "ACCESS_CHECK_SECONDS", 0.05)
    async with opened() as ann:
        await hello(ann, "ann")
        doorman.known["ann"] = refusal
        assert await ann.closed() == (refusal.code, refusal.reason)
        assert hub.clients == 0


async def test_a_newer_token_of_the_same_user_goes_on_and_another_users_does_not(
    opened: Callable[..., Socket], doorman: Doorman
) -> None:
    async with opened() as ann:
        await hello(ann, "ann")
        await ann.say('{"type": "hello", "token": "ann2"}')
        await wait_until_async(lambda: len(doorman.claims) == 2, "the newer token is checked")
        await ann.say('{"type": "hello", "token": "bob"}')
        assert await ann.closed() == (devices.ANOTHER_USER.code, devices.ANOTHER_USER.reason)


async def test_who_says_no_hello_is_sent_away(
    opened: Callable[..., Socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "HELLO_SECONDS", 0.01)
    async with opened() as silent:
        assert await silent.closed() == (devices.NO_HELLO.code, devices.NO_HELLO.reason)


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "[]",
        '{"type": "accept"}',
        '{"type": "hello", "token": 5}',
        '{"type": "typing"}',
        '{"type": "typing", "chat": ["x"]}',
        f'{{"type": "typing", "chat": "{"x" * 65}"}}',
        '{"type": "seen", "chat": "x"}',
        '{"type": "seen", "chat": "x", "number": true}',
        '{"type": "seen", "chat": "x", "number": -1}',
        f'{{"type": "hello", "token": "{"x" * 5000}"}}',
        '{"type": "hello", "token": "a\\ud800.b.c"}',
        '{"type": "typing", "chat": "a\\ud800"}',
        "[" * 4000,
    ],
)
async def test_what_it_does_not_understand_closes_the_socket(
    opened: Callable[..., Socket], text: str
) -> None:
    async with opened() as ann:
        await hello(ann, "ann")
        await ann.say(text)
        assert await ann.closed() == (4400, devices.DeviceConsumer.understands)


async def test_nothing_is_understood_before_the_hello(opened: Callable[..., Socket]) -> None:
    async with opened() as ann:
        await ann.say('{"type": "typing", "chat": "x"}')
        assert (await ann.closed())[0] == 4400


async def test_a_flood_closes_the_socket(opened: Callable[..., Socket]) -> None:
    async with opened() as ann:
        await hello(ann, "ann")
        for _ in range(consumer.MAX_MESSAGES + 1):
            await ann.say('{"type": "typing", "chat": "x"}')
        assert (await ann.closed())[0] == 4429
