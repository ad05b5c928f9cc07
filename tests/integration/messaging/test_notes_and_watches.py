"""Notes, and supervisors who watch, over the real Redis."""

from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async

from messaging import services
from messaging.model.messages import State
from tests.devices.centre import ANN, BOB, CUSTOMER, Centre
from tests.integration.live.sockets import Socket
from tests.integration.messaging.doors import hello, told
from tests.messengers import state_set

pytestmark = [pytest.mark.usefixtures("redis_url"), pytest.mark.django_db]


async def test_a_note_reaches_agents_and_no_customer(centre: Centre, opened: Callable[..., Socket]) -> None:
    talk = services.service_create(centre.messenger, contact=CUSTOMER)
    state_set(centre.messenger, talk, State(agent=str(ANN)))
    async with opened() as ann, opened() as customer:
        for socket, token in ((ann, "ann"), (customer, "customer")):
            await hello(socket, token)
        await sync_to_async(services.note_write)(
            centre.messenger, chat=talk.chat_id, by=BOB, client_id="1", base=0, body="angry"
        )
        await sync_to_async(centre.send)(talk.chat_id, CUSTOMER, "hello")

        note = await told(ann, "note")
        assert note == {"type": "note", "chat": talk.chat_id, "party": "agent:bob", "number": 1}
        assert (await customer.frame())["type"] == "message"


async def test_a_supervisor_who_watches_a_chat_gets_its_messages_and_notes(
    centre: Centre, opened: Callable[..., Socket]
) -> None:
    talk = services.service_create(centre.messenger, contact=CUSTOMER)
    state_set(centre.messenger, talk, State(open=True, contact="call1", agent=str(ANN)))
    private = centre.chat(ANN, BOB)
    async with opened() as sue, opened() as bob:
        await hello(sue, "sue")
        await hello(bob, "bob")
        for socket, chat, watched in (
            (sue, talk.chat_id, True),
            (sue, private, False),
            (bob, talk.chat_id, False),
        ):
            await socket.say(f'{{"type": "watch", "chat": "{chat}"}}')
            assert (await told(socket, "watching"))["watched"] is watched

        await sync_to_async(centre.send)(talk.chat_id, CUSTOMER, "is it sold")
        message = await told(sue, "message")
        assert (message["body"], message["sender"]) == ("is it sold", str(CUSTOMER))
        await sync_to_async(services.note_write)(
            centre.messenger, chat=talk.chat_id, by=ANN, client_id="n1", base=0, body="VIP"
        )
        assert (await told(sue, "note"))["number"] == 1
