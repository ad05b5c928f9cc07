"""Phones: devices with an open socket that note when they show a message, and lines for requests.

Hundreds live in one process, cheap enough that they do not slow what they measure. Times are the machine's
monotonic clock.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from localservices.ports import LOOPBACK

COMING_AT_ONCE = 25
HEAD_END = b"\r\n\r\n"
# The web process closes a connection after 5 s without a request.
IDLE_SECONDS = 3.0
# With the moment of its last answer.
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter, float]


@dataclass
class Phone:
    """One device, and the moments at which it showed each message, by conversation and number.

    Another hello than the first tells a device to read its list, in place of messages it was not sent.
    """

    hello: str
    headers: Mapping[str, str]
    shown: dict[tuple[str, int], float] = field(default_factory=dict)
    hellos: int = 0
    hello_at: float = 0.0
    closed: bool = False
    ready: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self, socket: ClientConnection) -> None:
        """Until the socket closes."""
        await socket.send(self.hello)
        with suppress(ConnectionClosed):
            async for text in socket:
                self._hear(str(text), time.monotonic())
        self.closed = True

    def _hear(self, text: str, at: float) -> None:
        if text.startswith('{"type":"message"'):
            frame = json.loads(text)
            self.shown.setdefault((frame["chat"], frame["number"]), at)
        elif text.startswith('{"type":"hello"'):
            self.hellos += 1
            self.hello_at = at
            self.ready.set()


@asynccontextmanager
async def connected(phones: Sequence[Phone], *, port: int) -> AsyncIterator[None]:
    """All phones have their hello, and leave at the end of the block."""
    gate, sockets, tasks = asyncio.Semaphore(COMING_AT_ONCE), list[ClientConnection](), list[Any]()

    async def come(phone: Phone) -> None:
        cookies = {name: value for name, value in phone.headers.items() if name == "Cookie"}
        async with gate:
            socket = await connect(
                f"ws://{LOOPBACK}:{port}/ws/messages/",
                additional_headers={**cookies, "Origin": f"http://{LOOPBACK}:{port}"} if cookies else None,
                compression=None,
                open_timeout=60,
                ping_interval=None,
            )
            sockets.append(socket)
            tasks.append(asyncio.create_task(phone.listen(socket)))
            await asyncio.wait_for(phone.ready.wait(), 60)

    await asyncio.gather(*map(come, phones))
    try:
        yield
    finally:
        await asyncio.gather(*(socket.close() for socket in sockets))
        await asyncio.gather(*tasks)


class Lines:
    """Connections to the site that are kept open; a request takes a free one."""

    def __init__(self, port: int, size: int) -> None:
        self._port = port
        self._free: asyncio.Queue[Connection | None] = asyncio.Queue()
        for _ in range(size):
            self._free.put_nowait(None)

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: Mapping[str, Any] | None = None
    ) -> tuple[int, Any]:
        """The status and the JSON of the answer."""
        text = json.dumps(body).encode() if body is not None else b""
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {LOOPBACK}:{self._port}",
            f"Origin: http://{LOOPBACK}:{self._port}",
            f"Content-Length: {len(text)}",
            *(["Content-Type: application/json"] if text else []),
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        line, kept = await self._free.get(), None
        if line is not None and line[2] < time.monotonic() - IDLE_SECONDS:
            line[1].close()
            line = None
        try:
            line = line or (*await asyncio.open_connection(LOOPBACK, self._port), 0.0)
            line[1].write("\r\n".join(lines).encode() + HEAD_END + text)
            status, answer = await _answer(line[0])
            kept = (line[0], line[1], time.monotonic())
        finally:
            self._free.put_nowait(kept)
            if line is not None and kept is None:
                line[1].close()
        return status, json.loads(answer) if answer else None

    async def close(self) -> None:
        """Closes all that are free."""
        while not self._free.empty():
            line = self._free.get_nowait()
            if line is not None:
                line[1].close()
                with suppress(OSError):
                    await line[1].wait_closed()


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = await reader.readuntil(HEAD_END)
    first, *fields = head.decode("latin-1").split("\r\n")
    named = {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in fields)}
    if "content-length" in named:
        return int(first.split()[1]), await reader.readexactly(int(named["content-length"]))
    parts = []  # in chunks
    while size := int(await reader.readline(), 16):
        parts.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readexactly(2)
    return int(first.split()[1]), b"".join(parts)
