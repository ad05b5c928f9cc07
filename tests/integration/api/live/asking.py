"""Requests to the ASGI application, without a server: answers that come later, streams."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast
from urllib.parse import quote

from asgiref.testing import ApplicationCommunicator

from tests.waiting import SECONDS

_Communicator = cast("Any", ApplicationCommunicator)  # it has no types
V1 = "/api/v1"


class Request:
    """One GET request, which may go on for long."""

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        from callcenter import asgi  # noqa: PLC0415 - it reads the settings, which a test sets first

        path, _, query = address.partition("?")
        scope = {
            "type": "http",
            "method": "GET",
            "path": f"{V1}{path}",
            "raw_path": quote(f"{V1}{path}").encode(),
            "query_string": query.encode(),
            "headers": [(b"host", b"localhost"), *((k.encode(), v.encode()) for k, v in headers.items())],
        }
        self.wire = _Communicator(asgi.application, scope)
        self.status = 0
        self.headers: dict[str, str] = {}
        self._text = ""

    async def begin(self) -> None:
        """Waits for status and headers."""
        start = await self.wire.receive_output(timeout=SECONDS)
        self.status = start["status"]
        self.headers = {k.decode().lower(): v.decode() for k, v in start["headers"]}

    async def json(self) -> Any:
        """The whole body."""
        body, more = b"", True
        while more:
            part = await self.wire.receive_output(timeout=SECONDS)
            body += part["body"]
            more = part.get("more_body", False)
        return json.loads(body)

    async def event(self) -> tuple[str, str, Any]:
        """Id, kind and data of the next event that is no heartbeat."""
        if not self.status:
            await self.begin()
        while True:
            while "\n\n" not in self._text:
                self._text += (await self.wire.receive_output(timeout=SECONDS))["body"].decode()
            block, _, self._text = self._text.partition("\n\n")
            fields = dict(line.split(": ", 1) for line in block.splitlines())
            if fields.get("event") in ("reset", "delta"):
                return fields["id"], fields["event"], json.loads(fields["data"])

    async def is_over(self) -> None:
        """Waits for the end of a stream."""
        while (await self.wire.receive_output(timeout=SECONDS)).get("more_body"):
            pass


@asynccontextmanager
async def asked(address: str, headers: dict[str, str]) -> AsyncIterator[Request]:
    """A request; its client leaves with the block."""
    request = Request(address, headers)
    await request.wire.send_input({"type": "http.request", "body": b"", "more_body": False})
    yield request
    await request.wire.send_input({"type": "http.disconnect"})
    await request.wire.wait(timeout=SECONDS)
