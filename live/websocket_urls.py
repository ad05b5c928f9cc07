"""Addresses of the board's WebSockets."""

from typing import Any, cast

from django.urls import path

from live.hub.consumers import BoardConsumer
from sockets.origins import OwnOriginOnly

# Channels routes applications with Django's path(), whose types know views only.
_board = cast("Any", OwnOriginOnly(BoardConsumer.as_asgi()))

board_urlpatterns: list[Any] = [path("ws/board/", _board, name="board-socket")]
