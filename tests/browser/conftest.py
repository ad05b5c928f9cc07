"""Fixtures of browser tests: a real browser in front of the real product."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect, sync_playwright

from tests.browser.looks import DESKTOP, Scheme, Size
from tests.browser.prepared import PASSWORD, Prepared, prepare
from tests.browser.site import Site, site_start
from tests.browser.slow import SlowNetwork, click_without_waiting
from tests.browser.windows import PATIENCE_MS, Windows
from tests.running import RunningEngine, RunningRedis

# First Chromium without what is around a page: it takes three quarters of the time.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

# What Playwright turns off, and the two pages that Chromium would draw behind the address bar of every
# window that opens: they take more time than the page that is tested. The last such list holds alone.
WITHOUT = [
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
]
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join(WITHOUT)}",
]
Opened = Callable[..., Page]
HERE = "tests/browser/"

expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks every test of this folder as a browser test."""
    for item in items:
        if item.nodeid.startswith(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Prepared:
    """The database that every site begins with."""
    return prepare(tmp_path_factory, worker_id)


@pytest.fixture(scope="module")
def site(
    prepared: Prepared,
    engine: RunningEngine,
    redis_server: RunningRedis,
    tmp_path_factory: pytest.TempPathFactory,
    pytestconfig: pytest.Config,
) -> Iterator[Site]:
    """The product, started once for the tests of a module."""
    running = site_start(tmp_path_factory.mktemp("site"), prepared, engine, redis_server)
    if pytestconfig.getoption("slow"):
        with SlowNetwork(running.port) as network:
            yield replace(running, port=network.port)
    else:
        yield running
    running.stop()


# Of this folder, not of the session: while Playwright runs, Django refuses this thread its database.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or whichever is on the path."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    assert found, "the browser tests need Chromium; on Debian: apt install chromium-headless-shell"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def sessions(prepared: Prepared) -> dict[str, StorageState]:
    """The session cookies of all users; sign-in has its own test."""
    return prepared.sessions


# Of a module, as its site; `opened` of each test puts them back.
@pytest.fixture(scope="module")
def windows(
    browser: Browser, site: Site, prepared: Prepared, pytestconfig: pytest.Config
) -> Iterator[Windows]:
    """The windows of a module's tests."""
    kept = Windows(browser, site.address, prepared.keys, is_slow=pytestconfig.getoption("slow"))
    yield kept
    kept.close()


@pytest.fixture
def opened(
    windows: Windows, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Opened]:
    """Opens pages, each in a window of its own and signed in; a script error fails the test.

    A test that gives its page scripts, a clock or another socket asks for a fresh window.
    """
    if pytestconfig.getoption("slow"):
        click_without_waiting(monkeypatch)

    def open_page(
        path: str = "/",
        *,
        name: str = "mara",
        size: Size = DESKTOP,
        scheme: Scheme = "light",
        script: bool = True,
        fresh: bool = False,
    ) -> Page:
        page = windows.take(name=name, size=size, scheme=scheme, script=script, fresh=fresh)
        page.goto(path)
        return page

    yield open_page
    assert windows.put_back() == []


def sign_in(page: Page, name: str) -> None:
    """Signs in through the form."""
    page.goto("/sign-in/")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)
