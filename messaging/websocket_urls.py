"""Addresses of devices' WebSockets."""

from typing import Any

from django.urls import path

from messaging.devices.consumer import device_socket
from messaging.devices.fan_out import DeviceHub
from messaging.devices.identity import Identify
from messaging.devices.memberships import Memberships
from messaging.devices.wire import NewsWire
from messaging.runtime import inbox
from sockets.per_loop import per_loop


def _hub() -> DeviceHub:
    parts = inbox()
    source = parts.source
    return DeviceHub(lambda: NewsWire(parts.epochs), Memberships(source), source.families, parts.tidying.tidy)


current_hub = per_loop(_hub)


def device_urlpatterns(identify: Identify) -> list[Any]:
    """The addresses, with what says whose a session or a token is."""
    return [path("ws/messages/", device_socket(identify, current_hub), name="messages-socket")]
