"""Browser windows: opened for a test, cleaned after it, used again by the next test at the same site.

To open a window costs the machine more than to load a page in one.
"""

from collections.abc import Mapping

from playwright.sync_api import Browser, Error, Page

from tests.browser.looks import DESKTOP, Scheme, Size
from tests.browser.slow import throttle

# How long anything may take on a machine that is busy with other things; a condition that holds ends a wait.
PATIENCE_MS = 45_000
BARE = "/health/"
NOWHERE = (-1, -1)


class Windows:
    """The windows of one browser at one site, each with its own cookies and storage."""

    def __init__(self, browser: Browser, address: str, keys: Mapping[str, str], *, is_slow: bool) -> None:
        self._browser, self._address, self._keys, self._is_slow = browser, address, keys, is_slow
        self._taken: list[tuple[Page, bool]] = []
        self._free: list[Page] = []
        self._mistakes: list[str] = []

    def take(
        self,
        *,
        name: str,
        size: Size = DESKTOP,
        scheme: Scheme = "light",
        script: bool = True,
        fresh: bool = False,
    ) -> Page:
        """A blank page of this size, with the user signed in; a fresh one is closed after the test."""
        reusable = script and not fresh
        page = self._free.pop() if reusable and self._free else self._new(script=script)
        if name in self._keys:
            page.context.add_cookies([{"name": "sessionid", "value": self._keys[name], "url": self._address}])
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=scheme)
        page.on("pageerror", self._note)
        self._taken.append((page, reusable))
        return page

    def put_back(self) -> list[str]:
        """Cleans or closes the windows of a test and returns the errors of their scripts."""
        for page, reusable in self._taken:
            page.remove_listener("pageerror", self._note)
            if reusable and _is_cleaned(page):
                self._free.append(page)
            else:
                page.context.close()
        self._taken.clear()
        mistakes, self._mistakes = self._mistakes, []
        return mistakes

    def close(self) -> None:
        """Closes the windows that no test has."""
        for page in self._free:
            page.context.close()

    def _new(self, *, script: bool) -> Page:
        context = self._browser.new_context(base_url=self._address, java_script_enabled=script)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        if self._is_slow:
            throttle(page)
        return page

    def _note(self, error: Exception) -> None:
        self._mistakes.append(str(error))


def _is_cleaned(page: Page) -> bool:
    """Leaves nothing of the test in the window; False if it is closed, or the page still goes elsewhere."""
    for other in page.context.pages:
        if other is not page:
            other.close()
    try:
        page.unroute_all(behavior="ignoreErrors")
        page.context.set_offline(offline=False)
        page.goto(BARE)  # of the same site, so that the browser keeps the process of the page
        page.evaluate("localStorage.clear()")
        page.context.clear_cookies()
        page.emulate_media(media="null")
        page.mouse.move(*NOWHERE)
    except Error:
        return False
    return True
