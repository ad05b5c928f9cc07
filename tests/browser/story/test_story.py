"""Two customers, two agents: robot, hand-over, card, second device, transfer, supervisor, rating."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from routing import selectors
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.repair.audit import audit
from routing.services import agent_create
from tests.browser.conftest import Opened
from tests.browser.desk.chatting import acts, log, write
from tests.browser.desks import ANA, seat, seat_olga
from tests.browser.looks import PHONE, assert_for_everybody
from tests.browser.site import Site
from tests.browser.story.stored import Store, equals_the_store, follows
from tests.browser.widget.host import SCENE, Host, identity
from tests.browser.widget.talking import chat_of, opens, writes
from tests.waiting import wait_until

BEA = "bea"
HOURS = "We are open Monday to Friday, 9 a.m. to 6 p.m."
SECRET_NUMBER = "My number is 4711"
ON_THE_TRAIN = "I am on the train, is that fine?"


@dataclass
class Customer:
    """A customer with the page of one device and its panel; the conversation once it has begun."""

    page: Page
    panel: Locator
    chat: str = ""


@pytest.fixture
def desks(opened: Opened, site: Site, store: Store) -> tuple[Page, Page]:  # noqa: ARG001 - first the tables
    """Ana's desk is Olga's and Bea's is Mara's, each with three slots; Bea is paused."""
    supervisor = opened("/health/", name="mara")
    seat_olga(supervisor, site)
    agent_create(site.router, name="Bea Moss", gender="F", languages=["Spanish"], agent_id=BEA)
    seat(supervisor, BEA, "mara")
    for agent, choice in ((ANA, "ready"), (BEA, "paused")):
        acts(supervisor, "POST", f"/agents/{agent}/slots", {"slots": 3})
        acts(supervisor, "POST", f"/agents/{agent}/choose", {"choice": choice, "channel": "chat"})
    ana, bea = opened("/desk/", name="olga"), opened("/desk/", name="mara")
    for desk in (ana, bea):
        expect(desk.locator(".chats")).to_be_visible()
    return ana, bea


@pytest.mark.usefixtures("robot")
def test_the_story_of_two_customers_and_two_agents(
    opened: Opened, host: Host, desks: tuple[Page, Page], is_asked: Callable[[], bool], store: Store
) -> None:
    ana, bea = desks
    kim, leo = comes(opened, host), comes(opened, host)

    speaks_with_the_robot(kim, "When are you open?", HOURS)
    is_handed_over(kim, ana, "Can I see the car?")
    is_handed_over(leo, ana, "Is the price fixed?")
    both_are_served(ana, kim, leo)
    books_a_visit(ana, kim, is_asked)
    second = comes_back_on_a_second_device(opened, host, ana, kim)
    is_transferred(ana, bea, second)
    watcher = opened(f"/conversations/{kim.chat}/", name="ada")
    a_supervisor_joins_and_recalls(watcher, bea, second)
    is_closed_and_rated(bea, second)
    leaves(ana, leo)

    texts = store.texts(kim.chat)
    assert (texts.count(ON_THE_TRAIN), texts.count(None), texts.count(SECRET_NUMBER)) == (1, 1, 0)
    bea.locator(f".chat-row[data-chat='{kim.chat}']").click()
    equals_the_store(second.panel, [watcher, bea], texts)
    transcript = watcher.request.get(f"/api/v1/chats/{kim.chat}/transcript?as=supervisor").text()
    assert follows(transcript, texts)
    assert SECRET_NUMBER not in transcript
    ana.locator(f".chat-row[data-chat='{leo.chat}']").click()
    equals_the_store(leo.panel, [ana], store.texts(leo.chat))
    the_board_agrees(opened, store)
    the_tables_agree(store, kim, leo)


def comes(opened: Opened, host: Host) -> Customer:
    """A customer opens the panel, without a name."""
    page = opened(host.address, name="a customer", fresh=True)
    return Customer(page, opens(page))


def speaks_with_the_robot(customer: Customer, text: str, answer: str) -> None:
    writes(customer.panel, text)
    expect(customer.panel.locator(".theirs .bubble").last).to_have_text(answer)


def is_handed_over(customer: Customer, desk: Page, text: str) -> None:
    """The robot passes the customer on, and the chat rings at the desk."""
    speaks_with_the_robot(customer, text, "Let me pass you on to a colleague.")
    customer.chat = chat_of(customer.page)
    offer = desk.locator(".chat-offer")
    offer.get_by_role("button", name="Accept").click()
    expect(offer).to_have_count(0)
    row = desk.locator(f".chat-row[data-chat='{customer.chat}']")
    row.click()
    expect(log(desk)).to_contain_text(text)


def both_are_served(desk: Page, kim: Customer, leo: Customer) -> None:
    """Each hears the answer meant for them alone."""
    write(desk, "Yes, it is.")
    expect(leo.panel.locator(".theirs .bubble").last).to_have_text("Yes, it is.")
    desk.locator(f".chat-row[data-chat='{kim.chat}']").click()
    expect(log(desk)).to_contain_text("When are you open?")
    write(desk, "Of course. Here are some times.")
    expect(kim.panel.locator(".theirs .bubble").last).to_have_text("Of course. Here are some times.")
    expect(leo.panel.get_by_text("Here are some times")).to_have_count(0)


def books_a_visit(desk: Page, kim: Customer, is_asked: Callable[[], bool]) -> None:
    desk.get_by_role("heading", name="Customer", exact=True).click()
    desk.keyboard.press("g")
    dialog = desk.get_by_role("dialog", name="Send a card")
    dialog.get_by_label("Kind").select_option(label="Book a visit")
    dialog.get_by_label("Visit for").fill("Golf")
    dialog.get_by_label("Place").fill("Lyon")
    dialog.get_by_label("Times", exact=True).fill("2027-03-01T14:30\n2027-03-02T09:00")
    dialog.get_by_role("button", name="Send card").click()
    card = kim.panel.get_by_role("region", name="Book a visit")
    card.get_by_label("Time").select_option("2027-03-02T09:00")
    card.get_by_label("Name").fill("Kim")
    card.get_by_role("button", name="Book").click()
    expect(card.get_by_text("In progress…")).to_be_visible()
    wait_until(is_asked, "the service is asked")
    for shown in (card, desk.locator("[data-card]")):
        expect(shown).to_contain_text("Visit booked")
        expect(shown).to_contain_text("V-1")


def comes_back_on_a_second_device(opened: Opened, host: Host, desk: Page, kim: Customer) -> Customer:
    """What was written offline is sent once, and signing in on both devices joins them."""
    writes(kim.panel, SECRET_NUMBER)
    expect(log(desk)).to_contain_text(SECRET_NUMBER)
    kim.page.context.set_offline(offline=True)
    writes(kim.panel, ON_THE_TRAIN)
    expect(kim.panel.locator(".waiting")).to_have_count(1)
    write(desk, "Bring the papers.")
    page = opened(host.address, name="a customer", size=PHONE, fresh=True)
    signs_in(page)
    second = Customer(page, opens(page), kim.chat)
    expect(second.panel.locator(".bubble")).to_have_count(0)

    kim.page.context.set_offline(offline=False)
    expect(kim.panel.locator(".waiting")).to_have_count(0)
    signs_in(kim.page)
    expect(second.panel.get_by_text(ON_THE_TRAIN)).to_be_visible()
    expect(second.panel.get_by_text("Bring the papers.")).to_be_visible()
    kim.page.close()
    return second


def signs_in(page: Page) -> None:
    page.wait_for_function("window.Callcenter?.identify")
    page.evaluate(f"Callcenter.identify({identity('u-17')!r})")
    page.wait_for_function(f"localStorage.getItem('callcenter:{SCENE}') === null")


def is_transferred(ana: Page, bea: Page, kim: Customer) -> None:
    """With a note that the customer never sees."""
    ana.keyboard.press("Escape")
    ana.keyboard.press("t")
    dialog = ana.get_by_role("dialog", name="Transfer or invite")
    dialog.get_by_label("To").select_option(label="Bea Moss (paused, 0 of 3)")
    dialog.get_by_label("Note for the next agent").fill("Comes by train")
    dialog.get_by_role("button", name="Transfer", exact=True).click()
    expect(ana.locator(".chat-notice")).to_contain_text("was transferred")
    bea.locator(".chats-choice").get_by_role("button", name="Available").click()
    bea.locator(".chat-offer").get_by_role("button", name="Accept").click()
    expect(bea.locator(".log-note")).to_contain_text("Comes by train")
    write(bea, "I am Bea. The train is fine.")
    expect(kim.panel.locator(".theirs .bubble").last).to_have_text("I am Bea. The train is fine.")
    expect(kim.panel.get_by_text("Comes by train")).to_have_count(0)


def a_supervisor_joins_and_recalls(watcher: Page, bea: Page, kim: Customer) -> None:
    """Staff see who wrote; to the customer it is the same counterpart."""
    expect(log(watcher)).to_contain_text("The train is fine.")
    write(watcher, "We wait for you at the station.")
    expect(kim.panel.locator(".theirs .bubble").last).to_have_text("We wait for you at the station.")
    expect(log(bea)).to_contain_text("We wait for you at the station.")
    line = log(watcher).locator(".log-message").filter(has_text=SECRET_NUMBER)
    line.get_by_role("button", name="Recall").click()
    watcher.get_by_role("button", name="Recall message").click()
    for shown in (log(watcher), log(bea), kim.panel):
        expect(shown.get_by_text(SECRET_NUMBER)).to_have_count(0)
    assert_for_everybody(watcher, "story-supervisor", ["light"])


def is_closed_and_rated(bea: Page, kim: Customer) -> None:
    writes(kim.panel, "Thank you!")
    expect(log(bea)).to_contain_text("Thank you!")
    write(bea, "See you on Tuesday.")
    expect(kim.panel.locator(".theirs .bubble").last).to_have_text("See you on Tuesday.")
    bea.keyboard.press("Escape")
    bea.keyboard.press("f")
    expect(bea.locator(".chat-notice")).to_contain_text("was closed")
    rating = kim.panel.get_by_role("region", name="How was our service?")
    rating.get_by_label("5, Excellent").check()
    rating.get_by_role("button", name="Send").click()
    expect(rating.get_by_text("Thank you")).to_be_visible()
    assert_for_everybody(kim.page, "story-rated", ["dark"])


def leaves(desk: Page, leo: Customer) -> None:
    leo.panel.get_by_label("More").click()
    leo.panel.get_by_role("button", name="End conversation").click()
    expect(leo.panel.get_by_text("The conversation has ended.")).to_be_visible()
    expect(desk.locator(f".chat-row[data-chat='{leo.chat}']")).to_contain_text("closed")


def the_board_agrees(opened: Opened, store: Store) -> None:
    board = opened("/?channel=chat", name="ada")
    expect(board.locator("[data-figure=rating] .value")).to_have_text("5.0")
    expect(board.locator("[data-figure=waiting] .value")).to_have_text("0")
    expect(board.locator(f"tr[data-scene={SCENE}] .rating")).to_have_text("5.0")
    rows = [agent for agent in selectors.agents(store.router) if agent.channel]
    assert [(agent.status, agent.held) for agent in rows] == [(AgentStatus.QUEUED, ())] * 2
    expect(board.locator("[data-figure=available] .value")).to_have_text("2")


def the_tables_agree(store: Store, kim: Customer, leo: Customer) -> None:
    """Both chats have ended, with whom, and how they were rated; the tables are sound."""
    of_kim, of_leo = store.ended(kim.chat), store.ended(leo.chat)
    assert (of_kim.agent_id, of_kim.rating, of_kim.status) == (f"{BEA}~chat", 5, CallStatus.COMPLETED)
    assert (of_leo.agent_id, of_leo.rating, of_leo.status) == (f"{ANA}~chat", 0, CallStatus.COMPLETED)
    assert None not in (of_kim.responded_at, of_leo.responded_at)
    assert audit(store.router) == []
