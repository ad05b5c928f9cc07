"""Fixtures of messaging: a centre on a table in memory and the real Redis."""

from collections.abc import AsyncIterator, Callable

import pytest
from channels.routing import URLRouter
from channels.sessions import SessionMiddlewareStack
from django.urls import path

from messaging.devices import consumer as devices
from messaging.devices.fan_out import DeviceHub
from messaging.devices.memberships import Memberships
from messaging.devices.wire import NewsWire
from tests.devices.centre import Centre, a_centre
from tests.integration.live.sockets import Socket
from tests.integration.messaging.doors import Doorman


@pytest.fixture
def centre(redis_url: str) -> Centre:
    """One process of messaging, with nothing in it."""
    return a_centre(redis_url)


@pytest.fixture
def doorman() -> Doorman:
    return Doorman()


@pytest.fixture
async def hub(centre: Centre) -> AsyncIterator[DeviceHub]:
    parts = centre.parts
    members, families = Memberships(parts.source), parts.source.families
    hub = DeviceHub(lambda: NewsWire(parts.epochs), members, families, parts.tidying.tidy)
    yield hub
    await hub.close()


@pytest.fixture
def opened(hub: DeviceHub, doorman: Doorman) -> Callable[..., Socket]:
    """A socket, still without a hello."""
    routes = URLRouter([path("ws/messages/", devices.device_socket(doorman.identify, lambda: hub))])
    application = SessionMiddlewareStack(routes)

    def opened(cookie: str = "", origin: str = "") -> Socket:
        return Socket(cookie, origin=origin, path="/ws/messages/", application=application)

    return opened
