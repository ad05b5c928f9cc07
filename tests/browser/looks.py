"""Page checks: light and dark, every width, axe."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

from django.conf import settings
from playwright.sync_api import Page

from tests.browser.watched import redrawn
from tests.thorough import is_exhaustive

Scheme = Literal["light", "dark"]
Size = tuple[int, int]

SCREENSHOTS = Path(settings.BASE_DIR) / "screenshots"
SMALL, PHONE, TABLET = (320, 700), (390, 844), (1000, 800)
LAPTOP, DESKTOP, WALL = (1366, 768), (1440, 900), (1920, 1080)
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
WIDTHS = (SMALL, PHONE, TABLET, LAPTOP, WALL)
DESK_AND_PHONE: Mapping[str, Size] = {"": DESKTOP, "-phone": PHONE}
AXE = Path(settings.BASE_DIR) / "node_modules" / "axe-core" / "axe.min.js"
RUN_AXE = """async (rules) => (await axe.run(document, {resultTypes: ["violations"], ...rules})).violations
    .filter(({impact}) => impact === "serious" || impact === "critical")
    .map(({id, impact, nodes}) => ({id, impact, nodes: nodes.slice(0, 3).map(({html}) => html)}))"""
# What another colour scheme can change; the structure of a page is the same in all.
OF_COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
FITS = "document.documentElement.scrollWidth <= innerWidth"
# Half-way between two colours nothing is readable.
END_TRANSITIONS = """document.getAnimations()
    .forEach((one) => { if (one instanceof CSSTransition) one.finish(); })"""


def keep_screenshot(page: Page, name: str) -> None:
    """Into a folder ignored by git, if it exists."""
    if SCREENSHOTS.is_dir():
        page.screenshot(path=SCREENSHOTS / f"{name}.png")


def serious_findings(page: Page, rules: Mapping[str, list[str]]) -> list[object]:
    """Serious and critical findings of axe, by all its rules or by these only."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[object] = page.evaluate(RUN_AXE, dict(rules))
    return found


def in_schemes(page: Page, schemes: Iterable[Scheme]) -> Iterator[Scheme]:
    """The page in light, then in dark."""
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        page.evaluate(END_TRANSITIONS)
        yield scheme


def resize(page: Page, size: Size) -> None:
    """Gives the window this size, and waits until the page is drawn in it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    redrawn(page)


def schemes_at(size: Size) -> tuple[Scheme, ...]:
    """For a page looked at in several sizes: light on a desk and dark elsewhere, or both if all is tried."""
    if is_exhaustive():
        return SCHEMES
    return ("light",) if size == DESKTOP else ("dark",)


def assert_for_everybody(page: Page, name: str, schemes: Iterable[Scheme] = SCHEMES) -> None:
    """Axe finds nothing in these schemes, and a screenshot of each is kept."""
    rules: Mapping[str, list[str]] = {}
    for scheme in in_schemes(page, schemes):
        keep_screenshot(page, f"{name}-{scheme}")
        found = serious_findings(page, rules)
        assert not found, f"{name}-{scheme}: {json.dumps(found, indent=2)}"
        rules = OF_COLOURS


def assert_looks_right(page: Page, name: str, sizes: Mapping[str, Size] = DESK_AND_PHONE) -> None:
    """At each size axe finds nothing and nothing scrolls sideways; the page is not loaded again."""
    for kind, size in sizes.items():
        resize(page, size)
        assert page.evaluate(FITS), size
        assert_for_everybody(page, f"{name}{kind}", schemes_at(size))


def assert_fits(page: Page, sizes: Iterable[Size] = WIDTHS) -> None:
    """No horizontal scroll at any of these window sizes."""
    for size in sizes:
        resize(page, size)
        assert page.evaluate(FITS), size
