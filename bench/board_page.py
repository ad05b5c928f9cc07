"""Owns a browser in front of the board: the bytes of its first load, and the work and memory of its page."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench.board_site import BoardSite

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
SIZE = {"width": 1440, "height": 900}
LIVE = "[data-connection=live]"
LIVE_SECONDS = 30.0


@dataclass
class FirstLoad:
    """What came over the wire for a browser that has nothing yet; `hosts` beside the page's own."""

    bytes: int = 0
    requests: int = 0
    hosts: set[str] = field(default_factory=set)
    socket_bytes: int = 0


@dataclass(frozen=True)
class Usage:
    """Of the main thread, seconds of work, of which scripts; of the heap, megabytes after each part."""

    seconds: float
    work_seconds: float
    script_seconds: float
    heap: tuple[float, ...]


@contextmanager
def a_browser() -> Iterator[Browser]:
    """Chromium without a window. Raises RuntimeError where there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise RuntimeError("the page can be measured in Chromium only; on Debian: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


class OpenPage:
    """A page of the board in a browser of its own, signed in; it is live once this is made."""

    def __init__(self, browser: Browser, site: BoardSite, path: str) -> None:
        self._context = browser.new_context(base_url=site.address, viewport=SIZE)  # type: ignore[arg-type]
        self._context.add_cookies([{"name": "sessionid", "value": site.sessions[0], "url": site.address}])
        self.load = FirstLoad()
        self._page: Page = self._context.new_page()
        self._tools: CDPSession = self._context.new_cdp_session(self._page)
        self._own = urlsplit(site.address).netloc
        self._follow_network()
        # Of the thread's own time: what others on this machine take is no work of the page.
        self._tools.send("Performance.enable", {"timeDomain": "threadTicks"})
        self._page.goto(path)
        self._page.locator(LIVE).wait_for(timeout=LIVE_SECONDS * 1000)

    def use(self, *, seconds: float, parts: int) -> Usage:
        """Leave it open for so long; the heap is looked at after each of the parts."""
        work = script = 0.0
        heap: list[float] = []
        for _ in range(parts):
            before = self._metrics()
            self._page.wait_for_timeout(seconds / parts * 1000)
            after = self._metrics()
            work += after["TaskDuration"] - before["TaskDuration"]
            script += after["ScriptDuration"] - before["ScriptDuration"]
            heap.append(self._heap_megabytes())
        return Usage(seconds, work, script, tuple(heap))

    def close(self) -> None:
        """Close it with its browser context."""
        self._context.close()

    def _heap_megabytes(self) -> float:
        self._tools.send("HeapProfiler.collectGarbage")
        return self._metrics()["JSHeapUsedSize"] / 2**20

    def _metrics(self) -> dict[str, float]:
        answer: dict[str, Any] = self._tools.send("Performance.getMetrics")
        return {one["name"]: one["value"] for one in answer["metrics"]}

    def _follow_network(self) -> None:
        self._tools.on("Network.requestWillBeSent", self._asked)
        self._tools.on("Network.loadingFinished", self._came)
        self._tools.on("Network.webSocketFrameReceived", self._heard)
        self._tools.send("Network.enable")

    def _asked(self, event: dict[str, Any]) -> None:
        address = urlsplit(event["request"]["url"])
        self.load.requests += address.scheme != "data"
        if address.netloc not in ("", self._own):
            self.load.hosts.add(address.netloc)

    def _came(self, event: dict[str, Any]) -> None:
        self.load.bytes += event["encodedDataLength"]

    def _heard(self, event: dict[str, Any]) -> None:
        self.load.socket_bytes += len(event["response"]["payloadData"])
