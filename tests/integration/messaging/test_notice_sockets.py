"""Notices on sockets, over the real Redis: every device of staff, and no customer."""

from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async

from messaging import services
from messaging.devices import fan_out
from messaging.messenger import Messenger
from tests.devices.centre import ANN, SUE, Centre
from tests.integration.live.sockets import Socket
from tests.integration.messaging.doors import hello, told

# Nothing here reads the database, but Channels looks after its connections.
pytestmark = [pytest.mark.usefixtures("redis_url"), pytest.mark.django_db]


async def noticed(messenger: Messenger, body: str) -> None:
    send = sync_to_async(services.notice_send)
    await send(messenger, by=SUE, client_id="n1", base=0, body=body)


async def test_a_notice_reaches_every_device_of_staff_and_no_customer(
    centre: Centre, opened: Callable[..., Socket]
) -> None:
    chat = centre.chat()
    async with opened() as one, opened() as two, opened() as sue, opened() as customer:
        for socket, token in ((one, "ann"), (two, "ann2"), (sue, "sue"), (customer, "customer")):
            await hello(socket, token)

        await noticed(centre.messenger, "at six")
        await sync_to_async(centre.send)(chat, ANN, "for you")

        found = [await told(socket, "notice") for socket in (one, two, sue)]
        assert {(frame["number"], frame["sender"], frame["body"], frame["stamp"]) for frame in found} == {
            (1, str(SUE), "at six", 1)
        }
        assert (await customer.frame())["type"] == "message"


async def test_a_notice_of_a_killed_process_reaches_devices(
    centre: Centre, opened: Callable[..., Socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fan_out, "TIDY_SECONDS", 0.05)
    async with opened() as ann:
        await hello(ann, "ann")
        await noticed(centre.dying, "at six")
        centre.clock.pass_seconds(3)
        assert (await told(ann, "notice"))["body"] == "at six"
