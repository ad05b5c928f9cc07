"""Hostile texts in every field that others see: no page of the product runs one, or makes markup of it."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from routing.model.agents import AgentStatus
from routing.services import agent_create
from tests.browser.conftest import Opened
from tests.browser.desk.chatting import acts
from tests.browser.desks import seat
from tests.browser.site import Site
from tests.browser.widget.host import CLOSED, SCENE, Host, identity
from tests.browser.widget.hostile import Watch, long, short
from tests.browser.widget.talking import answers, asked, offers, opens, reports, writes
from tests.waiting import wait_until

EVE = "eve"
PAGES = (
    *("/", "/agents/", f"/agents/{EVE}/", "/calls/", "/calls/hostile/", "/conversations/", "/trail/"),
    *("/scenes/", f"/scenes/{SCENE}/", "/replies/", "/replies/hello/", "/setup/codes/outcomes/"),
    "/setup/versions/outcomes/",
)
# What has to be seen at least once, else nothing is proved of it. A group's title is on no page yet.
PLANTED = {
    *("title", "first", "closed", "reply", "replybody", "notice", "code", "version"),
    *("agent", "reason", "caller", "source", "name", "context", "customer", "file"),
    *("answer", "subject", "place", "visitor", "result", "note", "outcome", "handover"),
}


def test_nothing_that_anybody_writes_runs(opened: Opened, host: Host, site: Site) -> None:
    watch = Watch()
    staff = opened("/health/", name="ada", fresh=True)
    is_noticed(staff)
    watch.over(staff)
    desk = watch.over(opened("/desk/", name="olga", fresh=True))
    page = watch.over(opened(host.address, name="a customer", fresh=True))
    administers(staff, host)
    works(staff, site)
    panel = begins(page)
    acts(desk, "POST", f"/agents/{EVE}/choose", {"choice": "ready", "channel": "chat"})
    chat = accepts(desk)
    converses(panel, desk, chat)
    looks_at_the_desk(desk, watch)
    call = asked(desk, "/desk/chats")["held"][0]["call_id"]
    ends(desk, staff, chat)
    for path in (*PAGES, f"/calls/{call}/"):
        staff.goto(path)
        watch.look(staff)
    staff.goto("/history/")
    watch.look(staff, for_text=False)  # its figures come later, and of ended calls only
    staff.goto(f"/conversations/{chat}/")
    expect(staff.get_by_role("log", name="Messages")).to_contain_text("ran-answer")
    watch.look(staff)
    watch.look(page)
    page.goto(f"{host.address}/closed")
    page.get_by_role("button", name="Chat with us").click()
    expect(page.get_by_role("dialog")).to_contain_text("ran-closed")
    watch.look(page)
    assert watch.wrong == []
    assert watch.seen >= PLANTED, PLANTED - watch.seen


def is_noticed(staff: Page) -> None:
    """The control: the same text as markup is noticed on a page of the product, under its policy."""
    watch = Watch()
    staff.goto("/agents/")
    watch.over(staff)
    with staff.expect_request("**/ran-control"):
        staff.evaluate(
            "text => document.body.insertAdjacentHTML('beforeend', text)", f"{long('control')} ran-control"
        )
    watch.look(staff)
    assert len(watch.wrong) == len(["the request", "the elements"])


def administers(staff: Page, host: Host) -> None:
    """Scenes, replies, outcomes and a notice."""
    scene = {"version": 0, "language": "Spanish", "origins": [host.address], "site": "cars"}
    texts = {"title": short("title"), "first_message": long("first"), "ask_rating": True}
    acts(staff, "PUT", f"/scenes/{SCENE}", {**scene, **texts})
    acts(staff, "PUT", f"/scenes/{CLOSED}", {**scene, "hours": {"mon": []}, "closed_text": long("closed")})
    acts(
        staff,
        "PUT",
        "/replies/shared/hello",
        {"version": 0, "title": short("reply"), "body": short("replybody")},
    )
    acts(staff, "POST", "/notices", {"client_id": "n1", "base": 0, "body": long("notice")})
    codes = {"sales": {"label": short("code"), "codes": {"booked": short("code")}}}
    acts(staff, "PUT", "/settings/outcomes", {"version": 0, "note": short("version"), "document": codes})


def works(staff: Page, site: Site) -> None:
    """An agent at whose desk Olga is, and a call."""
    facts: Any = {"gender": "F", "languages": ["Spanish"], "status": AgentStatus.OFFLINE}
    agent_create(site.router, name=short("agent"), agent_id=EVE, **facts)
    seat(staff, EVE, "olga")
    acts(staff, "POST", f"/agents/{EVE}/slots", {"slots": 3})
    acts(staff, "POST", f"/agents/{EVE}/choose", {"choice": "paused", "reason": short("reason")})
    acts(staff, "POST", "/groups", {"chat": "hostile", "title": short("group"), "members": [f"agent:{EVE}"]})
    call = {"call": "hostile", "language": "Spanish", "caller": short("caller"), "source": short("source")}
    acts(staff, "POST", "/calls", call)


def begins(page: Page) -> Locator:
    """A named customer writes, and sends a file."""
    page.wait_for_function("window.Callcenter?.identify")
    context = {"car": short("context")}
    page.evaluate("token => Callcenter.identify(token)", identity("u-9", name=short("name"), context=context))
    panel = opens(page)
    writes(panel, long("customer"))
    files = panel.locator("input[type=file]")
    files.set_input_files({"name": short("file"), "mimeType": "text/plain", "buffer": b"a text"})
    expect(panel.locator(".mine.sent")).to_have_count(2)
    return panel


def accepts(desk: Page) -> str:
    """The conversation, which the agent now has."""
    wait_until(lambda: asked(desk, "/desk/chats")["offered"], "the chat rings")
    chat = str(asked(desk, "/desk/chats")["offered"]["chat"])
    acts(desk, "POST", f"/chats/{chat}/accept", {})
    return chat


def converses(panel: Locator, desk: Page, chat: str) -> None:
    """Messages, a note, an outcome and a card that a service has carried out."""
    answers(desk, chat, long("answer"))
    acts(desk, "POST", f"/chats/{chat}/notes", {"client_id": "n1", "base": 0, "body": long("note")})
    outcome = {"code": "sales.booked", "note": long("outcome")}
    acts(desk, "POST", f"/calls/{asked(desk, '/desk/chats')['held'][0]['call_id']}/outcome", outcome)
    slots = ["2027-03-01T14:30"]
    visit = offers(desk, chat, "visit", subject=short("subject"), place=short("place"), slots=slots)
    card = panel.get_by_role("region", name="Book a visit")
    card.get_by_label("Time").select_option(slots[0])
    card.get_by_label("Name").fill(short("visitor"))
    card.get_by_role("button", name="Book").click()
    expect(card).to_contain_text("In progress")
    values = {"reference": "V-1", "text": short("result")}
    reports(desk, visit["card"], values)
    expect(card).to_contain_text("ran-result")


def looks_at_the_desk(desk: Page, watch: Watch) -> None:
    """The chat with the customer's panel, canned replies, and where it could be transferred."""
    desk.goto("/desk/")
    desk.locator(".chat-row").first.click()
    expect(desk.get_by_role("log", name="Messages")).to_contain_text("ran-answer")
    expect(desk.locator(".customer-facts").last).to_contain_text("ran-context")
    watch.look(desk)
    desk.get_by_label("Message to").press_sequentially("/")
    expect(desk.locator("[role=option]").first).to_contain_text("ran-reply")
    watch.look(desk)
    desk.get_by_label("Message to").press("Enter")
    expect(desk.get_by_label("Message to")).to_have_value(short("replybody"))
    desk.get_by_role("button", name="Transfer").click()
    watch.look(desk)
    desk.keyboard.press("Escape")


def ends(desk: Page, staff: Page, chat: str) -> None:
    """Hands the chat back, with a reason; a supervisor reads documents of it, and closes it."""
    elsewhere = {"to_queue": "W.chat#Spanish#Any", "reason": short("handover")}
    acts(desk, "POST", f"/chats/{chat}/transfer", elsewhere)
    accepts(desk)
    messages = asked(staff, f"/chats/{chat}/messages?limit=200")["items"]
    file = next(one["number"] for one in messages if one["kind"] == "attachment")
    for path in ("transcript", f"messages/{file}/file"):
        reply = staff.request.get(f"/api/v1/chats/{chat}/{path}")
        assert reply.headers["content-type"].startswith("text/plain")
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert "attachment" in reply.headers["content-disposition"]
    acts(staff, "POST", f"/chats/{chat}/close", {"seen": messages[-1]["number"]})
