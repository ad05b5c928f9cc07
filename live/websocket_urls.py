"""Addresses of the board's WebSockets."""

from typing import Any, cast

from django.urls import path, re_path

from live.hub.consumers import BoardConsumer


async def _nobody_is_here(_scope: object, _receive: object, send: Any) -> None:
    """Refuses; without it, a request for an unknown address puts a traceback in the log."""
    await send({"type": "websocket.close"})


# Channels routes applications with Django's path(), whose types know views only.
_board = cast("Any", BoardConsumer.as_asgi())

websocket_urlpatterns: list[Any] = [
    path("ws/board/", _board, name="board-socket"),
    re_path("", cast("Any", _nobody_is_here)),
]
