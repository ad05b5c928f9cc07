"""Agents on overview and wall: numbers against targets, last half hour, queue filter."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from routing.model.agent_minutes import MINUTE, minute_began, minute_counted
from routing.model.agents import AgentStatus, Choice
from routing.services import agent_choose, agent_create, agent_minute_keep
from tests.browser import fed
from tests.browser.conftest import Opened
from tests.browser.fed import feed_page
from tests.browser.looks import FITS, PHONE, resize
from tests.browser.site import Site
from tests.browser.watched import redrawn

LAPTOP, DESKTOP, WALL = (1366, 768), (1440, 900), (1920, 1080)
TABLET, UPRIGHT = (1024, 768), (1080, 1920)
# Pixels; on a wall of 32 inches letters of 5 mm.
SMALLEST = {LAPTOP: 20, DESKTOP: 23, WALL: 28, TABLET: 16, UPRIGHT: 26}
# Visible elements with their own text.
SEEN = """
    const seen = [...document.querySelectorAll(".line *, .board *")].filter((one) => {
        const says = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
        const hidden = ".unseen, caption, .level-word, .for-screen-readers, svg";
        return says && one.getBoundingClientRect().width > 2 && !one.closest(hidden);
    });
"""
SMALLEST_TEXT = f"""() => {{
    {SEEN}
    return Math.min(...seen.map((one) => parseFloat(getComputedStyle(one).fontSize)));
}}"""
HALF_SEEN = f"""() => {{
    {SEEN}
    const bottom = (one) => one.getBoundingClientRect().bottom;
    const around = (one) => one.closest(".panel, .figure") ?? document.body;
    return seen.filter((one) => bottom(one) > bottom(around(one)) + 1).map((one) => one.innerText);
}}"""
CUT_OFF = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"


def figure(page: Page, name: str) -> Locator:
    return page.locator(f"[data-figure={name}]")


def paused_then(page: Page, began: datetime) -> Locator:
    """How many were paused at the end of a minute, as the table of the last hour has it."""
    script = "(at) => new Date(at).toLocaleTimeString('en-GB', {timeStyle: 'short'})"
    written = page.evaluate(script, began.isoformat())
    return page.locator("table.by-minute tbody tr", has_text=written).locator("td").nth(-2)


def test_agents_have_targets_levels_formulas_and_a_past_that_outlives_the_feed(
    opened: Opened, site: Site
) -> None:
    for number in range(10):
        agent_create(
            site.router, name=f"Agent {number}", gender="F", languages=["English"], agent_id=f"a{number}"
        )
    for number in range(3):
        agent_choose(site.router, agent_id=f"a{number}", choice=Choice.PAUSED, reason="Lunch")
    site.kill("feed")
    running = minute_began(datetime.now(UTC))
    for ago in (20, 19, 18, 10, 9, 8):  # and in none of the minutes between
        minute = minute_counted(running - ago * MINUTE, [AgentStatus.PAUSED] * (ago % 5))
        assert agent_minute_keep(site.router, minute=minute)
    site.restart("feed")
    page = opened("/")
    paused = figure(page, "paused")

    expect(paused.locator(".value")).to_have_text("3")
    expect(paused.locator(".note")).to_have_text("at most 2")
    expect(paused.locator(".verdict")).to_have_text("many")
    expect(paused.locator(".verdict svg")).to_be_visible()
    expect(paused).to_have_class(re.compile("tone-orange"))
    expect(paused.locator("svg.spark path").last).to_have_attribute("d", re.compile(r"^M[^M]*M[^M]*M[^M]*$"))
    expect(figure(page, "on-call").locator(".note")).to_have_text("at most 9")
    expect(figure(page, "on-call").locator(".verdict")).to_have_count(0)  # no calls: that is no success
    expect(figure(page, "ringing").locator(".note")).to_have_text("no target")
    expect(figure(page, "available").locator(".note")).to_have_text(
        "no target"
    )  # a twentieth of ten is nobody

    agent_choose(site.router, agent_id="a0", choice=Choice.READY)
    expect(paused.locator(".value")).to_have_text("2")
    expect(paused.locator(".verdict")).to_have_count(0)  # as many as may

    formula = paused.get_by_role("tooltip")
    expect(formula).to_be_hidden()
    paused.get_by_role("link").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(formula).to_be_visible()
    expect(formula).to_contain_text("at most 20 % of those signed in, rounded up: 2 of 10.")
    figure(page, "offline").get_by_role("link").hover()
    expect(figure(page, "offline").get_by_role("tooltip")).to_contain_text("No target is set.")
    page.get_by_role("button", name="Show as table").click()
    expect(paused_then(page, running - 8 * MINUTE)).to_have_text("3")
    expect(paused_then(page, running - 12 * MINUTE)).to_have_text("\N{EN DASH}")  # no feed ran


def test_a_minute_that_begins_while_the_table_is_held_moves_no_row(opened: Opened) -> None:
    page = opened("/?minutes=table", fresh=True)
    say = feed_page(page, agents=5, queues=3)
    rows = page.locator("table.by-minute tbody tr")
    expect(rows.first).to_contain_text("so far")
    newest = rows.first.locator("th").inner_text()[:5]
    page.locator("[data-table=minutes]").hover()
    say(2 * MINUTE)

    expect(rows.first).not_to_contain_text("so far")
    expect(rows.first).to_contain_text(newest)
    page.mouse.move(5, 5)
    expect(rows.first).to_contain_text("so far")
    expect(rows.nth(2)).to_contain_text(newest)


def test_queues_are_filtered_by_keyboard_and_the_address_tells_by_what(opened: Opened) -> None:
    page = opened("/?sort=-waiting")
    names = page.locator("table.joined tbody th")
    expect(names).to_have_count(12)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Filter queues")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.get_by_label("Filter queues")).to_be_focused()
    page.keyboard.type("fren f")

    expect(names).to_have_text(["French · Female"])
    expect(page.locator(".queues-panel .amount")).to_have_text("1 of 12")
    expect(page).to_have_url(re.compile(r"/\?sort=-waiting&q=fren\+f$"))
    shared = opened("/?sort=-waiting&q=fren+f")
    expect(shared.locator("table.joined tbody th")).to_have_text(["French · Female"])
    expect(shared.get_by_label("Filter queues")).to_have_value("fren f")
    page.keyboard.type("x")
    expect(page.locator(".queues-panel .empty")).to_contain_text("No queues match “fren fx”")
    page.keyboard.press("Escape")
    expect(names).to_have_count(12)
    expect(page).to_have_url(re.compile(r"/\?sort=-waiting$"))


@pytest.mark.parametrize("size", SMALLEST, ids=str)
def test_all_of_the_wall_can_be_read_from_across_the_room(opened: Opened, size: tuple[int, int]) -> None:
    page = opened("/?kiosk=1", size=size, fresh=True)
    for agents, queues in ((5, 3), (50, 12), (200, 24)):
        feed_page(page, agents=agents, queues=queues)
        expect(page.locator(".wall-people .amount")).to_have_text(f"{agents} signed in")
        redrawn(page)

        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(SMALLEST_TEXT) >= SMALLEST[size]
        assert page.evaluate(HALF_SEEN) == []
        places = page.locator(".wall-figures .figure, .wall-agents .figure, .not-listed, .panel td")
        assert places.evaluate_all(CUT_OFF) == []
        listed = page.locator(".wall-people tbody tr").count()
        if listed < agents:
            expect(page.locator(".not-listed")).to_contain_text(f"+ {agents - listed} more")
            told = page.locator(".not-listed .pick .number").all_inner_texts()
            assert sum(map(int, told)) == agents - listed
    first = page.locator(".wall-people tbody tr").first
    expect(first.locator(".late")).to_be_visible()  # stuck agents come first


def test_no_number_of_the_overview_is_cut(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fed, "LATER", timedelta(minutes=17))  # waits of hours
    page = opened("/", fresh=True)
    feed_page(page, agents=200, queues=12, chats=12)
    longest = page.locator("table.joined tbody tr").first.locator(".wait")
    expect(longest).to_have_text(re.compile(r"^very late 3:\d\d:\d\d$"))
    numbers = page.locator(".headline .value, table.joined td, table.short td.number")
    for size in (DESKTOP, (1280, 800), TABLET, PHONE):
        resize(page, size)
        assert numbers.evaluate_all(CUT_OFF) == []
        assert page.evaluate(FITS), size
