"""Menu, tabs of calls and count of failed calls: keyboard, phone, without a script, for everybody."""

import pytest
from playwright.sync_api import Locator, Page, expect

from routing.model.calls import Call
from routing.services import call_dead_letter, call_enqueue, call_remove
from tests.browser.conftest import Opened
from tests.browser.looks import PHONE, assert_for_everybody, assert_looks_right
from tests.browser.site import Site

GROUPS = ["Live", "Reports", "Plan", "Setup"]
FOR_ALL = ["Overview", "Queues", "Agents", "Calls"]
LIVE = [*FOR_ALL, "Conversations"]
PAGES = [
    *LIVE,
    "History",
    "Data feeds",
    "Audit log",
    "Staffing",
    "Simulations",
    "Opening hours",
    "Scenes",
    "Canned replies",
    "API",
    "Desk",
]
FOLLOWING = (
    "/staffing/",
    "/simulations/",
    "/history/",
    "/reporting/",
    "/calls/new/",
    "/dead-letters/",
    "/calls/",
    "/agents/",
)


@pytest.fixture(scope="module", autouse=True)
def _failed(site: Site) -> None:
    """Two calls that failed."""
    for call_id in ("rosa", "tom"):
        fail(site, call_id)


def fail(site: Site, call_id: str) -> None:
    assert isinstance(call_enqueue(site.router, language="French", caller=call_id, call_id=call_id), Call)
    call_dead_letter(site.router, call_id=call_id, reason="line is dead", by="mara")


def menu(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Pages", exact=True)


def test_groups_open_and_close_by_keyboard(opened: Opened) -> None:
    page = opened("/calls/")
    reports = menu(page).get_by_role("button", name="Reports")
    expect(menu(page).get_by_role("link")).to_have_text([*LIVE, "Desk"])
    reports.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(menu(page).get_by_role("link", name="History")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu(page).get_by_role("link", name="History")).to_be_hidden()
    expect(reports).to_be_focused()

    page.keyboard.press("Space")
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Audit log")
    expect(menu(page).get_by_role("button", name="Reports Audit log")).to_have_attribute(
        "aria-current", "true"
    )


def test_one_group_is_open_at_a_time_and_a_click_elsewhere_closes_it(opened: Opened) -> None:
    page = opened("/staffing/")
    menu(page).get_by_role("button", name="Reports").click()
    menu(page).get_by_role("button", name="Plan").click()
    expect(menu(page).get_by_role("link")).to_have_text([*LIVE, "Staffing", "Simulations", "Desk"])
    expect(menu(page).locator("[aria-current=page]")).to_have_text("Staffing")
    page.get_by_role("heading", level=1).click()
    expect(menu(page).get_by_role("link")).to_have_text([*LIVE, "Desk"])


def test_a_phone_has_one_button_that_opens_every_page(opened: Opened) -> None:
    page = opened("/trail/", size=PHONE)
    expect(menu(page).get_by_role("link")).to_have_count(0)
    expect(menu(page).get_by_role("button")).to_have_text(["Menu"])
    menu(page).get_by_role("button", name="Menu").press("Enter")
    expect(menu(page).get_by_role("link")).to_have_text(PAGES)
    expect(menu(page).locator(".group-word:visible")).to_have_text(GROUPS)
    expect(menu(page).get_by_role("list")).to_have_count(len(GROUPS))
    expect(menu(page).locator("[aria-current=page]")).to_have_text("Audit log")
    box = page.locator("#menu").bounding_box()
    assert box is not None
    assert (box["x"], box["width"]) == (0, PHONE[0])
    assert_for_everybody(page, "menu-phone")

    page.keyboard.press("Escape")
    expect(menu(page).get_by_role("button")).to_be_focused()
    expect(menu(page).get_by_role("link")).to_have_count(0)


def test_an_open_group_has_no_serious_finding(opened: Opened) -> None:
    page = opened("/dead-letters/")
    menu(page).get_by_role("button", name="Reports").click()
    expect(page.locator(".failed-calls")).to_be_visible()

    assert_for_everybody(page, "menu")


def test_it_works_without_a_script(opened: Opened) -> None:
    page = opened("/queues/", script=False)
    menu(page).get_by_role("button", name="Plan").click()
    menu(page).get_by_role("link", name="Simulations").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Simulations")

    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    menu(page).get_by_role("button", name="Menu").click()
    menu(page).get_by_role("link", name="Agents").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Agents")


def test_operators_have_no_empty_group_and_the_wall_has_no_menu(opened: Opened) -> None:
    page = opened("/calls/", name="olga")
    expect(menu(page).get_by_role("link")).to_have_text([*FOR_ALL, "Desk"])
    expect(menu(page).get_by_role("button")).to_have_count(0)
    page.goto("/?kiosk=1")
    expect(page.locator("[data-connection=live]")).to_be_visible()
    expect(page.get_by_role("navigation")).to_have_count(0)


def test_every_page_shows_whether_the_board_is_live_and_how_many_calls_failed(opened: Opened) -> None:
    page = opened("/")
    for path in ("/", *FOLLOWING):
        page.goto(path)
        expect(page.locator("[data-connection=live]")).to_have_count(1)
        expect(page.get_by_role("link", name="2 failed", exact=True)).to_be_visible()


def test_the_count_of_failed_calls_leads_to_their_tab_and_goes_with_the_last(
    opened: Opened, site: Site
) -> None:
    page = opened("/calls/", size=PHONE)
    tabs = page.get_by_role("navigation", name="Calls")
    expect(tabs.get_by_role("link", name="Failed 2", exact=True)).to_be_visible()
    page.get_by_role("link", name="2 failed", exact=True).click()
    expect(page).to_have_title("Failed calls · Callcenter")
    expect(tabs.locator("[aria-current=page]")).to_have_text("Failed 2")
    tabs.get_by_role("link", name="All calls").click()
    expect(tabs.locator("[aria-current=page]")).to_have_text("All calls")
    expect(page.locator("[data-connection=live]")).to_be_visible()
    for call_id in ("rosa", "tom"):
        call_remove(site.router, call_id=call_id, reason="Wrong number", by="mara")

    expect(page.locator(".failed-calls")).to_be_hidden()
    expect(tabs.get_by_role("link", name="Failed", exact=True)).to_be_visible()


def test_every_page_of_setup_fits_and_has_no_serious_finding(opened: Opened) -> None:
    page = opened("/setup/", name="ada")
    menu(page).get_by_role("button", name="Setup").click()
    places = [one.get_attribute("href") for one in menu(page).get_by_role("link").all()]
    found = [place for place in places if place and ("/setup/" in place or place == "/users/")]
    assert len(found) >= 9
    for place in found:
        page.goto(place)
        assert_looks_right(page, f"setup-{place.strip('/').replace('/', '-')}")
