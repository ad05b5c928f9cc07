"""Sockets of merged contacts, over the real Redis."""

from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async

from messaging.devices import fan_out
from tests.devices.centre import ANN, CUSTOMER, NAMED, Centre
from tests.integration.live.sockets import Socket
from tests.integration.messaging.doors import hello, told

# Nothing here reads the database, but Channels looks after its connections.
pytestmark = [pytest.mark.usefixtures("redis_url"), pytest.mark.django_db]


async def test_a_named_contact_hears_what_its_aliases_hear_until_the_merge_is_undone(
    centre: Centre, opened: Callable[..., Socket]
) -> None:
    chat = centre.chat(ANN, CUSTOMER)
    async with opened() as named, opened() as anonymous, opened() as ann:
        before = await hello(named, "named")
        for socket, token in ((anonymous, "customer"), (ann, "ann")):
            await hello(socket, token)

        await sync_to_async(centre.merge)()
        merged = await told(named, "hello")
        assert (merged["stamp"], (await told(anonymous, "hello"))["stamp"]) == (1, 1)
        listed = await sync_to_async(centre.list)(NAMED, stamp=before["stamp"], epoch=before["epoch"])
        assert listed.epoch == merged["epoch"] != before["epoch"]

        await sync_to_async(centre.send)(chat, NAMED, "it is me")
        assert [(await told(socket, "message"))["own"] for socket in (named, anonymous, ann)] == [
            True,
            True,
            False,
        ]
        await named.say(f'{{"type": "typing", "chat": "{chat}"}}')
        assert (await told(ann, "typing"))["party"] == str(CUSTOMER)

        await sync_to_async(centre.merge)(undone=True)
        assert (await told(named, "hello"))["epoch"] not in (before["epoch"], merged["epoch"])
        await sync_to_async(centre.send)(chat, ANN, "not for you")
        await sync_to_async(centre.send)(centre.chat(ANN, NAMED), ANN, "for you")
        assert (await told(named, "message"))["body"] == "for you"


async def test_a_merge_of_a_killed_process_reaches_devices(
    centre: Centre, opened: Callable[..., Socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fan_out, "TIDY_SECONDS", 0.05)
    async with opened() as named:
        await hello(named, "named")
        await sync_to_async(centre.merge)(by=centre.dying)
        centre.clock.pass_seconds(3)
        assert (await told(named, "hello"))["stamp"] == 1
