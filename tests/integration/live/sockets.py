"""Browser's end of a socket, against an ASGI application, without a server."""

import json
from typing import Any, cast

from asgiref.testing import ApplicationCommunicator

from tests.frames import unpacked
from tests.waiting import SECONDS

_Communicator = cast("Any", ApplicationCommunicator)  # it has no types


class Socket:
    """Opens when entered; every wait ends after some seconds with an error."""

    def __init__(
        self,
        cookie: str = "",
        *,
        origin: str = "http://localhost",
        path: str = "/ws/board/",
        application: Any = None,
    ) -> None:
        from callcenter import asgi  # noqa: PLC0415 - it reads the settings, which a test sets first

        headers = [(b"host", b"localhost"), *([(b"origin", origin.encode())] if origin else [])]
        if cookie:
            headers.append((b"cookie", f"sessionid={cookie}".encode()))
        scope = {"type": "websocket", "path": path, "query_string": b"", "headers": headers}
        self._wire = _Communicator(application or asgi.application, {**scope, "subprotocols": []})
        self.is_open = False

    async def __aenter__(self) -> "Socket":
        await self._wire.send_input({"type": "websocket.connect"})
        answer = await self._wire.receive_output(timeout=SECONDS)
        self.is_open = answer["type"] == "websocket.accept"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._wire.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._wire.wait(timeout=SECONDS)

    async def frame(self) -> dict[str, Any]:
        """The next frame that is no heartbeat."""
        while True:
            event = await self._wire.receive_output(timeout=SECONDS)
            frame: dict[str, Any] = json.loads(unpacked(event.get("text") or event["bytes"]))
            if frame["type"] != "heartbeat":
                return frame

    async def closed(self) -> tuple[int, str]:
        """The close code and reason; frames before it are read away."""
        while (event := await self._wire.receive_output(timeout=SECONDS))["type"] != "websocket.close":
            pass
        return event["code"], event["reason"]

    async def say(self, text: str) -> None:
        """Send text to the server."""
        await self._wire.send_input({"type": "websocket.receive", "text": text})

    async def say_bytes(self, data: bytes) -> None:
        """Send bytes to the server."""
        await self._wire.send_input({"type": "websocket.receive", "bytes": data})
