"""How chats and calls leave a desk: transferred, gone before an answer, ended with an outcome."""

import re
from http import HTTPStatus

from playwright.sync_api import Page, expect

from routing.services import agent_end_wrap_up
from tests.browser.desk.chatting import Customer, log, write
from tests.browser.desks import ANA, a_call_rings, call_now, press, stage
from tests.browser.looks import assert_for_everybody
from tests.browser.site import Site
from tests.waiting import wait_until

EARLIER_CALL = {
    "call_id": "c0",
    "at": "2026-11-20T10:00:00Z",
    "result": "answered",
    "agent_name": "Bea Moss",
    "outcome": "sales.booked",
    "outcome_note": "Came by train",
}
EARLIER_CHAT = {
    "chat": "talk",
    "scene": "service",
    "title": "",
    "number": 3,
    "open": False,
    **dict.fromkeys(("at", "created_at"), "2026-11-19T10:00:00Z"),
}
EARLIER_MESSAGE = {
    "chat": "talk",
    "number": 1,
    "client_id": "c1",
    "kind": "text",
    "sender": "contact:leo",
    "body": "Do you have a blue one?",
    "at": "2026-11-19T10:00:00Z",
    "recalled": False,
    "state": {"open": True},
}
EARLIER = {
    "name": "Leo Ruiz",
    "family": ["leo", "q7"],
    "calls": [EARLIER_CALL],
    "conversations": [EARLIER_CHAT],
}


def transferred(desk: Page) -> None:
    """With a note to the queue, from where it rings here again."""
    dialog = desk.get_by_role("dialog", name="Transfer or invite")
    desk.keyboard.press("t")
    expect(dialog.get_by_label("To")).to_contain_text("Spanish · Any")
    expect(dialog.get_by_label("To")).to_contain_text("clerk (robot)")
    dialog.get_by_label("Note for the next agent").fill("Wants to see it at ten")
    assert_for_everybody(desk, "chats-transfer", ["light"])
    dialog.get_by_role("button", name="Transfer", exact=True).click()
    expect(desk.locator(".chat-notice")).to_contain_text("was transferred")
    desk.locator(".chat-offer").get_by_role("button", name="Accept").click()
    expect(desk.locator(".log-note").last).to_contain_text("Wants to see it at ten")
    expect(desk.locator(".chat-offer")).to_have_count(0)


def gone_before_it_was_answered(desk: Page, customer: Customer) -> None:
    """The desk says what became of a chat that rings no longer."""
    customer.says("Hello?")
    expect(desk.locator(".chat-offer .desk-ring .number")).to_be_visible()
    expect(desk).to_have_title(re.compile("^Chat from Customer"))
    customer.ask("POST", f"/chats/{customer.chat}/close", {"seen": 1})
    expect(desk.locator(".chats-news")).to_contain_text("left before the chat was answered")
    expect(desk.locator(".chat-offer")).to_have_count(0)


def closed_with_an_outcome(desk: Page, customer: Customer) -> None:
    """Its queue requires one; the note can be written until some minutes after the close, and nothing that is
    closed to the agent by then is asked for.
    """
    refused: list[str] = []
    desk.on("response", lambda one: refused.append(one.url) if one.status == HTTPStatus.FORBIDDEN else None)
    outcome = desk.get_by_role("form", name="Outcome of the chat")
    expect(outcome).to_contain_text("required")
    customer.says("One more thing")
    expect(desk.locator(".chats-waiting")).to_contain_text("1 customer waiting")
    expect(log(desk)).to_contain_text("One more thing")
    desk.keyboard.press("f")
    dialog = desk.get_by_role("dialog", name="Close this chat?")
    expect(dialog).to_contain_text("The customer has waited")
    assert_for_everybody(desk, "chats-close", ["light"])
    dialog.get_by_role("button", name="Close chat").click()
    expect(desk.locator(".chats .message")).to_contain_text("choose an outcome first")
    write(desk, "Ask me at ten")
    expect(desk.locator(".chats-waiting")).to_have_count(0)
    desk.keyboard.press("Escape")
    desk.keyboard.press("o")
    expect(outcome.get_by_label("Outcome")).to_be_focused()
    outcome.get_by_label("Outcome").select_option(label="Visit booked")
    expect(outcome.get_by_role("status").last).to_contain_text("Saved")
    desk.get_by_role("button", name="Close chat").click()
    expect(desk.locator(".chat-notice")).to_contain_text("was closed")
    expect(desk.get_by_role("heading", name="Chats", exact=True)).to_be_focused()
    expect(desk.locator(".chat-over")).to_contain_text("The chat was closed")
    expect(desk.locator(".chat-row")).to_contain_text("closed")
    desk.locator(".chat-row").click()
    outcome.get_by_label("Note").fill("Tomorrow at ten")
    expect(outcome.get_by_role("status").last).to_contain_text("Saved")
    wait_until(lambda: customer.read()[-1]["body"] == "closed", "the customer is told")
    desk.reload()
    expect(desk.locator(".chat-row")).to_contain_text("closed")
    expect(desk.locator(".chat")).to_contain_text("The chat was closed")
    expect(outcome.get_by_label("Note")).to_have_value("Tomorrow at ten")
    expect(desk.get_by_label("Message to")).to_have_count(0)
    assert [one for one in refused if not one.endswith("/read")] == [], "only a read mark may come too late"


def a_call_has_the_same(desk: Page, site: Site) -> None:
    """Outcome and note of a call, while talking and in wrap-up; what is written is saved before that ends."""
    desk.locator(".desk-statuses").get_by_role("button", name="Available").click()
    stage(desk, "waiting")
    call = a_call_rings(site)
    desk.route("**/earlier", lambda route: route.fulfill(json=EARLIER))
    desk.route("**/earlier/talk/messages?*", lambda route: route.fulfill(json={"items": [EARLIER_MESSAGE]}))
    press(desk, "Accept")
    stage(desk, "talking")
    earlier = desk.get_by_role("region", name="Customer", exact=True)
    earlier.get_by_text("1 earlier call, 1 conversation").click()
    expect(earlier.get_by_role("link")).to_contain_text("Visit booked: Came by train")
    expect(earlier).to_contain_text("3 messages")
    expect(earlier).to_contain_text("q7")
    earlier.get_by_role("button").click()
    dialog = desk.get_by_role("dialog", name="Earlier conversation")
    expect(dialog).to_contain_text("Do you have a blue one?")
    expect(dialog).to_contain_text("Leo Ruiz")
    assert_for_everybody(desk, "chats-earlier-dialog", ["light"])
    desk.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    outcome = desk.get_by_role("form", name="Outcome of the call")
    outcome.get_by_label("Note").fill("Asked for the price")
    press(desk, "Complete")
    stage(desk, "wrap-up")
    expect(outcome.get_by_label("Note")).to_have_value("Asked for the price")
    outcome.get_by_label("Outcome").select_option(label="Visit booked")
    expect(outcome.get_by_role("status")).to_contain_text("Saved")
    assert_for_everybody(desk, "chats-wrap-up", ["light"])
    wrap_up_ends(desk, site)
    found = call_now(site, call)
    assert (found.outcome, found.outcome_note) == ("sales.booked", "Asked for the price")


def wrap_up_ends(desk: Page, site: Site) -> None:
    """By itself, while the agent writes: the keyboard does not lose its place with the field."""
    outcome = desk.get_by_role("form", name="Outcome of the call")
    outcome.get_by_label("Note").focus()
    agent_end_wrap_up(site.router, agent_id=ANA)
    stage(desk, "waiting")
    expect(desk.locator("#stage-title")).to_be_focused()
