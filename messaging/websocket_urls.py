"""Addresses of devices' WebSockets."""

from typing import Any

from django.urls import path

from messaging.devices.consumer import device_socket
from messaging.devices.fan_out import DeviceHub
from messaging.devices.identity import Identify
from messaging.devices.memberships import MayFollow, Memberships
from messaging.devices.wire import NewsWire
from messaging.runtime import inbox
from sockets.per_loop import per_loop

# What else says whether a user may follow a conversation; set once, when the addresses are made.
_limits: list[MayFollow] = []


def _hub() -> DeviceHub:
    parts = inbox()
    source = parts.source
    members = Memberships(source, lambda party, chat: all(limit(party, chat) for limit in _limits))
    return DeviceHub(lambda: NewsWire(parts.epochs), members, source.families, parts.tidying.tidy)


current_hub = per_loop(_hub)


def device_urlpatterns(identify: Identify, may_follow: MayFollow) -> list[Any]:
    """The addresses, with what says whose a session or a token is, and who may follow a conversation."""
    _limits[:] = [may_follow]
    return [path("ws/messages/", device_socket(identify, current_hub), name="messages-socket")]
