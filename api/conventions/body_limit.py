"""Limit of request bodies: larger ones are refused before they are read to the end.

Django reads a body to its end before it looks at it, onto the disk if it is large.
"""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from api.conventions.json_bodies import too_large
from api.conventions.problems import MEDIA_TYPE

ADDRESSES = "/api/v1/"
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]


class _TooLargeError(Exception):
    """The body is beyond the limit."""


class BodyLimit:
    """ASGI application: answers 413 to a body beyond the limit of its address, and ends the connection."""

    def __init__(self, application: Application, limit_of: Callable[[str], int]) -> None:
        self._application = application
        self._limit_of = limit_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Counts the bytes received; a Content-Length beyond the limit is refused at once."""
        if scope["type"] != "http" or not scope["path"].startswith(ADDRESSES):
            await self._application(scope, receive, send)
            return
        limit, begun = self._limit_of(scope["path"]), False

        async def told(message: MutableMapping[str, Any]) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            if _announced(scope) > limit:
                raise _TooLargeError
            await self._application(scope, _counted(receive, limit), told)
        except _TooLargeError:
            if not begun:
                await _refuse(send, limit)


def _announced(scope: Scope) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


def _counted(receive: Receive, limit: int) -> Receive:
    left = limit

    async def counting() -> MutableMapping[str, Any]:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise _TooLargeError
        return message

    return counting


async def _refuse(send: Send, limit: int) -> None:
    body = json.dumps(too_large(limit).as_json()).encode()
    headers = [(b"content-type", MEDIA_TYPE.encode()), (b"content-length", str(len(body)).encode())]
    await send(
        {"type": "http.response.start", "status": 413, "headers": [*headers, (b"connection", b"close")]}
    )
    await send({"type": "http.response.body", "body": body})
