"""Widget: its size, its first load on a page of another site, typing in a long conversation."""

import gzip
import json
from collections.abc import Iterator
from functools import partial

from playwright.sync_api import Browser, Page

from bench.board.page import MeasuredPage, a_browser
from bench.centre.engine import ROOT
from bench.conversations.host import Host, host_running
from bench.conversations.typing import scrolled_back, typing_row
from bench.figures import Row, quantile
from bench.messaging.store import messenger_on, say_upto
from localservices.demo.shop import SCENE
from messaging.model.parties import party_of

KEPT = f"callcenter:{SCENE}"
IN_WIDGET = "document.querySelector('callcenter-widget')?.shadowRoot"
# Resolves to milliseconds since a moment of this page, once something is there.
ONCE = """(began) => new Promise((found) => {
    const look = () => { if (%s) found(performance.now() - began); else requestAnimationFrame(look); };
    look();
})"""
BUTTON_THERE = ONCE % f"{IN_WIDGET}?.querySelector('.launcher')"
CAN_WRITE = ONCE % f"{IN_WIDGET}.querySelector('textarea')?.checkVisibility()"
CLICKED = f"{IN_WIDGET}.querySelector('.launcher').click()"
END_CHAT = ".menu button:nth-of-type(2):enabled"
GZIP_LEVEL = 6


def size_row() -> Row:
    """Bytes of the built files, compressed."""
    loader, app = (
        len(gzip.compress((ROOT / "static" / "build" / name).read_bytes(), GZIP_LEVEL))
        for name in ("widget.js", "widget-app.js")
    )
    return {"measured": "widget size", "loader_bytes": loader, "all_bytes": loader + app}


def widget_rows(*, loads: int, messages: int, keys: int) -> Iterator[Row]:
    """Size, first loads by fresh browsers, then one customer who types."""
    yield size_row()
    with host_running() as host, a_browser() as browser:
        yield from load_rows(browser, host, loads=loads)
        yield _typing_row(browser, host, messages=messages, keys=keys)


def load_rows(browser: Browser, host: Host, *, loads: int) -> Iterator[Row]:
    """From the start of the page's load to the button; from the click until the customer can type."""
    found = [_loaded(browser, host) for _ in range(loads)]
    for case, figures in zip(("button", "opened"), zip(*found, strict=True), strict=True):
        waits = sorted(wait for wait, _, _ in figures)
        yield {
            "measured": "widget load",
            "case": case,
            "loads": loads,
            "requests": max(requests for _, requests, _ in figures),
            "kb": round(max(size for _, _, size in figures) / 1024, 1),
            "p50_ms": round(quantile(waits, 0.5)),
            "longest_ms": round(waits[-1]),
        }


def _loaded(browser: Browser, host: Host) -> list[tuple[float, int, int]]:
    """Milliseconds, requests and bytes so far: with the button, and opened."""
    measured = MeasuredPage(browser, host.address, of=host.site.board.address)
    page, load, found = measured.page, measured.load, []
    page.goto("/", wait_until="commit")
    for begin, wait in (
        (lambda: 0, BUTTON_THERE),
        (partial(page.evaluate, f"{CLICKED}, performance.now()"), CAN_WRITE),
    ):
        milliseconds = page.evaluate(wait, begin())
        page.wait_for_load_state("networkidle")
        found.append((milliseconds, load.requests, load.bytes))
    measured.close()
    return found


def _typing_row(browser: Browser, host: Host, *, messages: int, keys: int) -> Row:
    measured = MeasuredPage(browser, host.address)
    page = measured.page
    page.goto("/")
    _open(page)
    page.locator(".composer textarea").fill("Is it still there?")
    page.keyboard.press("Enter")
    page.locator(".lines .mine.sent").first.wait_for()
    page.locator(END_CHAT).wait_for(state="attached")  # the chat is open, and takes more
    kept = json.loads(page.evaluate(f"localStorage.getItem('{KEPT}')"))
    messenger = messenger_on(host.site.board.centre.endpoint)
    say_upto(messenger, kept["chat"], party_of(kept["party"]), base=0, upto=messages)
    page.reload()
    _open(page)
    shown = scrolled_back(page, ".log", ".lines > *", least=messages)
    row = typing_row(measured, ".composer textarea", case="widget", messages=shown, keys=keys)
    measured.close()
    return row


def _open(page: Page) -> None:
    """Opens the widget, once its button is there, until one can write."""
    page.evaluate(BUTTON_THERE, 0)
    page.evaluate(CLICKED)
    page.evaluate(CAN_WRITE, 0)
