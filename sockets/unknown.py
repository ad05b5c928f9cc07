"""Unknown addresses of WebSockets: refused."""

from typing import Any, cast

from django.urls import re_path


async def _nobody_is_here(_scope: object, _receive: object, send: Any) -> None:
    """Without it, a request for an unknown address puts a traceback in the log."""
    await send({"type": "websocket.close"})


# Channels routes applications with Django's functions, whose types know views only.
unknown_urlpatterns: list[Any] = [re_path("", cast("Any", _nobody_is_here))]
