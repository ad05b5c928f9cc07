"""Looks and accessibility of queues, calls and audit log; the log in the reader's time zone."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from routing.model.agents import Choice
from routing.model.calls import Call
from routing.model.steps import Step
from routing.services import agent_choose, call_abandon, call_enqueue, call_remove, call_touch
from tests.browser.conftest import Opened
from tests.browser.looks import assert_fits, assert_looks_right, keep_screenshot
from tests.browser.site import Site
from tests.browser.test_pages import everyday

CALLS, AGENTS = "/queues/W%23French%23Any/", "/queues/Q%23English%23F/"
PAGES = {
    "queues": "/queues/",
    "queues-none": "/queues/?q=klingon",
    "queue-calls": CALLS,
    "queue-agents": AGENTS,
    "queue-none": "/queues/W%23Klingon%23Any/",
    "calls": "/calls/",
    "calls-none": "/calls/?q=nobody",
    "call-waiting": "/calls/steps/",
    "agent": "/agents/agent-6/",
    "api-reference": "/api-reference/",
    "trail": "/trail/",
    "trail-none": "/trail/?day=2020-01-01",
}


@pytest.fixture(scope="module", autouse=True)
def _busy(site: Site) -> None:
    everyday(site)
    person = replace(site.router, origin="192.0.2.7")
    steps = [Step("F", seconds=150), Step("Any")]
    for number in range(6):
        call_enqueue(site.router, language="French", caller=f"Caller {number}", call_id=f"c{number}")
    steady = call_enqueue(site.router, language="French", caller="Zoe Blanc", call_id="steps", steps=steps)
    assert isinstance(steady, Call)
    call_abandon(site.router, call_id="c4")
    call_remove(person, call_id="c5", reason="Wrong number", by="mara")
    agent_choose(person, agent_id="agent-6", choice=Choice.PAUSED, reason="Training", by="olga")


def settled(page: Page) -> None:
    """What follows the stream does so."""
    expect(page.locator("main")).to_be_visible()
    if page.locator("#page-config").count() and page.locator("#part").count():
        expect(page.locator("[data-connection=live]")).to_be_visible()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_serious_finding_and_scrolls_sideways_at_no_width(opened: Opened, name: str) -> None:
    page = opened(PAGES[name])
    settled(page)

    assert_looks_right(page, name)
    assert_fits(page)


def test_who_may_not_read_the_trail_is_told_whom_to_ask(opened: Opened) -> None:
    page = opened("/trail/", name="olga")
    keep_screenshot(page, "trail-not-allowed")

    expect(page.locator("main")).to_contain_text("Only supervisors may see or do this")


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_trail_is_of_the_reader_s_day_and_says_whose_day_it_is(
    browser: Browser, site: Site, sessions: dict[str, StorageState], zone: str
) -> None:
    call_enqueue(site.router, language="French", caller="Anne Petit", call_id=zone)
    call_touch(replace(site.router, origin="192.0.2.7"), call_id=zone, by="mara")
    context = browser.new_context(base_url=site.address, storage_state=sessions["mara"], timezone_id=zone)
    page = context.new_page()
    page.goto("/trail/")

    expect(page.get_by_label(f"Day in {zone}")).to_have_value(
        page.evaluate("new Intl.DateTimeFormat('sv').format(Date.now())")
    )
    # A clock alone: what was done just now was done on this day.
    expect(page.locator(".trail tbody .when").first).to_have_text(re.compile(r"^\d\d:\d\d:\d\d$"))
    expect(page.locator(".trail tbody .whom").first).to_have_text("Anne Petit")
    context.close()


def test_the_list_of_queues_is_walked_with_the_keyboard_alone(opened: Opened) -> None:
    page = opened("/queues/?q=french+any")
    settled(page)
    page.get_by_role("searchbox", name="Search").focus()
    for _ in range(3):  # the box, the table, the number
        page.keyboard.press("Tab")
    focused = page.locator(":focus")
    expect(focused).to_have_attribute("href", CALLS)
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", level=1)).to_contain_text("French · Any")


def test_tickets_and_version_ids_are_diagnostics_open_for_supervisors(opened: Opened, site: Site) -> None:
    page, operators = opened(CALLS), opened(CALLS, name="olga")
    settled(page)
    ticket = page.locator(".entries td.ticket").first
    expect(ticket).to_be_visible()
    expect(operators.locator(".entries td.ticket").first).to_be_hidden()
    page.get_by_role("heading", name="Diagnostics").click()
    call_enqueue(site.router, language="French", caller="Newcomer")

    expect(page.locator(".entries").get_by_role("link", name="Newcomer")).to_be_visible()
    expect(ticket).to_be_hidden()
