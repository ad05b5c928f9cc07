"""The customer widget on a page with a strict policy and hostile styles: the story of one customer."""

import json

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opened
from tests.browser.looks import PHONE, assert_for_everybody, keep_screenshot
from tests.browser.widget.host import CLOSED, SCENE, Host, identity
from tests.browser.widget.talking import answers, asked, chat_of, offers, opens, reports, writes


def test_the_story_of_a_customer(opened: Opened, host: Host) -> None:
    staff = opened("/agents/", name="mara")
    page = opened(host.address, name="a customer", fresh=True)
    broken: list[str] = []
    page.on("console", lambda message: broken.append(message.text) if message.type == "error" else None)
    panel = opens(page)
    expect(panel.get_by_role("heading", name="Cars")).to_be_visible()
    assert page.context.cookies(host.address) == []

    chat = writes_anonymously(page, panel, staff)
    hears_while_closed(page, panel, staff, chat)
    writes_offline(page, panel, staff, chat)
    assert all("ERR_INTERNET_DISCONNECTED" in one for one in broken), broken

    page.evaluate(f"Callcenter.identify({identity('u-17')!r})")
    page.wait_for_function(f"localStorage.getItem('callcenter:{SCENE}') === null")
    writes(panel, "It is me")
    expect(panel.locator(".mine").last.locator(".meta")).to_contain_text("Sent")
    expect(panel.locator(".bubble").first).to_have_text("Is it sold?")
    assert asked(staff, f"/chats/{chat}/messages")["items"][-1]["body"] == "It is me"

    # The named customer finds the conversation on another device.
    second = opened(f"{host.address}/rtl", name="a customer", size=PHONE, scheme="dark", fresh=True)
    second.wait_for_function("window.Callcenter?.identify")
    second.evaluate(f"Callcenter.identify({identity('u-17')!r})")
    other = opens(second)
    second.keyboard.press("Tab")
    second.keyboard.press("Tab")
    expect(other.get_by_label("More")).to_be_focused()
    second.keyboard.press("Shift+Tab")
    expect(other.get_by_role("button", name="Send")).to_be_focused()
    expect(other.locator(".bubble").last).to_have_text("It is me")
    assert_for_everybody(second, "widget-phone-rtl")

    panel.get_by_label("More").click()
    panel.get_by_role("button", name="End conversation").click()
    expect(other.get_by_text("The conversation has ended.")).to_be_visible()


def writes_anonymously(page: Page, panel: Locator, staff: Page) -> str:
    """A message, its place in line, an answer; the conversation."""
    writes(panel, "Is it sold?")
    expect(panel.locator(".mine .meta")).to_contain_text("Sent")
    expect(panel.get_by_text("You are next in line.")).to_be_visible()
    chat = chat_of(page)
    answers(staff, chat, "Not yet. See https://cars.example/1.")
    answer = panel.locator(".theirs .bubble")
    expect(answer).to_have_text("Not yet. See https://cars.example/1.")
    expect(answer.get_by_role("link")).to_have_attribute("href", "https://cars.example/1")
    assert_for_everybody(page, "widget")
    return chat


def hears_while_closed(page: Page, panel: Locator, staff: Page, chat: str) -> None:
    """The button counts what is unread, and has the focus again."""
    page.keyboard.press("Escape")
    button = page.get_by_role("button", name="Chat with us")
    expect(button).to_be_focused()
    answers(staff, chat, "Do you want to see it?")
    expect(page.get_by_role("button", name="Chat with us, 1 unread message")).to_be_visible()
    button.click()
    expect(panel.locator(".theirs")).to_have_count(2)
    expect(button).to_have_accessible_name("Chat with us")


def writes_offline(page: Page, panel: Locator, staff: Page, chat: str) -> None:
    """What is written waits, and is sent once; what was said meanwhile arrives."""
    page.context.set_offline(True)
    expect(panel.get_by_text("No connection.")).to_be_visible(timeout=3_000)
    writes(panel, "Yes, tomorrow")
    expect(panel.locator(".waiting .meta")).to_contain_text("Waiting to be sent")
    answers(staff, chat, "Are you still there?")
    page.context.set_offline(False)
    expect(panel.locator(".waiting")).to_have_count(0)
    expect(panel.locator(".theirs")).to_have_count(3)
    sent = [one["body"] for one in asked(staff, f"/chats/{chat}/messages")["items"]]
    assert sent.count("Yes, tomorrow") == 1


def test_outside_hours_a_form_begins_the_conversation_also_without_sockets(
    opened: Opened, host: Host
) -> None:
    """The policy of this page blocks WebSockets, as some networks do."""
    staff = opened("/agents/", name="mara")
    page = opened(f"{host.address}/closed", name="a customer", fresh=True)
    sockets: list[str] = []
    page.on("websocket", lambda one: sockets.append(one.url))
    page.get_by_role("button", name="Chat with us").click()
    panel = page.get_by_role("dialog")
    expect(panel.get_by_text("We are back in spring.")).to_be_visible()
    expect(panel.get_by_label("Name")).to_be_focused()
    page.evaluate(f"Callcenter.identify({identity('u-40', aud=CLOSED)!r})")
    expect(panel.get_by_label("Name")).to_have_count(0)
    expect(panel.get_by_role("textbox", name="Message")).to_be_focused()
    page.evaluate("Callcenter.identify(null)")
    panel.get_by_label("Name").fill("Ada")
    panel.get_by_label("E-mail or phone").fill("ada@example.org")
    panel.get_by_role("textbox", name="Message").fill("Please call me")
    assert_for_everybody(page, "widget-closed")
    panel.get_by_role("button", name="Leave message").click()
    expect(panel.locator(".mine .bubble")).to_have_text(
        "Name: Ada\nE-mail or phone: ada@example.org\n\nPlease call me"
    )
    expect(panel.locator(".mine .meta")).to_contain_text("Sent")
    expect(panel.get_by_role("textbox", name="Message")).to_be_focused()
    expect(panel.get_by_text("in line")).to_have_count(0)
    answers(staff, chat_of(page, CLOSED), "Good morning, Ada")
    expect(panel.locator(".theirs .bubble")).to_have_text("Good morning, Ada")
    expect(panel.get_by_text("Chat is not available")).to_have_count(0)
    assert sockets == []


def test_where_chats_are_refused_outside_hours_nothing_can_be_written(opened: Opened, host: Host) -> None:
    page = opened(f"{host.address}/refusing", name="a late customer", fresh=True)
    page.get_by_role("button", name="Chat with us").click()
    panel = page.get_by_role("dialog")
    expect(panel.get_by_role("status").get_by_text("We are back in spring.")).to_be_visible()
    expect(panel.get_by_role("button", name="Hide chat")).to_be_focused()
    expect(panel.get_by_role("textbox")).to_have_count(0)
    assert_for_everybody(page, "widget-refusing")


def test_pictures_are_drawn_and_a_refused_file_says_why(opened: Opened, host: Host) -> None:
    staff = opened("/agents/", name="mara")
    page = opened(host.address, name="a customer", fresh=True)
    panel = opens(page)
    files = panel.locator("input[type=file]")
    # Drawn, which the policy of the page cannot forbid.
    files.set_input_files({"name": "car.png", "mimeType": "image/png", "buffer": PNG})
    picture = panel.get_by_role("img", name="Picture: car.png")
    expect(picture).to_have_attribute("width", "2")
    files.set_input_files(
        {"name": "run.exe", "mimeType": "application/x-dosexec", "buffer": b"MZ\x00\x01" * 9}
    )
    expect(panel.get_by_role("alert").filter(has_text="Not sent")).to_be_visible()
    keep_screenshot(page, "widget-files")
    chooses_offline(page, panel, staff, chat_of(page))


def chooses_offline(page: Page, panel: Locator, staff: Page, chat: str) -> None:
    """A file chosen offline outlives its page: the next one sends it, once."""
    address = page.url
    page.context.set_offline(True)
    panel.locator("input[type=file]").set_input_files(
        {"name": "late.png", "mimeType": "image/png", "buffer": PNG}
    )
    expect(panel.locator(".waiting")).to_have_count(1)
    page.wait_for_function(KEPT_FILES)
    following = page.context.new_page()
    page.close()
    following.context.set_offline(False)
    following.goto(address)
    opens(following)
    expect(following.get_by_role("img", name="Picture: late.png")).to_have_attribute("width", "2")
    names = [
        one["body"] for one in asked(staff, f"/chats/{chat}/messages")["items"] if "late.png" in one["body"]
    ]
    assert len(names) == 1


def test_a_customer_acts_on_cards(opened: Opened, host: Host) -> None:
    staff = opened("/agents/", name="mara")
    page = opened(host.address, name="a customer", fresh=True)
    panel = opens(page)
    writes(panel, "Can I see it?")
    expect(panel.locator(".mine .meta")).to_contain_text("Sent")
    chat = chat_of(page)

    slots = ["2027-03-01T14:30", "2027-03-02T09:00"]
    visit = offers(staff, chat, "visit", subject="Clio", place="Lyon", slots=slots)
    card = panel.get_by_role("region", name="Book a visit")
    card.get_by_label("Time").select_option(slots[1])
    card.get_by_label("Name").fill("Kim")
    assert_for_everybody(page, "widget-card-visit")
    card.get_by_role("button", name="Book").click()
    expect(card.get_by_text("In progress…")).to_be_visible()
    reports(staff, visit["card"], {"reference": "V-1"})
    expect(card).to_contain_text("V-1")
    expect(card).to_contain_text("Visit booked")
    expect(card.get_by_role("button")).to_have_count(0)

    offers(staff, chat, "price", subject="Clio", amount=8900.5, currency="EUR")
    price = panel.get_by_role("region", name="Confirm a price")
    expect(price.get_by_text("€8,900.50")).to_be_visible()
    price.get_by_role("button", name="Confirm price").click()
    expect(price.get_by_text("Price confirmed")).to_be_visible()

    offers(staff, chat, "rating")
    rating = panel.get_by_role("region", name="How was our service?")
    expect(rating.get_by_label("5, Excellent")).not_to_be_checked()
    rating.get_by_label("4", exact=True).check()
    rating.get_by_label("Comment").fill("quick")
    rating.get_by_role("button", name="Send").click()
    expect(rating.get_by_text("Thank you")).to_be_visible()
    expect(rating).to_contain_text("4 / 5")
    assert_for_everybody(page, "widget-cards")
    steps = [json.loads(one["body"]) for one in asked(staff, f"/chats/{chat}/messages")["items"][1:]]
    told = [(one["kind"], one["state"]) for one in steps]
    assert told == [
        *(("visit", state) for state in ("offered", "pending", "done")),
        *(("price", state) for state in ("offered", "done")),
        *(("rating", state) for state in ("offered", "done")),
    ]
    assert steps[-1]["given"] == {"score": 4, "comment": "quick"}


KEPT_FILES = """async () => {
  const opening = indexedDB.open("callcenter-outbox");
  const database = await new Promise((opened) => (opening.onsuccess = () => opened(opening.result)));
  const counting = database.transaction("files").objectStore("files").count();
  return new Promise((counted) => (counting.onsuccess = () => counted(counting.result === 1)));
}"""
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000002000000020802000000fdd49a730000001049444154789c63b8"
    "a0a000440c100a00208e044151c9aa890000000049454e44ae426082"
)
