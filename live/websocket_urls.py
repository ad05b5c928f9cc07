"""Owns the addresses of the board's WebSockets."""

from typing import Any, cast

from django.urls import path

from live.consumers import BoardConsumer

# Channels routes applications with Django's path(), whose types know views only.
_board = cast("Any", BoardConsumer.as_asgi())

websocket_urlpatterns: list[Any] = [path("ws/board/", _board, name="board-socket")]
