"""Phones: devices with an open socket that note when they show a message.

Thousands live in one process and share two cores with what they measure: they look at the bytes of a frame,
and read no more of it than they need. Times are the machine's monotonic clock.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import cast

from localservices.ports import LOOPBACK

COMING_AT_ONCE = 25
COMING_SECONDS = 60
HEAD_END = b"\r\n\r\n"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LAST_FRAME, MASKED, LENGTH_BITS = 0x80, 0x80, 0x7F
TWO_BYTES, EIGHT_BYTES = 126, 127
# A mask of zeros leaves the text as it is.
MASK = bytes(4)
MESSAGE, HELLO = b'{"type":"message","chat":"', b'{"type":"hello"'
NUMBER = b'","number":'


@dataclass
class Phone:
    """One device, and the moments at which it showed each message, by conversation and number.

    Another hello than the first tells a device to read its list, in place of messages it was not sent. A gap
    before the `last` number of a conversation tells it to read what is missing.
    """

    hello: str
    headers: Mapping[str, str]
    shown: dict[tuple[str, int], float] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)
    hellos: int = 0
    hello_at: float = 0.0
    closed: bool = False
    ready: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, frame: bytes, at: float) -> None:
        """One frame."""
        if frame.startswith(MESSAGE):
            end = frame.index(NUMBER)
            number = int(frame[end + len(NUMBER) : frame.index(b",", end + len(NUMBER))])
            chat = frame[len(MESSAGE) : end].decode()
            self.shown.setdefault((chat, number), at)
            self.last[chat] = max(number, self.last.get(chat, 0))
        elif frame.startswith(HELLO):
            self.hellos += 1
            self.hello_at = at
            self.ready.set()


class Socket(asyncio.Protocol):
    """The socket of a phone."""

    def __init__(self, phone: Phone, port: int) -> None:
        self._phone = phone
        self._port = port
        self._rest = b""
        self._is_open = False
        self.over = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for a socket; a session counts on pages of the site only."""
        self._transport = cast("asyncio.Transport", transport)
        site = f"{LOOPBACK}:{self._port}"
        cookie = self._phone.headers.get("Cookie", "")
        lines = [
            "GET /ws/messages/ HTTP/1.1",
            f"Host: {site}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            *([f"Cookie: {cookie}", f"Origin: http://{site}"] if cookie else []),
        ]
        self._transport.write("\r\n".join(lines).encode() + HEAD_END)

    def data_received(self, data: bytes) -> None:
        """Frames, of which the last may go on with the next data."""
        at = time.monotonic()
        data = self._rest + data if self._rest else data
        place = 0
        if not self._is_open:
            place = self._opened(data)
        while self._is_open and (found := _frame_at(data, place)) is not None:
            kind, begin, place = found
            self._take(kind, data[begin:place], at)
        self._rest = data[place:]

    def _opened(self, data: bytes) -> int:
        end = data.find(HEAD_END)
        if end < 0:
            return 0
        self._is_open = data.startswith(b"HTTP/1.1 101 ")
        if self._is_open:
            self._send(TEXT, self._phone.hello.encode())
        else:
            self._transport.close()
        return end + len(HEAD_END)

    def _take(self, kind: int, content: bytes, at: float) -> None:
        if kind == TEXT:
            self._phone.hear(content, at)
        elif kind == PING:
            self._send(PONG, content)
        elif kind == CLOSE:
            self._transport.close()

    def _send(self, kind: int, content: bytes) -> None:
        size = len(content)
        long = size >= TWO_BYTES
        length = bytes([MASKED | TWO_BYTES]) + size.to_bytes(2, "big") if long else bytes([MASKED | size])
        self._transport.write(bytes([LAST_FRAME | kind]) + length + MASK + content)

    def say(self, text: str) -> None:
        """Sends a frame of the device."""
        self._send(TEXT, text.encode())

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's name
        """The end."""
        self._phone.closed = True
        self.over.set_result(None)

    def close(self) -> None:
        """Says so, and leaves."""
        if not self._phone.closed:
            self._send(CLOSE, (1000).to_bytes(2, "big"))
            self._transport.close()


def _frame_at(data: bytes, place: int) -> tuple[int, int, int] | None:
    """Kind, begin and end of the frame at a place, if all of it is there."""
    begin = place + 2
    if len(data) < begin:
        return None
    size = data[place + 1] & LENGTH_BITS
    if size in (TWO_BYTES, EIGHT_BYTES):
        wide = 2 if size == TWO_BYTES else 8
        size, begin = int.from_bytes(data[begin : begin + wide], "big"), begin + wide
    end = begin + size
    return (data[place] & ~LAST_FRAME, begin, end) if end <= len(data) else None


@asynccontextmanager
async def connected(phones: Sequence[Phone], *, port: int) -> AsyncIterator[list[Socket]]:
    """Sockets of all phones, which have their hello; they leave at the end of the block."""
    gate, sockets = asyncio.Semaphore(COMING_AT_ONCE), list[Socket]()
    loop = asyncio.get_running_loop()

    async def come(phone: Phone) -> None:
        async with gate:
            _, socket = await loop.create_connection(lambda: Socket(phone, port), LOOPBACK, port)
            sockets.append(socket)
            await asyncio.wait_for(phone.ready.wait(), COMING_SECONDS)

    await asyncio.gather(*map(come, phones))
    try:
        yield sockets
    finally:
        for socket in sockets:
            socket.close()
        await asyncio.gather(*(socket.over for socket in sockets))
