"""Looks and accessibility of the staffing page."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened
from tests.browser.looks import assert_fits, assert_for_everybody, assert_looks_right

CURVE = [12, 18, 30, 55, 90, 120, 140, 150, 148, 130, 110, 118, 135, 150, 142, 120, 96, 70, 48, 30]
DAY = "\n".join(f"{8 + place // 2:02}:{30 * (place % 2):02},{calls}" for place, calls in enumerate(CURVE))
FULL: dict[str, object] = {
    "patience": 180,
    "shrinkage": 30,
    "max_occupancy": 85,
    "volume": 10,
    "aht_change": 5,
    "intervals": DAY,
}
PAGES: dict[str, dict[str, object]] = {
    "staffing": {},
    "staffing-full": FULL,
    "staffing-wrong": {"calls": "many", "aht": 0, "max_abandoned": 5, "intervals": "10\nx"},
    "staffing-quiet": {"calls": 0},
    "staffing-large": {"calls": 9000, "interval": 15, "aht": 900, "shrinkage": 33, "volume": -12.5},
}


def address(name: str) -> str:
    return f"/staffing/?{urlencode(PAGES[name])}"


def drawn(page: Page) -> None:
    expect(page.locator("main")).to_be_visible()
    if page.locator(".plot-place").count():
        expect(page.locator(".plot canvas").first).to_be_visible()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_serious_finding_and_scrolls_sideways_at_no_width(opened: Opened, name: str) -> None:
    page = opened(address(name))
    drawn(page)

    assert_looks_right(page, name)
    assert_fits(page)


def test_a_formula_is_readable_where_it_opens(opened: Opened) -> None:
    page = opened(address("staffing-full"))
    drawn(page)
    page.get_by_role("button", name="Erlang A").hover()
    expect(page.locator("#formula-model")).to_be_visible()

    assert_for_everybody(page, "staffing-formula")
