"""Slow network and processor, hasty clicks (`--slow`): a test that reads before it waits fails."""

import asyncio
import threading
from contextlib import suppress
from functools import partialmethod
from types import TracebackType
from typing import Self

import pytest
from playwright.sync_api import Locator, Page

from localservices.ports import LOOPBACK

LATE_SECONDS = 0.2
CPU_TIMES_SLOWER = 4


def throttle(page: Page) -> None:
    """Slows the page's scripts and layout down."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": CPU_TIMES_SLOWER})


def click_without_waiting(patch: pytest.MonkeyPatch) -> None:
    """Leaves out Playwright's wait for a navigation after a click, which can look before it begins."""
    patch.setattr(Locator, "click", partialmethod(Locator.click, no_wait_after=True))


class SlowNetwork:
    """Port in front of another: each piece of data in either direction, also of sockets, arrives late."""

    port: int

    def __init__(self, behind: int) -> None:
        self._behind = behind
        self._listens = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))

    def __enter__(self) -> Self:
        self._thread.start()
        self._listens.wait()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    async def _serve(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._connect, LOOPBACK)
        self.port = server.sockets[0].getsockname()[1]
        self._listens.set()
        await self._over.wait()
        server.close()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection(LOOPBACK, self._behind)
        except OSError:
            writer.close()
            return
        with suppress(asyncio.CancelledError):  # at the end, which asyncio would call an error
            await asyncio.gather(_carry(reader, back), _carry(there, writer))


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(1 << 20):
            await asyncio.sleep(LATE_SECONDS)
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()
