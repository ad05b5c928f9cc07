"""What a page has drawn and sent so far: for effects that no locator shows."""

from collections.abc import Callable

from playwright.sync_api import Page, Request

from tests.waiting import wait_until

# Resizing is drawn in the next frame, and what that moves in the one after it.
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

# When the page asks, by its own clock: a request may leave the browser later.
NOTE_READS = """() => {
    window.asked = [];
    const fetched = window.fetch;
    window.fetch = (address, ...more) => {
        if (String(address).includes("state.json")) asked.push(performance.now());
        return fetched(address, ...more);
    };
}"""


def redrawn(page: Page) -> None:
    """The last key, click or size has been handled and drawn."""
    page.evaluate(TWO_FRAMES)


def posts_of(page: Page) -> list[str]:
    """Addresses of the commands that the page sends from now on."""
    posts: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            posts.append(request.url)

    page.on("request", note)
    return posts


def note_reads(page: Page) -> None:
    """Keeps in the page's `asked` when it reads its part again, in milliseconds."""
    page.evaluate(NOTE_READS)


def wait_beside(page: Page, condition: Callable[[], object], what: str) -> None:
    """As `wait_until`, while the page's events arrive, which a sleep would hold up."""

    def look() -> object:
        redrawn(page)
        return condition()

    wait_until(look, what)
