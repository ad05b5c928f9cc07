"""Board WebSocket client, cheap enough that hundreds do not slow what they measure.

It notes the time of each frame, asks for a snapshot after a gap as browsers do, and keeps no rows.
"""

import asyncio
import json
import re
import time
import zlib
from dataclasses import dataclass, field
from enum import IntEnum
from typing import cast

_HEAD = re.compile(rb'\{"type":"(\w+)","epoch":"([^"]*)","seq":(\d+),"at":"[^"]*"(?:,"prev":(\d+))?')
HANDSHAKE = (
    "GET /ws/board/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: sessionid={session}\r\n\r\n"
)


# Lengths from these on stand in the bytes after the second one: in two of them, or in eight.
IN_TWO_BYTES, IN_EIGHT_BYTES = 126, 127


class Opcode(IntEnum):
    """Kinds of WebSocket frames."""

    TEXT = 1
    BINARY = 2
    CLOSE = 8
    PING = 9
    PONG = 10


@dataclass
class Stream:
    """Content of the frames, noted once for all boards: the versions in each `seq`."""

    brought: dict[int, dict[str, int]] = field(default_factory=dict)

    def note(self, seq: int, text: bytes) -> None:
        """The rows of agents and calls that a delta sets, by id."""
        if seq not in self.brought:
            rows = json.loads(text)["set"]
            found = {**rows.get("agents", {}), **rows.get("calls", {})}
            self.brought[seq] = {key: row["version"] for key, row in found.items()}


@dataclass
class Seen:
    """Times of one board: accepted, first snapshot, each `seq`."""

    accepted_at: float = 0.0
    snapshot_at: float = 0.0
    snapshot_bytes: int = 0
    closed: bool = False
    asked: int = 0
    reached: list[tuple[int, float]] = field(default_factory=list)


class BoardSocket(asyncio.Protocol):
    """One open board; times are the machine's monotonic clock. `reads=False` never reads a byte."""

    def __init__(self, *, port: int, session: str, stream: Stream, reads: bool = True) -> None:
        self.seen = Seen()
        self.ready = asyncio.get_running_loop().create_future()
        self._request = HANDSHAKE.format(port=port, session=session).encode()
        self._stream = stream
        self._reads = reads
        self._waiting = bytearray()
        self._needed = 0  # bytes before the first complete frame
        self._at: tuple[bytes, int] | None = None  # epoch and seq

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)
        if not self._reads:
            self._transport.pause_reading()
            self.ready.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the base class names it
        """The server closed the connection."""
        self.seen.closed = True
        if not self.ready.done():
            self.ready.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Handles received bytes, in whole frames."""
        self._waiting += data
        while len(self._waiting) >= max(self._needed, 2) and self._take():
            self._needed = 0

    def close(self) -> None:
        """Disconnect without a close frame."""
        self._transport.abort()

    def _take(self) -> bool:
        return self._take_frame() if self.seen.accepted_at else self._take_answer()

    def _take_answer(self) -> bool:
        end = self._waiting.find(b"\r\n\r\n")
        if end < 0:
            return False
        if self._waiting.startswith(b"HTTP/1.1 101"):
            self.seen.accepted_at = time.monotonic()
        else:
            self._transport.abort()
        del self._waiting[: end + 4]
        return bool(self.seen.accepted_at)

    def _take_frame(self) -> bool:
        waiting = self._waiting
        length, start = waiting[1], 2
        if length >= IN_TWO_BYTES:
            start = 10 if length == IN_EIGHT_BYTES else 4
            if len(waiting) < start:
                return False
            length = int.from_bytes(waiting[2:start], "big")
        self._needed = start + length
        if len(waiting) < self._needed:
            return False
        opcode, payload = waiting[0] & 15, bytes(memoryview(waiting)[start : self._needed])
        del waiting[: self._needed]
        self._heard(opcode, payload)
        return True

    def _heard(self, opcode: int, payload: bytes) -> None:
        if opcode == Opcode.TEXT:
            self._read(payload, size=len(payload))
        elif opcode == Opcode.BINARY:
            self._read(zlib.decompress(payload), size=len(payload))
        elif opcode == Opcode.PING:
            self._say(Opcode.PONG, payload)
        elif opcode == Opcode.CLOSE:
            self._transport.close()

    def _read(self, text: bytes, *, size: int) -> None:
        found = _HEAD.match(text)
        assert found, f"no board frame: {text[:80]!r}"
        kind, epoch, seq = found[1], found[2], int(found[3])
        known = self._at if self._at and self._at[0] == epoch else None
        if kind == b"snapshot":
            self._adopt(size)
        elif known and kind == b"delta" and int(found[4]) == known[1]:
            self._stream.note(seq, text)
        elif known and seq <= known[1]:
            return  # a heartbeat, or already seen
        else:
            self.seen.asked += 1
            self._say(Opcode.TEXT, b'{"type": "resync"}')
            return
        self._at = (epoch, seq)
        self.seen.reached.append((seq, time.monotonic()))

    def _adopt(self, size: int) -> None:
        if not self.ready.done():
            self.seen.snapshot_at, self.seen.snapshot_bytes = time.monotonic(), size
            self.ready.set_result(None)

    def _say(self, opcode: Opcode, payload: bytes) -> None:
        """Masked, as clients must, with a zero key, which changes nothing."""
        self._transport.write(bytes([0x80 | opcode, 0x80 | len(payload), 0, 0, 0, 0]) + payload)
