"""Wire in memory with the hub's interface: frames are put in by hand, failures on command."""

import asyncio

from live.board.frames import Frame, encode
from sockets.exceptions import WireError


class MemoryWire:
    """Counts the hub's calls; `breaks` raises WireError for waiting callers."""

    def __init__(self) -> None:
        self.joined = self.left = self.asked = 0
        self._texts: asyncio.Queue[str | WireError] = asyncio.Queue()

    async def join(self) -> None:
        self.joined += 1

    async def leave(self) -> None:
        self.left += 1

    async def ask(self) -> None:
        self.asked += 1

    async def receive(self) -> str:
        text = await self._texts.get()
        if isinstance(text, WireError):
            raise text
        return text

    @property
    def is_empty(self) -> bool:
        return self._texts.empty()

    def carry(self, *frames: Frame) -> None:
        for frame in frames:
            self._texts.put_nowait(encode(frame))

    def carry_text(self, text: str) -> None:
        self._texts.put_nowait(text)

    def breaks(self) -> None:
        self._texts.put_nowait(WireError("the test cut the wire"))
