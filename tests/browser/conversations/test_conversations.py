"""Conversations in the browser: the live list, one to read along."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from routing.services import agent_create
from tests.browser.conftest import Opened
from tests.browser.desk.chatting import Customer, acts, messenger_of
from tests.browser.desks import ANA, seat, seat_olga
from tests.browser.looks import assert_for_everybody, assert_looks_right
from tests.browser.site import Site
from tests.running import RunningEngine, RunningRedis
from tests.waiting import wait_until


@pytest.fixture(scope="module", autouse=True)
def site_settings() -> Iterator[None]:
    """Read by the processes of the site when they start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCENES", json.dumps({"service": {"language": "Spanish"}}))
        yield


@pytest.fixture(scope="module", autouse=True)
def _messages(site_settings: None, site: Site, engine: RunningEngine, redis_server: RunningRedis) -> None:  # noqa: ARG001 - first the settings
    """The table of messages."""
    messenger_of(site, engine, redis_server)


def test_the_list_shows_each_new_message(opened: Opened, site: Site) -> None:
    page = opened("/conversations/")
    expect(page.get_by_text("No conversations yet")).to_be_visible()
    customer, other = Customer(site).begin(), Customer(site).begin()
    customer.says("Is the car still there?")
    other.says("Which papers does the seller of a car have to bring to the registration office? " * 3)
    row = page.get_by_role("row", name="Waiting").first
    expect(row).to_contain_text("Is the car still there?")
    customer.says("<b>Hello?</b>")  # nothing of it is in the board's stream
    expect(row).to_contain_text("<b>Hello?</b>")
    assert_looks_right(page, "conversations")
    page.get_by_label("Search").fill("papers")
    expect(page.get_by_role("row", name="Waiting")).to_have_count(1)


def test_a_supervisor_reads_along_and_steps_in(opened: Opened, site: Site) -> None:
    """A supervisor with a desk: what it says there is the service's, and not that of the desk's agent."""
    supervisor = opened("/health/")
    seat_olga(supervisor, site)
    agent_create(site.router, name="Bea Moss", gender="F", languages=["Spanish"], agent_id="bea")
    seat(supervisor, "bea", "mara")
    desk = opened("/desk/", name="olga")
    a_notice_shows_until_it_is_dismissed(opened("/conversations/"), desk)
    for agent in (ANA, "bea"):
        acts(supervisor, "POST", f"/agents/{agent}/slots", {"slots": 3})
        acts(supervisor, "POST", f"/agents/{agent}/choose", {"choice": "paused", "channel": "chat"})
    customer = Customer(site).begin()
    customer.says("My number is 4711")
    page = opened(f"/conversations/{customer.chat}/")

    reads_along_and_recalls(page, customer)
    assigns(page)
    acts(supervisor, "POST", f"/agents/{ANA}/choose", {"choice": "ready", "channel": "chat"})
    wait_until(lambda: is_accepted(desk, customer.chat), "Ana accepts the chat")
    joins(page, customer)
    takes_over(page)
    acts(supervisor, "POST", f"/agents/{ANA}/choose", {"choice": "paused", "channel": "chat"})
    acts(supervisor, "POST", "/agents/bea/choose", {"choice": "ready", "channel": "chat"})
    wait_until(lambda: is_accepted(supervisor, customer.chat), "Bea accepts at the supervisor's desk")
    closes(page)


def a_notice_shows_until_it_is_dismissed(page: Page, desk: Page) -> None:
    """On each device, also at the desk of an agent who does not chat, and on other pages of supervisors."""
    page.get_by_role("button", name="Send a notice").click()
    dialog = page.get_by_role("dialog", name="Send a notice")
    dialog.get_by_label("Notice").fill("The <b>fair</b> begins at six")
    assert_for_everybody(page, "notice-dialog", ["light"])
    dialog.get_by_role("button", name="Send", exact=True).click()
    notices = page.get_by_role("region", name="Notices")
    expect(notices).to_contain_text("The <b>fair</b> begins at six")
    assert_looks_right(page, "notices")
    shown = desk.get_by_role("region", name="Notices")
    expect(shown).to_contain_text("begins at six")
    shown.get_by_role("button", name="Dismiss").click()
    expect(shown).to_have_count(0)
    expect(notices).to_be_visible()
    page.goto("/")
    expect(notices).to_contain_text("begins at six")
    assert_looks_right(page, "overview-notices")
    notices.get_by_role("button", name="Dismiss").click()
    expect(notices).to_have_count(0)


def reads_along_and_recalls(page: Page, customer: Customer) -> None:
    log = page.get_by_role("log", name="Messages")
    expect(log).to_contain_text("My number is 4711")
    page.keyboard.press("u")
    expect(page.locator("[data-step=customer]")).to_be_visible()
    page.go_back()
    expect(page.locator("[data-step=chat]")).to_be_visible()
    expect(log).to_contain_text("My number is 4711")
    customer.says("<b>Hello?</b>")
    expect(log).to_contain_text("<b>Hello?</b>")
    log.get_by_role("button", name="Recall").first.click()
    dialog = page.get_by_role("dialog", name="Recall this message?")
    expect(dialog).to_contain_text("My number is 4711")
    assert_for_everybody(page, "conversation-recall", ["light"])
    page.keyboard.press("Escape")
    expect(log).to_contain_text("4711")
    log.get_by_role("button", name="Recall").first.click()
    dialog.get_by_role("button", name="Recall message").click()
    expect(log).not_to_contain_text("4711")
    wait_until(lambda: "My number is 4711" not in customer.texts(), "it is gone for the customer too")
    expect(page.locator(".customer-facts")).to_contain_text("service")
    expect(page.get_by_text("waiting for an agent")).to_be_visible()


def assigns(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Take over")
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    dialog = page.get_by_role("dialog", name="Assign chat")
    dialog.get_by_label("Agent").select_option(label="Ana Torres (paused, 0 of 3)")
    dialog.get_by_label("Reason").fill("knows the car")
    assert_for_everybody(page, "conversation-assign", ["light"])
    dialog.get_by_role("button", name="Assign").click()
    expect(page.locator(".chat-notice")).to_contain_text("Ana Torres is offered the chat before all others.")
    expect(page.get_by_text("waiting for Ana Torres only")).to_be_visible()
    assert_looks_right(page, "conversation-waiting")


def joins(page: Page, customer: Customer) -> None:
    expect(page.get_by_text("with Ana Torres")).to_be_visible()
    page.get_by_label("Message to").fill("We are here")
    page.keyboard.press("Enter")
    wait_until(lambda: "We are here" in customer.texts(), "the customer reads the answer")
    assert {one["sender"] for one in customer.read() if one["body"] == "We are here"} == {"service"}
    page.get_by_role("button", name="Internal note").click()
    page.get_by_label("Internal note: customers never see it").fill("Be kind")
    page.keyboard.press("Enter")
    expect(page.locator(".log-note")).to_contain_text("Be kind")
    assert_looks_right(page, "conversation")


def takes_over(page: Page) -> None:
    page.get_by_role("button", name="Take over").click()
    expect(page.locator(".chat-notice")).to_contain_text("goes to your desk first")
    expect(page.get_by_text("waiting for Bea Moss only")).to_be_visible()


def closes(page: Page) -> None:
    expect(page.get_by_text("with Bea Moss")).to_be_visible()
    page.get_by_role("button", name="Close chat").click()
    expect(page.locator(".chat-over")).to_contain_text("The chat was closed")


def is_accepted(desk: Page, chat: str) -> bool:
    """Ana accepts what rings; whether she has this chat."""
    found = desk.request.get("/api/v1/desk/chats").json()
    if found["offered"]:
        acts(desk, "POST", f"/chats/{found['offered']['chat']}/accept", {})
    return any(one["chat"] == chat for one in found["held"])
