"""Typing: from each key in a text area to the next frame that the page has painted."""

from playwright.sync_api import Page

from bench.board.page import MeasuredPage, Usage
from bench.figures import Row, quantile

WORDS = "yes, it is still here, and you may see it tomorrow at ten or at four. "
PAUSE_MS = 70.0
# The frame is painted once a task runs after the callbacks of that frame.
OBSERVE = """() => {
    const waits = window.benchWaits = [];
    let pressed = 0;
    addEventListener("keydown", (event) => { pressed = event.timeStamp; }, true);
    addEventListener("input", () => {
        const began = pressed;
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => waits.push(performance.now() - began);
            port2.postMessage(0);
        });
    }, true);
}"""


def typing_row(measured: MeasuredPage, text_area: str, *, case: str, messages: int, keys: int) -> Row:
    """Row of a number of keys in a text area of a page that shows a number of messages."""
    page = measured.page
    page.evaluate(OBSERVE)
    page.locator(text_area).focus()
    measured.usage = Usage()
    measured.begin_part()
    page.keyboard.type((WORDS * (keys // len(WORDS) + 1))[:keys], delay=PAUSE_MS)
    measured.end_part()
    return _row(page, case=case, messages=messages) | {
        "main_thread_ms_per_key": round(measured.usage.work_seconds / keys * 1000, 2)
    }


def _row(page: Page, *, case: str, messages: int) -> Row:
    waits = sorted(page.evaluate("window.benchWaits"))
    return {
        "measured": "typing",
        "case": case,
        "messages_on_screen": messages,
        "keys": len(waits),
        **{f"p{share}_ms": round(quantile(waits, share / 100), 1) for share in (50, 99)},
    }


def scrolled_back(page: Page, log: str, line: str, *, least: int, seconds: float = 30.0) -> int:
    """Scrolls the log up until it shows `least` lines or more; how many it shows. Raises TimeoutError."""
    found: int = page.evaluate(
        """async ([log, line, least, until]) => {
            const root = document.querySelector("callcenter-widget")?.shadowRoot ?? document;
            const end = performance.now() + until;
            const shown = () => root.querySelectorAll(line).length;
            while (shown() < least && performance.now() < end) {
                root.querySelector(log).scrollTop = 0;
                root.querySelector(log).dispatchEvent(new Event("scroll"));
                await new Promise((resume) => setTimeout(resume, 50));
            }
            root.querySelector(log).scrollTop = 1e9;
            return shown();
        }""",
        [log, line, least, seconds * 1000],
    )
    if found < least:
        raise TimeoutError(f"{found} of {least} lines are shown")
    return found
