"""Setup in the browser: made, refused with the field, saved over another's change, used again."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from routing import selectors, services
from routing.model.agents import Choice
from routing.model.calls import Call, CallStatus
from routing.model.settings.documents import Kind
from routing.services import call_enqueue
from tests.browser.conftest import Opened
from tests.browser.desk.chatting import messenger_of
from tests.browser.looks import assert_fits, assert_looks_right
from tests.browser.site import Site
from tests.documents import FIRST, policies
from tests.running import RunningEngine, RunningRedis
from tests.waiting import wait_until


@pytest.fixture(scope="module", autouse=True)
def _messages(site: Site, engine: RunningEngine, redis_server: RunningRedis) -> None:
    """The table of messages."""
    messenger_of(site, engine, redis_server)


def saved(page: Page) -> None:
    page.get_by_role("button", name="Save").click()


def test_supervisors_set_up_scenes_and_replies(opened: Opened) -> None:
    page, other = opened("/scenes/"), opened("/scenes/")
    page.get_by_role("link", name="New scene").click()
    page.get_by_label("Name").fill("sale")
    page.get_by_label("Monday").fill("9 to 5")
    saved(page)
    expect(page.get_by_label("Monday")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Monday")).to_have_accessible_description(
        "Monday: it must be start and end, such as 09:00 and 17:00"
    )
    assert_looks_right(page, "scene-wrong")
    page.get_by_label("Monday").fill("09:00-17:00")
    page.get_by_label("Secret").select_option(label="Make a new secret")
    saved(page)
    expect(page.get_by_text("it is not shown again")).to_be_visible()

    other.goto("/scenes/sale/")
    for one, title in ((page, "Mine"), (other, "Theirs")):
        one.get_by_label("Title").fill(title)
        saved(one)
    expect(other.get_by_role("alert")).to_contain_text("somebody else changed this scene (mara)")
    expect(other.get_by_role("definition")).to_have_text(["Mine"])
    assert_looks_right(other, "scene-changed")
    saved(other)
    expect(other.get_by_role("row", name="sale")).to_contain_text("Theirs")
    assert_looks_right(other, "scenes")
    assert_fits(other)

    other.goto("/new-reply/")
    other.get_by_label("Title").fill("Greeting")
    other.get_by_label("Text").fill("Hello {customer}")
    saved(other)
    assert_looks_right(other, "replies")
    other.get_by_role("link", name="Greeting").click()
    other.get_by_text("Remove reply").click()
    other.get_by_role("button", name="Remove Greeting").click()
    expect(other.get_by_text("No canned replies yet")).to_be_visible()


def test_administrators_change_a_policy_and_go_back(opened: Opened, site: Site) -> None:
    assert isinstance(call_enqueue(site.router, language="Spanish", caller="Leo Ruiz"), Call)
    page = opened("/setup/queues/", name="ada")
    page.get_by_label("Queue without values of its own").select_option(label="Spanish · Any")
    page.get_by_role("button", name="Edit").first.click()
    page.get_by_label("Longest wait").fill("0.1")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("region", name="Preview")).to_contain_text("Not saved yet")
    page.get_by_label("Longest wait").fill("1000000")
    saved(page)
    expect(page.get_by_label("Longest wait")).to_have_accessible_description(
        re.compile("a number from 0 to 86400$")
    )
    assert_looks_right(page, "policy-wrong")
    page.get_by_label("Longest wait").fill("600")
    saved(page)
    expect(page.get_by_role("row", name="Spanish · Any")).to_contain_text("600 s")
    assert_looks_right(page, "policies")
    assert_fits(page)
    page.get_by_role("link", name="Versions").click()
    expect(page.get_by_role("row", name="queues / W#Spanish#Any / max_wait_seconds")).to_contain_text("600")
    assert_looks_right(page, "setting-versions")
    page.get_by_role("button", name="Use the values of the environment again").click()
    expect(page.get_by_role("row", name="back to the values of the environment")).to_contain_text("in use")


def test_administrators_change_codes(opened: Opened) -> None:
    page = opened("/setup/codes/", name="ada")
    page.get_by_role("textbox", name="Outcomes").fill(
        "sales: Sales\n  booked: Visit booked\n  later: Call back later"
    )
    page.get_by_role("button", name="Save outcomes").click()
    expect(page.get_by_text("Outcomes: saved.")).to_be_visible()
    page.get_by_role("textbox", name="Pause reasons").fill("Break: 10\nLunch: soon")
    page.get_by_role("button", name="Save pause reasons").click()
    expect(page.get_by_role("textbox", name="Pause reasons")).to_have_accessible_description(
        re.compile("line 2: 'Lunch: soon'")
    )
    assert_looks_right(page, "codes")
    assert_fits(page)


def test_administrators_name_and_remove_skills(opened: Opened, site: Site) -> None:
    assert isinstance(call_enqueue(site.router, language="French", call_id="bonjour"), Call)
    page = opened("/setup/skills/", name="ada")
    page.get_by_label("Languages").fill("English: British English\nSpanish")
    saved(page)
    expect(page.get_by_label("Replace the language French with")).to_be_visible()
    assert_looks_right(page, "skills-removal")
    assert_fits(page)
    page.get_by_label("Replace the language French with").select_option(label="British English")
    page.get_by_role("button", name="Save and remove").click()
    expect(page.get_by_text("Skills: saved.")).to_be_visible()
    found = selectors.call(site.router, "bonjour")
    assert found is not None
    assert found.language == "English"
    assert isinstance(services.call_abandon(site.router, call_id="bonjour"), Call)

    def is_named() -> bool:
        queue = page.request.get("/api/v1/queues/W%23English%23Any").json()
        return bool(queue["name"] == "British English · Any")

    wait_until(is_named, "the name is followed")
    page.goto("/")
    expect(page.get_by_role("row", name="British English · Any").first).to_be_visible()
    page.goto("/setup/versions/skills/")
    expect(page.locator("nav.menu a[aria-current=page]")).to_have_text("Skills")
    page.get_by_role("link", name="Use the values of the environment again").click()
    asked = page.get_by_role("group", name="Before you save")
    expect(asked).to_contain_text("The language French comes back.")
    assert_looks_right(page, "skills-back")
    saved(page)
    expect(page.get_by_text("Skills: saved.")).to_be_visible()
    page.get_by_role("link", name="Versions").click()
    expect(page.get_by_role("row", name="back to the values of the environment")).to_contain_text("in use")


def test_supervisors_close_one_queue_for_today(opened: Opened) -> None:
    page = opened("/setup/hours/")
    page.get_by_label("Another queue").select_option(label="Spanish · Any")
    page.get_by_role("button", name="Close for today").click()
    expect(page.get_by_text("Spanish · Any: closed for today.")).to_be_visible()
    expect(page.get_by_role("row", name="Spanish · Any")).to_contain_text("exception")
    assert_looks_right(page, "hours-exception")
    assert_fits(page)
    page.get_by_role("button", name="Back to schedule").click()
    expect(page.get_by_text("Spanish · Any: back to the schedule.")).to_be_visible()


def test_administrators_add_and_import_agents(opened: Opened) -> None:
    page = opened("/setup/agents/", name="ada")
    page.get_by_role("link", name="New agent").click()
    page.get_by_label("Name", exact=True).fill("Ana Torres")
    page.get_by_label("User", exact=True).select_option(label="New user")
    page.get_by_label("Name of the new user").fill("ana.torres")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Languages: choose at least one").first).to_be_visible()
    assert_looks_right(page, "agent-wrong")
    page.get_by_label("Spanish").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("/welcome/")).to_be_visible()
    page.get_by_role("link", name="Staff").last.click()
    expect(page.get_by_role("row", name="Ana Torres")).to_contain_text("Spanish")
    expect(page.get_by_role("row", name="Ana Torres")).to_contain_text("ana.torres")
    page.get_by_role("link", name="Import CSV").click()
    text = b"agent_id,name,gender,languages\nben,Ben Lang,M,English\nzoe,Zoe,M,Latin\n"
    page.get_by_label("CSV file").set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": text})
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("row", name="Zoe")).to_contain_text("'Latin' is not allowed")
    assert_looks_right(page, "agents-import")
    right = text.replace(b"Latin", b"French")
    page.get_by_label("CSV file").set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": right})
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Import 2 agents").click()
    expect(page.get_by_role("row", name="Ben Lang")).to_contain_text("English")
    assert_looks_right(page, "staff")
    assert_fits(page)


def test_dispatcher_feed_and_web_follow_a_change(opened: Opened, site: Site) -> None:
    page = opened("/setup/queues/", name="ada")
    seen = services.settings_kept(site.router, FIRST)[Kind.POLICIES].version
    changed = {Kind.POLICIES: policies(every={"ring_seconds": 33, "service_level_seconds": 44})}
    saved = services.settings_save(
        site.router, FIRST, documents=changed, expected_versions={Kind.POLICIES: seen}
    )
    assert isinstance(saved, dict)

    def rings_by_the_change() -> bool:
        call = services.call_enqueue(site.router, language="English")
        agent = services.agent_create(site.router, name="Eve", gender="F", languages=["English"])
        services.agent_choose(site.router, agent_id=agent.agent_id, choice=Choice.READY)
        assert isinstance(call, Call)
        wait_until(lambda: offered(site, call.call_id), "it rings")
        rung = offered(site, call.call_id)
        assert rung is not None
        assert rung.until is not None
        return rung.until - rung.status_since == timedelta(seconds=33)

    def of_board() -> object:
        board = page.request.get("/api/v1/board").json()
        return board["state"]["figures"].get("W#English#Any", {}).get("target_seconds")

    wait_until(rings_by_the_change, "the dispatcher follows")
    wait_until(lambda: of_board() == 44, "the feed follows")
    page.goto("/queues/W%23English%23Any/")
    expect(page.get_by_text("33 s")).to_be_visible()


def offered(site: Site, call_id: str) -> Call | None:
    """The call, once it rings."""
    call = selectors.call(site.router, call_id)
    return call if call and call.status is CallStatus.OFFERED else None
