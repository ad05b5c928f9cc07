"""Calls created, offered, abandoned and finished by hand without a dispatcher, with their looks."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from routing.model.agents import AgentStatus, Choice
from routing.model.queues import call_queue
from routing.selectors import waiting_calls
from routing.services import agent_choose, agent_create, call_abandon, call_create, call_enqueue
from tests.browser.conftest import Opened
from tests.browser.looks import assert_looks_right
from tests.browser.site import Site
from tests.centres import agent_now, call_now, in_line

FRENCH = "/queues/W%23French%23Any/"
LOOKS = ["new", "refused", "created", "plain", "queue"]


@pytest.fixture(scope="module", autouse=True)
def _nobody_matches(site: Site) -> None:
    site.kill("dispatcher")
    agent_create(
        site.router,
        name="Cleo Noir",
        gender="F",
        languages=["French"],
        agent_id="cleo",
        status=AgentStatus.OFFLINE,
    )
    agent_choose(site.router, agent_id="cleo", choice=Choice.READY)


@pytest.fixture(autouse=True)
def _hang_up(site: Site) -> Iterator[None]:
    """Callers still waiting or ringing after a test hang up."""
    yield
    ringing = agent_now(site.router, "cleo").call_id
    for call_id in [entry.call_id for entry in waiting_calls(site.router)] + [ringing] * bool(ringing):
        call_abandon(site.router, call_id=str(call_id))


def take_in(page: Page, caller: str) -> None:
    """Makes a call through the form, as from the list of calls."""
    page.goto("/calls/")
    page.get_by_role("link", name="New call").click()
    page.get_by_label("Caller").fill(caller)
    page.get_by_label("Language").select_option("French")
    page.get_by_role("button", name="Queue the call").click()
    expect(page.locator(".message")).to_have_text(f"{caller}: waiting in French · Any.")


def test_a_call_is_made_offered_to_an_agent_and_another_given_up(opened: Opened, site: Site) -> None:
    page = opened("/calls/")
    for caller in ("Anne Petit", "Luc Grand"):
        take_in(page, caller)
    page.goto("/calls/")
    expect(page.locator(".all-calls .caller a")).to_have_text(["Anne Petit", "Luc Grand"])

    page.goto("/agents/?plain=1")
    page.get_by_role("button", name="Which call is next?").click()
    expect(page.locator(".message")).to_have_text("Next call for Cleo Noir: Anne Petit, in French · Any.")
    page.get_by_role("button", name="Offer next call").click()
    expect(page.locator(".message")).to_have_text("Anne Petit is offered to Cleo Noir.")
    expect(page.get_by_role("button", name="Offer next call")).to_have_count(0)

    page.goto("/calls/")
    page.get_by_role("link", name="Luc Grand").click()
    page.get_by_text("Mark as abandoned…").click()
    page.get_by_role("button", name="Mark as abandoned").click()
    expect(page.locator(".message")).to_have_text("Luc Grand: marked as abandoned.")
    expect(page.locator(".story")).to_contain_text("abandoned by mara")
    assert call_now(site.router, agent_now(site.router, "cleo").call_id or "").caller == "Anne Petit"
    assert in_line(site.router, call_queue("French", "Any")) == []


def test_a_call_is_taken_in_first_and_queued_when_more_is_known(opened: Opened, site: Site) -> None:
    page = opened("/calls/new/", script=False)
    page.get_by_label("Caller").fill("Anne Petit")
    page.get_by_label("Language").select_option("French")
    page.get_by_role("button", name="Save without queuing").click()
    expect(page.locator(".message")).to_have_text("Anne Petit: saved, not queued yet.")
    page.get_by_role("link", name="Queue the call").click()
    expect(page.get_by_label("Caller")).to_have_value("Anne Petit")
    expect(page.get_by_label("Language")).to_have_value("French")
    page.get_by_label("Priority").select_option("2")
    page.get_by_role("button", name="Queue the call").click()
    expect(page.locator(".message")).to_have_text("Anne Petit: waiting in French · Any.")

    (entry,) = waiting_calls(site.router)
    assert (entry.priority, call_now(site.router, entry.call_id).caller) == (2, "Anne Petit")


def test_the_first_of_a_queue_is_taken_and_finished(opened: Opened, site: Site) -> None:
    for number in (1, 2):
        call_enqueue(site.router, language="French", caller=f"Caller {number}", call_id=f"first-{number}")
    page = opened(FRENCH)
    expect(page.locator("[data-connection=live]")).to_be_visible()
    page.get_by_text("Complete first call without an agent…").click()
    page.get_by_role("button", name="Complete call").click()

    expect(page.locator(".message")).to_have_text("Caller 1: completed without an agent.")
    expect(page.locator(".entries .caller a")).to_have_text(["Caller 2"])


def test_a_match_to_come_is_offered_at_once(opened: Opened, site: Site) -> None:
    call_enqueue(site.router, language="French", caller="Anne Petit", call_id="at-once")
    page = opened(FRENCH)
    expect(page.locator("[data-connection=live]")).to_be_visible()
    page.get_by_role("button", name="Offer now: Anne Petit to Cleo Noir").click()

    expect(page.locator(".message")).to_have_text("Anne Petit is offered to Cleo Noir.")
    assert call_now(site.router, "at-once").agent_id == "cleo"


def test_the_form_is_filled_in_with_the_keyboard_alone(opened: Opened) -> None:
    page = opened("/calls/new/")
    expect(page.get_by_label("Caller")).to_be_focused()
    page.keyboard.type("Anne Petit")
    page.keyboard.press("Tab")
    page.keyboard.type("French")
    for _ in range(4):  # gender, topic, priority, what is folded up
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Preferred agent", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("F:150\nAny")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Queue the call")).to_be_focused()
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")

    expect(page.locator(".message")).to_have_text("Anne Petit: waiting in French · Female.")
    expect(page.locator(".wishes li")).to_have_count(2)


def shown(page: Page, site: Site, look: str) -> None:
    """Brings the page into the state under test."""
    call_enqueue(site.router, language="French", caller="Anne Petit")
    if look == "created":
        call_create(site.router, language="French", caller="Luc Grand", call_id="created")
    paths = {"created": "/calls/created/", "plain": "/agents/?plain=1", "queue": FRENCH}
    page.goto(paths.get(look, "/calls/new/"))
    if look == "refused":
        page.locator("summary").click()
        page.get_by_label("Steps").fill("F:5\nAny")
        page.get_by_role("button", name="Queue the call").click()
        expect(page.get_by_role("alert")).to_contain_text("steps 1 seconds: 5.0 is not allowed; more than")


@pytest.mark.parametrize("look", LOOKS)
def test_a_page_has_no_serious_finding(opened: Opened, site: Site, look: str) -> None:
    page = opened("/sign-in/")
    shown(page, site, look)
    expect(page.locator("main")).to_be_visible()

    assert_looks_right(page, f"by-hand-{look}")
