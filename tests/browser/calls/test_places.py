"""Queues, calls and audit log: kept up to date by the stream, steady under the reader's hand."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Locator, Page, StorageState, expect

from routing.model.agents import AgentStatus, Choice
from routing.model.calls import Call
from routing.router import Router
from routing.selectors import waiting_calls
from routing.services import agent_choose, agent_create, call_abandon, call_enqueue, call_touch
from tests.browser.conftest import Opened
from tests.browser.site import Site
from tests.browser.watched import note_reads, redrawn
from tests.waiting import wait_until

LIVE = "[data-connection=live]"
FRENCH = "/queues/W%23French%23Any/"
ALMOST_A_SECOND_MS = 990  # timers round


@pytest.fixture(scope="module", autouse=True)
def _somebody(site: Site) -> None:
    """One woman who speaks French and rests, so that her callers wait for a reason."""
    agent_create(
        site.router,
        name="Cleo Noir",
        gender="F",
        languages=["French"],
        agent_id="cleo",
        status=AgentStatus.OFFLINE,
    )
    agent_choose(site.router, agent_id="cleo", choice=Choice.PAUSED, reason="Lunch")


@pytest.fixture
def callers(site: Site) -> list[str]:
    """Three callers who need a French speaker, of whom there is one."""
    names = [f"Caller {time.monotonic_ns()}-{number}" for number in range(3)]
    for name in names:
        waits(site.router, name)
    return names


@pytest.fixture(autouse=True)
def _hang_up(site: Site) -> Iterator[None]:
    """Callers still waiting after a test hang up."""
    yield
    for entry in waiting_calls(site.router):
        call_abandon(site.router, call_id=entry.call_id)


def waits(router: Router, caller: str, *, priority: int = 5) -> Call:
    call = call_enqueue(router, language="French", caller=caller, priority=priority)
    assert isinstance(call, Call)
    return call


def shown(page: Page) -> Locator:
    return page.locator(".entries .caller a")


def test_a_queue_s_page_follows_its_version_id_and_tells_what_changed_it(
    opened: Opened, site: Site, callers: list[str]
) -> None:
    page = opened(FRENCH)
    expect(page.locator(LIVE)).to_be_visible()
    expect(shown(page)).to_have_text(callers)
    expect(page.locator(".entries .why").first).to_have_text(
        "no French-speaking agent is available: 1 paused"
    )
    version = int(page.locator("[data-fact=version]").inner_text())

    newest = waits(site.router, "Anne Petit")
    expect(shown(page)).to_have_text([*callers, "Anne Petit"])
    expect(page.locator("[data-fact=version]")).to_have_text(str(version + 1))
    expect(page.locator(".changes tbody tr").first).to_contain_text("queued Anne Petit")
    assert call_abandon(site.router, call_id=newest.call_id) is not None
    expect(page.locator(".changes tbody tr").first).to_contain_text("abandoned Anne Petit")
    expect(page.locator("[data-fact=depth]")).to_have_text("3")


def test_however_often_a_queue_moves_its_page_asks_at_most_once_a_second(
    opened: Opened, site: Site, callers: list[str]
) -> None:
    page = opened(FRENCH)
    expect(page.locator(LIVE)).to_be_visible()
    expect(shown(page)).to_have_text(callers)
    note_reads(page)
    names = [f"Rush {number}" for number in range(12)]
    for name in names:
        waits(site.router, name)
        page.wait_for_timeout(200)
    expect(shown(page)).to_have_text([*callers, *names])

    asked = page.evaluate("asked")
    assert asked
    assert all(later - earlier > ALMOST_A_SECOND_MS for earlier, later in pairwise(asked))


def test_rows_stay_where_they_are_while_the_mouse_is_among_them(
    opened: Opened, site: Site, callers: list[str]
) -> None:
    page = opened(FRENCH)
    expect(page.locator(LIVE)).to_be_visible()
    expect(shown(page)).to_have_text(callers)
    shown(page).nth(1).hover()
    waits(site.router, "Urgent", priority=0)
    expect(shown(page)).to_have_text([*callers, "Urgent"])
    expect(page.locator("[data-held]")).to_have_count(1)

    page.mouse.move(5, 5)
    expect(shown(page)).to_have_text(["Urgent", *callers])
    expect(page.locator("[data-held]")).to_have_count(0)


def test_without_a_script_the_page_shows_the_same(
    browser: Browser, site: Site, sessions: dict[str, StorageState], opened: Opened, callers: list[str]
) -> None:
    live = opened(FRENCH)
    expect(shown(live)).to_have_text(callers)
    expect(live.locator(".changes tbody tr").first).not_to_contain_text("not written")
    context = browser.new_context(
        base_url=site.address, storage_state=sessions["mara"], java_script_enabled=False
    )
    plain = context.new_page()
    plain.goto(FRENCH)
    wait_until(lambda: without_times(live) == without_times(plain), "both pages show the same")
    context.close()


def without_times(page: Page) -> str:
    return re.sub(r"\d+:\d\d(:\d\d)?( UTC)?", "", page.locator("#part").inner_text())


def test_calls_are_narrowed_down_as_one_types_and_the_address_says_how(
    opened: Opened, callers: list[str]
) -> None:
    page = opened("/calls/")
    rows = page.locator(".all-calls .caller a")
    expect(page.get_by_role("button", name="Show", exact=True)).to_have_count(0)
    page.get_by_label("Status").select_option("waiting")
    expect(rows).to_have_text(callers)
    page.get_by_label("Search").fill(callers[1].split("-")[0] + "-1")
    expect(rows).to_have_text([callers[1]])
    expect(page).to_have_url(re.compile("status=waiting"))
    page.reload()
    expect(rows).to_have_text([callers[1]])
    expect(page.get_by_label("Status")).to_have_value("waiting")

    rows.first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(callers[1])


def test_what_is_typed_for_a_call_survives_its_changes(opened: Opened, site: Site) -> None:
    call = waits(site.router, "Anne Petit")
    page = opened(f"/calls/{call.call_id}/")
    expect(page.locator(LIVE)).to_be_visible()
    removal = page.locator("details[data-key=remove]")
    removal.get_by_text("Remove…").click()
    reason = removal.get_by_label("Reason")
    reason.fill("Wrong number")
    call_touch(site.router, call_id=call.call_id, by="sue")
    expect(page.locator(".story")).to_contain_text("moved to end by sue")

    expect(reason).to_be_focused()
    expect(reason).to_have_value("Wrong number")
    removal.get_by_role("button", name="Remove").click()
    expect(page.locator(".message")).to_contain_text("Anne Petit: removed")
    expect(page.locator(".story")).to_contain_text("removed by mara")
    expect(page.locator(".story")).to_contain_text("Wrong number")


def test_moments_are_in_the_reader_s_zone(
    browser: Browser, site: Site, sessions: dict[str, StorageState]
) -> None:
    call = waits(site.router, "Anne Petit")
    context = browser.new_context(
        base_url=site.address, storage_state=sessions["mara"], timezone_id="Asia/Kathmandu"
    )
    page = context.new_page()
    page.goto(f"/calls/{call.call_id}/")
    first = page.locator(".story time").first
    expect(first).to_have_text(re.compile(r"^\d\d:\d\d:\d\d$"))
    utc, here = str(first.get_attribute("datetime"))[11:16], first.inner_text()[:5]
    context.close()

    assert (minutes(here) - minutes(utc)) % (24 * 60) == 5 * 60 + 45


def minutes(clock: str) -> int:
    hours, rest = clock.split(":")
    return int(hours) * 60 + int(rest)


def test_while_the_part_cannot_be_read_it_says_so_and_keeps_what_it_has(
    opened: Opened, site: Site, callers: list[str]
) -> None:
    page = opened("/queues/")
    refused = {"status": 503, "json": {"error": "DynamoDB cannot be reached."}}
    page.route("**/state.json*", lambda route: route.fulfill(**refused))
    page.goto(FRENCH)
    waits(site.router, "Anne Petit")
    expect(page.get_by_role("alert")).to_contain_text("DynamoDB cannot be reached.")
    expect(shown(page)).to_have_text(callers)

    page.unroute("**/state.json*")
    expect(shown(page)).to_have_text([*callers, "Anne Petit"])
    expect(page.get_by_role("alert")).to_have_text("")


def test_who_is_signed_out_is_told_and_led_back(opened: Opened, site: Site, callers: list[str]) -> None:
    page = opened(FRENCH)
    expect(page.locator(LIVE)).to_be_visible()
    expect(shown(page)).to_have_text(callers)
    page.context.clear_cookies()
    waits(site.router, "Anne Petit")

    expect(page.get_by_role("alert")).to_contain_text("You are signed out.")
    expect(page.locator("#part")).to_have_attribute("data-dim", "")


def test_keys_reach_the_filter_the_rows_and_their_own_list(opened: Opened, callers: list[str]) -> None:
    page = opened("/calls/?status=waiting")
    rows = page.locator(".all-calls .caller a")
    expect(page.locator(LIVE)).to_be_visible()
    expect(rows).to_have_text(callers)
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("k")
    expect(rows.first).to_be_focused()
    page.keyboard.press("/")
    page.keyboard.type("nobody?")
    expect(page.get_by_role("heading", name="No calls found")).to_be_visible()
    page.keyboard.press("Escape")
    expect(rows).to_have_text(callers)
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Next row")
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    expect(page.locator("[data-connection=paused]")).to_be_visible()


def test_a_paused_page_stands_still_until_the_reader_goes_on(
    opened: Opened, site: Site, callers: list[str]
) -> None:
    page = opened(FRENCH)
    expect(page.locator(LIVE)).to_be_visible()
    expect(shown(page)).to_have_text(callers)
    page.get_by_role("button", name="Pause updates").click()
    expect(page.locator("[data-connection=paused]")).to_be_visible()
    other = opened(FRENCH)
    expect(other.locator(LIVE)).to_be_visible()
    waits(site.router, "Anne Petit")
    expect(shown(other)).to_have_text([*callers, "Anne Petit"])  # the update has arrived everywhere
    redrawn(page)
    expect(shown(page)).to_have_text(callers)

    page.get_by_role("button", name="Resume updates").click()
    expect(shown(page)).to_have_text([*callers, "Anne Petit"])


def test_the_trail_leads_from_day_to_day_and_to_the_call(opened: Opened, site: Site) -> None:
    call = waits(site.router, "Anne Petit")
    person = replace(site.router, origin="192.0.2.7")
    call_touch(person, call_id=call.call_id, by="mara")
    page = opened("/")
    menu = page.get_by_role("navigation", name="Pages")
    menu.get_by_role("button", name="Reports").click()
    menu.get_by_role("link", name="Audit log").click()
    row = page.locator(".trail tbody tr").first
    expect(row).to_contain_text("192.0.2.7")
    page.get_by_role("link", name="←").click()
    expect(page.locator("h2")).to_contain_text("No changes on")
    page.get_by_role("link", name="→").click()
    row.get_by_role("link", name="Anne Petit").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anne Petit")


def test_without_a_feed_the_page_looks_by_itself(opened: Opened, site: Site, callers: list[str]) -> None:
    page = opened(FRENCH)
    expect(page.locator(LIVE)).to_be_visible()
    expect(shown(page)).to_have_text(callers)
    site.kill("feed")
    try:
        waits(site.router, "Anne Petit")
        expect(shown(page)).to_have_text([*callers, "Anne Petit"])
    finally:
        site.restart("feed")
    expect(page.locator(LIVE)).to_be_visible()
