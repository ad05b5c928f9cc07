"""Browser on the board: bytes of the first load, CPU and memory of the open page."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench.board.site import BoardSite

NAMES = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
SIZE = {"width": 1440, "height": 900}
LIVE = "[data-connection=live]"
LIVE_SECONDS = 60.0


@dataclass
class FirstLoad:
    """Bytes over the wire for a fresh browser; `hosts` other than the page's own."""

    bytes: int = 0
    requests: int = 0
    hosts: set[str] = field(default_factory=set)
    socket_bytes: int = 0


@dataclass
class Usage:
    """Seconds of work of the main thread, and of its scripts; megabytes of heap after each part."""

    work_seconds: float = 0.0
    script_seconds: float = 0.0
    heap: list[float] = field(default_factory=list)


@contextmanager
def a_browser() -> Iterator[Browser]:
    """Headless Chromium. Raises RuntimeError if it is missing."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise RuntimeError("the page can be measured in Chromium only; on Debian: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


class MeasuredPage:
    """An empty page in its own browser context, whose load and work are measured.

    With `of`, only what comes from this address counts as its load.
    """

    def __init__(self, browser: Browser, address: str, *, of: str = "") -> None:
        self._context = browser.new_context(base_url=address, viewport=SIZE)  # type: ignore[arg-type]
        self.load, self.usage = FirstLoad(), Usage()
        self.page: Page = self._context.new_page()
        self._tools: CDPSession = self._context.new_cdp_session(self.page)
        self._own, self._of = urlsplit(address).netloc, urlsplit(of).netloc
        self._left_out = set[str]()
        self._follow_network()
        # CPU time of the thread: other load on this machine does not count.
        self._tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def begin_part(self) -> None:
        """Starts to count the page's work."""
        self._before = self._metrics()

    def end_part(self) -> None:
        """Ends the count; then collects garbage and reads the heap."""
        after = self._metrics()
        self.usage.work_seconds += after["TaskDuration"] - self._before["TaskDuration"]
        self.usage.script_seconds += after["ScriptDuration"] - self._before["ScriptDuration"]
        self._tools.send("HeapProfiler.collectGarbage")
        self.usage.heap.append(self._metrics()["JSHeapUsedSize"] / 2**20)

    def wait(self, seconds: float) -> None:
        """Keep all pages of the browser open for some time."""
        self.page.wait_for_timeout(seconds * 1000)

    def close(self) -> None:
        """Close it with its browser context."""
        self._context.close()

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
        if self._of and address.netloc != self._of:
            self._left_out.add(event["requestId"])
            return
        self.load.requests += address.scheme != "data"
        if address.netloc not in ("", self._own):
            self.load.hosts.add(address.netloc)

    def _came(self, event: dict[str, Any]) -> None:
        if event["requestId"] not in self._left_out:
            self.load.bytes += event["encodedDataLength"]

    def _heard(self, event: dict[str, Any]) -> None:
        size, is_text = len(event["response"]["payloadData"]), event["response"]["opcode"] == 1
        self.load.socket_bytes += size if is_text else size * 3 // 4  # told as base64


class OpenPage(MeasuredPage):
    """A page of the board, live, of a user with this session (the first of the site)."""

    def __init__(self, browser: Browser, site: BoardSite, path: str, *, session: str = "") -> None:
        super().__init__(browser, site.address)
        self.path = path
        value = session or site.sessions[0]
        self._context.add_cookies([{"name": "sessionid", "value": value, "url": site.address}])
        self.page.goto(path)
        self.page.locator(LIVE).wait_for(timeout=LIVE_SECONDS * 1000)


def use(pages: Sequence[MeasuredPage], *, seconds: float, parts: int) -> None:
    """Leave pages open side by side for some time, and add to their usage."""
    for _ in range(parts):
        for page in pages:
            page.begin_part()
        pages[0].wait(seconds / parts)
        for page in pages:
            page.end_part()
