"""Chats at a desk: the story of a chat whose customer writes over the API, on a desk, a phone and offline."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from messaging.messenger import Messenger
from routing.services import agent_create
from tests.browser.conftest import Opened
from tests.browser.desk.chatting import Customer, acts, log, messenger_of, write
from tests.browser.desk.endings import (
    a_call_has_the_same,
    closed_with_an_outcome,
    gone_before_it_was_answered,
    transferred,
)
from tests.browser.desks import ANA, LIVE, seat
from tests.browser.looks import DESKTOP, FITS, PHONE, assert_for_everybody, resize
from tests.browser.site import Site
from tests.running import RunningEngine, RunningRedis
from tests.waiting import wait_until

SETTINGS = {
    "SCENES": {
        "service": {"language": "Spanish", "title": "Service"},
        "hours": {"language": "Spanish", "robot": "clerk"},
    },
    "OUTCOMES": {"sales": {"label": "Sales", "codes": {"booked": "Visit booked"}}},
    "QUEUE_POLICIES": {"*.chat": {"outcome_required": True}},
}
AT_END = "one => one.scrollHeight - one.clientHeight - one.scrollTop < 60"


@pytest.fixture(scope="module", autouse=True)
def site_settings() -> Iterator[None]:
    """Read by the processes of the site when they start."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in SETTINGS.items():
            patch.setenv(name, json.dumps(value))
        yield


@pytest.fixture(scope="module")
def messages(site: Site, engine: RunningEngine, redis_server: RunningRedis) -> Messenger:
    return messenger_of(site, engine, redis_server)


@pytest.fixture
def desk(messages: Messenger, seat: None, opened: Opened, site: Site) -> Page:  # noqa: ARG001 - first a desk
    """Ana's desk, which gets slots for chats while it is open."""
    agent_create(site.router, name="Bea Moss", gender="F", languages=["Spanish"], agent_id="bea")
    page = opened("/desk/", name="olga")
    supervisor = opened("/agents/", name="mara")
    expect(page.locator(LIVE)).to_be_visible()
    expect(page.locator(".chats")).to_have_count(0)
    for agent in (ANA, "bea"):
        acts(supervisor, "POST", f"/agents/{agent}/slots", {"slots": 3})
    acts(supervisor, "POST", "/agents/bea/choose", {"choice": "paused", "channel": "chat"})
    reply = {"version": 0, "title": "Yes", "body": "Yes, it is. {customer}"}
    acts(supervisor, "PUT", "/replies/shared/yes", reply)
    return page


def test_the_story_of_a_chat(desk: Page, opened: Opened, site: Site, messages: Messenger) -> None:
    desk.locator(".chats-choice").get_by_role("button", name="Available").click()
    customer = Customer(site).begin()
    customer.says("Is the car <b>still</b> there?")

    offered(desk)
    written(desk, customer)
    a_card(desk, customer)
    typing_and_seen(desk, customer, opened("/health/", name=""))
    nothing_is_lost(desk, customer)
    older_pages(desk, customer, messages)
    on_a_phone(desk)
    keys_and_slots(desk)
    invited(desk, customer, opened("/health/", name="mara"))
    transferred(desk)
    gone_before_it_was_answered(desk, Customer(site).begin())
    closed_with_an_outcome(desk, customer)
    a_call_has_the_same(desk, site)


def offered(desk: Page) -> None:
    """It rings, with title and countdown; accepting opens it."""
    offer = desk.locator(".chat-offer")
    expect(offer.locator(".desk-ring .number")).to_have_text(re.compile(r"^\d+$"))
    expect(desk).to_have_title(re.compile("^Chat from Customer"))
    assert_for_everybody(desk, "chats-offer")
    desk.keyboard.press("y")
    expect(log(desk)).to_contain_text("Is the car <b>still</b> there?")
    expect(desk.locator(".chats-waiting")).to_contain_text("1 customer waiting")
    expect(desk).to_have_title(re.compile(r"^\(1\) Waiting"))


def written(desk: Page, customer: Customer) -> None:
    """Both write; a note is for staff; an own message is recalled; a picture is shown."""
    desk.keyboard.press("r")
    desk.get_by_label("Message to").press_sequentially("/yes")
    expect(desk.get_by_role("option", name="Yes")).to_be_visible()
    assert_for_everybody(desk, "chats-replies", ["light"])
    desk.keyboard.press("Enter")
    expect(desk.get_by_label("Message to")).to_have_value("Yes, it is. {customer}")
    desk.keyboard.press("Enter")
    expect(desk.locator(".chats .message")).to_contain_text("Fill in {customer}")
    desk.locator(".chats").get_by_role("button", name="Close this message").press("Enter")
    expect(desk.get_by_role("heading", name="Chats", exact=True)).to_be_focused()
    write(desk, "Yes, it is.")
    wait_until(lambda: "Yes, it is." in customer.texts(), "the customer reads the answer")
    expect(desk.locator(".chats-waiting")).to_have_count(0)
    write(desk, "A mistake")
    wait_until(lambda: "A mistake" in customer.texts(), "it is there")
    desk.get_by_role("button", name="Recall").last.click()
    expect(desk.locator(".log-recalled")).to_be_visible()
    customer.says("Can I see it tomorrow?\nAt ten?")
    expect(log(desk)).to_contain_text("At ten?")
    own_replies(desk)

    desk.get_by_role("button", name="Internal note").click()
    desk.get_by_label("Internal note: customers never see it").fill("Asked for a discount before")
    desk.keyboard.press("Enter")
    expect(desk.locator(".log-note")).to_contain_text("Asked for a discount before")
    assert "Asked for a discount before" not in customer.texts()
    desk.get_by_role("button", name="Message", exact=True).click()
    desk.locator(".composer-file input").set_input_files(
        {"name": "car.txt", "mimeType": "text/plain", "buffer": b"a car"}
    )
    expect(desk.get_by_role("link", name="car.txt")).to_have_attribute("download", "car.txt")


def own_replies(desk: Page) -> None:
    """Written in their dialog, where an unknown placeholder is refused, and inserted by a slash."""
    desk.keyboard.press("Escape")
    desk.keyboard.press("q")
    own = desk.get_by_role("dialog", name="My replies")
    own.get_by_label("Title").fill("Bye")
    own.get_by_label("Text").fill("Goodbye {customr}")
    own.get_by_role("button", name="Add reply").click()
    expect(own.get_by_role("alert")).to_contain_text("{customr}")
    own.get_by_label("Text").fill("Goodbye")
    own.get_by_role("button", name="Add reply").click()
    expect(own.get_by_role("list", name="My replies")).to_contain_text("Goodbye")
    assert_for_everybody(desk, "chats-own-replies", ["light"])
    desk.keyboard.press("Escape")
    expect(own).to_be_hidden()
    desk.keyboard.press("r")
    expect(desk.get_by_label("Message to")).to_be_focused()
    desk.get_by_label("Message to").press_sequentially("/bye")
    desk.get_by_role("option", name="Bye").click()
    expect(desk.get_by_label("Message to")).to_have_value("Goodbye")
    desk.get_by_label("Message to").fill("")


def a_card(desk: Page, customer: Customer) -> None:
    """A card is sent once its form is filled in; what the customer does shows here."""
    desk.get_by_role("heading", name="Customer", exact=True).click()
    desk.keyboard.press("g")
    dialog = desk.get_by_role("dialog", name="Send a card")
    dialog.get_by_label("Kind").select_option(label="Confirm a price")
    dialog.get_by_label("For").fill("Golf")
    dialog.get_by_label("Price").fill("12500")
    dialog.get_by_label("Currency").fill("euros")
    dialog.get_by_role("button", name="Send card").click()
    expect(dialog.get_by_role("alert")).to_contain_text("currency")
    dialog.get_by_label("Currency").fill("EUR")
    assert_for_everybody(desk, "chats-card", ["light"])
    dialog.get_by_role("button", name="Send card").click()
    card = desk.locator("[data-card]")
    expect(card).to_contain_text("Offered")
    expect(card).to_contain_text("12,500 EUR")
    customer.ask("POST", f"/cards/{card.get_attribute('data-card')}/act", {"step": 1, "action": "confirm"})
    expect(card.locator(".tone-green")).to_be_visible()


def typing_and_seen(desk: Page, customer: Customer, device: Page) -> None:
    """The customer's device says that the customer is typing, and how far they have read."""
    device.evaluate(
        """([token, chat, number]) => {
            const socket = new WebSocket(`ws://${location.host}/ws/messages/`);
            socket.onopen = () => socket.send(JSON.stringify({type: "hello", token}));
            socket.onmessage = ({data}) => {
                if (JSON.parse(data).type !== "hello") return;
                socket.send(JSON.stringify({type: "typing", chat}));
                socket.send(JSON.stringify({type: "seen", chat, number}));
            };
        }""",
        [customer.token, customer.chat, customer.last + 9],
    )
    expect(desk.locator(".chat-typing")).to_contain_text("is typing")
    expect(desk.locator(".log-foot")).to_contain_text("Seen")


def nothing_is_lost(desk: Page, customer: Customer) -> None:
    """What is written offline, or while the chat loads, is sent once; a draft outlives a reload."""
    desk.context.set_offline(offline=True)
    write(desk, "Ten is fine")
    expect(desk.locator("[data-state=waiting]")).to_contain_text("Ten is fine")
    expect(desk.locator(".chat-row")).to_contain_text("1 sending")
    desk.get_by_label("Message to").fill("Half a sente")
    desk.context.set_offline(offline=False)
    desk.route("**/desk/chats", lambda _: None)  # it loads for as long as that
    desk.reload()
    expect(desk.locator(".composer-hint")).to_contain_text("Sent once the chat has loaded")
    desk.locator("body").press("r")
    desk.keyboard.type("nce")
    expect(desk.get_by_label("Message to")).to_have_value("Half a sentence")
    desk.keyboard.press("Enter")
    desk.unroute("**/desk/chats")
    expect(desk.get_by_label("Message to")).to_have_value("")
    expect(desk.locator("[data-state=waiting]")).to_have_count(0)
    expect(log(desk)).to_contain_text("Half a sentence")
    for text in ("Ten is fine", "Half a sentence"):
        assert customer.texts().count(text) == 1, "it is sent once"


def older_pages(desk: Page, customer: Customer, messages: Messenger) -> None:
    """The newest page comes first; older ones come while one scrolls up, and nothing moves."""
    customer.says_at_once(messages, [f"line {number}" for number in range(120)])
    desk.reload()
    expect(log(desk)).to_contain_text("line 119")
    expect(log(desk)).not_to_contain_text("line 42")
    wait_until(lambda: log(desk).evaluate(AT_END), "the log shows its end")
    for _ in range(4):
        if desk.get_by_text("Start of the conversation").count():
            break
        first = log(desk).locator("[data-line]").nth(1)
        text = first.inner_text()
        log(desk).evaluate("one => { one.scrollTop = 0; }")
        expect(log(desk).locator("[data-line]").nth(1)).not_to_have_text(text)
        top = log(desk).evaluate("one => one.scrollTop")
        assert top > 100, "the reader stays where older lines were put above"
    expect(log(desk)).to_contain_text("still")


def on_a_phone(desk: Page) -> None:
    """List, chat and customer are steps, each for everybody."""
    assert_for_everybody(desk, "chats-desk")
    resize(desk, PHONE)
    assert desk.evaluate(FITS)
    assert_for_everybody(desk, "chats-phone-chat", ["dark"])
    desk.get_by_role("button", name="Customer", exact=True).click()
    expect(desk.get_by_role("heading", name="Customer", exact=True)).to_be_visible()
    assert_for_everybody(desk, "chats-phone-customer", ["light"])
    desk.go_back()
    desk.get_by_role("button", name="Chats", exact=True).click()
    expect(desk.locator(".chat-row")).to_be_visible()
    assert_for_everybody(desk, "chats-phone-list", ["light"])
    assert desk.evaluate(FITS)
    desk.locator(".chat-row").click()
    resize(desk, DESKTOP)


def keys_and_slots(desk: Page) -> None:
    """All keys are listed; fewer chats at once are chosen, and as many again."""
    desk.get_by_role("heading", name="Customer", exact=True).click()
    desk.keyboard.press("?")
    keys = desk.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("Transfer the chat, or invite a colleague")
    expect(keys).to_contain_text("Go to the outcome")
    assert_for_everybody(desk, "chats-keys", ["light"])
    desk.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    slots = desk.get_by_label("Chats at once")
    for number in ("1", "3"):
        slots.select_option(number)
        expect(slots).to_be_enabled()
        expect(slots).to_have_value(number)
    desk.get_by_role("heading", name="Customer", exact=True).click()


def invited(desk: Page, customer: Customer, colleague: Page) -> None:
    """A colleague reads and writes too, at her own desk, and leaves; the chat stays where it is."""
    seat(colleague, "bea", "mara")
    colleague.goto("/desk/")
    expect(colleague.locator(".chats")).to_be_visible()
    dialog = desk.get_by_role("dialog", name="Transfer or invite")
    desk.keyboard.press("t")
    dialog.get_by_label("To").select_option(label="Bea Moss (paused, 0 of 3)")
    dialog.get_by_role("button", name="Invite").click()
    expect(log(desk)).to_contain_text("Bea Moss joined")
    row = colleague.locator(".chat-row")
    expect(row).to_contain_text("invited")
    row.click()
    write(colleague, "I can help")
    expect(log(desk)).to_contain_text("I can help")
    assert "I can help" in customer.texts()
    colleague.get_by_role("button", name="Leave", exact=True).click()
    expect(row).to_have_count(0)
