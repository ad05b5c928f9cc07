"""Lines: connections to the site for requests, kept open and cheap."""

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any, cast

from localservices.ports import LOOPBACK

HEAD_END = b"\r\n\r\n"
LENGTH = b"content-length:"
# The web process closes a connection after 5 s without a request.
IDLE_SECONDS = 3.0


class Line(asyncio.Protocol):
    """One connection, for one request at a time."""

    def __init__(self) -> None:
        self.used_at = time.monotonic()
        self.is_over = False
        self._heard = b""
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.Protocol`."""
        self._transport = cast("asyncio.Transport", transport)

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """Status and body of the answer. Raises OSError, EOFError, ValueError."""
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        answer = await self._answer
        self._answer, self.used_at = None, time.monotonic()
        return answer

    def data_received(self, data: bytes) -> None:
        """The answer, perhaps in parts."""
        self._heard = heard = self._heard + data
        begin = heard.find(HEAD_END) + len(HEAD_END)
        if begin < len(HEAD_END) or self._answer is None or self._answer.done():
            return
        head = heard[:begin].lower()
        place = head.find(LENGTH)
        if place < 0:
            self._answer.set_exception(ValueError("an answer without its length"))
            return
        end = begin + int(head[place + len(LENGTH) : head.index(b"\r", place)])
        if len(heard) >= end:
            self._heard = b""
            self._answer.set_result((int(head[9:12]), heard[begin:end]))

    def connection_lost(self, exc: Exception | None) -> None:
        """Passes the end on to the request that waits."""
        self.is_over = True
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(exc or EOFError("the connection was closed"))

    def close(self) -> None:
        """Closes the connection."""
        self._transport.close()


class Lines:
    """Connections to the site that are kept open; a request takes a free one."""

    def __init__(self, port: int, size: int) -> None:
        self._port = port
        self._free: asyncio.Queue[Line | None] = asyncio.Queue()
        for _ in range(size):
            self._free.put_nowait(None)

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: Mapping[str, Any] | None = None
    ) -> tuple[int, Any]:
        """The status and the JSON of the answer."""
        request = self._request(method, path, headers, body)
        line, kept = await self._free.get(), None
        try:
            line = await self._open(line)
            status, answer = await line.ask(request)
            kept = line
        finally:
            self._free.put_nowait(kept)
            if line is not None and kept is None:
                line.close()
        return status, json.loads(answer) if answer else None

    def _request(
        self, method: str, path: str, headers: Mapping[str, str], body: Mapping[str, Any] | None
    ) -> bytes:
        text = json.dumps(body).encode() if body is not None else b""
        site = f"{LOOPBACK}:{self._port}"
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {site}",
            f"Origin: http://{site}",
            f"Content-Length: {len(text)}",
            *(["Content-Type: application/json"] if text else []),
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        return "\r\n".join(lines).encode() + HEAD_END + text

    async def _open(self, line: Line | None) -> Line:
        """The same line, or a new one in place of one that was idle for too long."""
        if line is not None and not line.is_over:
            if line.used_at > time.monotonic() - IDLE_SECONDS:
                return line
            line.close()
        _, new = await asyncio.get_running_loop().create_connection(Line, LOOPBACK, self._port)
        return new

    async def close(self) -> None:
        """Closes all that are free."""
        while not self._free.empty():
            line = self._free.get_nowait()
            if line is not None:
                line.close()
