"""Sockets of conversations in the product's own application: a page of this site, a page of another."""

from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import Permission, User
from django.test import Client

from messaging import services
from messaging.model.parties import party_of
from messaging.runtime import messenger
from messaging.websocket_urls import current_hub
from tests.integration.live.sockets import Socket

pytestmark = [pytest.mark.usefixtures("redis_url", "table"), pytest.mark.django_db(transaction=True)]


@pytest.fixture
async def no_hub_stays() -> AsyncIterator[None]:
    """Ends the hub of the test's event loop."""
    yield
    await current_hub().close()


@pytest.fixture
def cookie(transactional_db: None) -> str:  # noqa: ARG001 - the database must be there
    """The session of a supervisor."""
    user = User.objects.create_user("sue", password="secret")
    # Not by the group: the test before may have emptied the database.
    user.user_permissions.set(Permission.objects.filter(codename__in=("view_board", "supervise")))
    client = Client()
    client.force_login(user)
    return str(client.cookies["sessionid"].value)


def write(chat: str) -> None:
    services.message_send(
        messenger(), chat=chat, sender=party_of("agent:a1"), client_id="c1", base=0, body="hello"
    )


@pytest.mark.usefixtures("no_hub_stays")
async def test_a_supervisors_page_hears_of_messages_and_a_page_of_another_site_nothing(cookie: str) -> None:
    services.message_table_create(messenger())
    chat = services.direct_create(messenger(), by=party_of("user:sue"), other=party_of("agent:a1"))
    foreign = Socket(cookie, origin="http://elsewhere.example", path="/ws/messages/")
    async with Socket(cookie, path="/ws/messages/") as page, foreign:
        await page.say('{"type": "hello"}')
        assert (await page.frame())["type"] == "hello"
        await foreign.say('{"type": "hello"}')
        assert (await foreign.closed())[0] == 4401

        await sync_to_async(write)(chat.chat_id)

        message = await page.frame()
        assert (message["type"], message["chat"], message["body"]) == ("message", chat.chat_id, "hello")
