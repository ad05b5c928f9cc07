"""Client of a WebSocket that may break its protocol: bytes over TCP."""

import socket
from base64 import b64encode
from types import TracebackType
from typing import Self

TEXT, BINARY, CLOSE = 1, 2, 8
MASK = b"\1\2\3\4"
SECONDS = 20


def frame(payload: bytes, *, opcode: int = TEXT, first: int = 0x80, length: int | None = None) -> bytes:
    """A frame as a browser sends it. `first` has the other bits of the first byte, `length` is announced."""
    size = len(payload) if length is None else length
    if size < 126:
        head = bytes([first | opcode, 0x80 | size])
    elif size < 1 << 16:
        head = bytes([first | opcode, 0x80 | 126]) + size.to_bytes(2)
    else:
        head = bytes([first | opcode, 0x80 | 127]) + size.to_bytes(8)
    return head + MASK + bytes(byte ^ MASK[place % 4] for place, byte in enumerate(payload))


class RawSocket:
    """Opened with the handshake of a browser; every wait ends after some seconds with an error."""

    def __init__(self, port: int, path: str, *, cookie: str = "") -> None:
        host = f"127.0.0.1:{port}"
        self._wire = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        self._rest = b""
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            f"Origin: http://{host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {b64encode(bytes(16)).decode()}",
            *([f"Cookie: sessionid={cookie}"] if cookie else []),
        ]
        self._wire.sendall("\r\n".join([*lines, "", ""]).encode())
        head = self._until(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._wire.close()

    def say(self, data: bytes) -> None:
        """Sends bytes; the server may have closed the connection already."""
        try:
            self._wire.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            return

    def closed(self) -> int:
        """The code with which the server closes; 0 if it only ends the connection."""
        while (found := self._frame()) is not None:
            opcode, payload = found
            if opcode == CLOSE:
                return int.from_bytes(payload[:2])
        return 0

    def heard(self) -> bytes:
        """The payload of the next frame of text or bytes."""
        while (found := self._frame()) is not None:
            if found[0] in (TEXT, BINARY):
                return found[1]
        raise AssertionError("closed")

    def _frame(self) -> tuple[int, bytes] | None:
        try:
            first, second = self._take(2)
            size = second & 0x7F
            size = int.from_bytes(self._take({126: 2, 127: 8}[size])) if size > 125 else size
            return first & 0x0F, self._take(size)
        except (EOFError, ConnectionResetError):
            return None

    def _until(self, end: bytes) -> bytes:
        while end not in self._rest:
            self._read()
        head, _, self._rest = self._rest.partition(end)
        return head

    def _take(self, size: int) -> bytes:
        while len(self._rest) < size:
            self._read()
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken

    def _read(self) -> None:
        data = self._wire.recv(65536)
        if not data:
            raise EOFError
        self._rest += data
