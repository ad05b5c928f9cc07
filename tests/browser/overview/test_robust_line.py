"""Connection cut in the browser, at Redis or at the web process: the board says so, and recovers."""

import re
import time

import pytest
from playwright.sync_api import Locator, Page, expect

from routing.model.agents import Agent, Choice
from routing.services import agent_choose
from tests.browser.changing import a_team
from tests.browser.conftest import Opened
from tests.browser.rows import row_of
from tests.browser.site import Site
from tests.browser.watched import redrawn
from tests.running import RunningRedis

LIVE, STALE = "[data-connection=live]", "[data-connection=stale]"
CUT_SECONDS = 15.0
TEAM = 60


@pytest.fixture(scope="module")
def team(site: Site) -> list[Agent]:
    """More agents than fit the screen."""
    return a_team(site.router, "Robin", TEAM)


def reading_in_the_middle(page: Page, agent: Agent) -> Locator:
    """A reader who filtered, sorted, scrolled down and focused a button of this agent."""
    expect(page.locator("table.roster")).to_have_attribute("aria-rowcount", str(TEAM + 1))
    table(page).evaluate("table => table.scrollTo(0, table.scrollHeight / 3)")
    button = row_of(page, agent).get_by_role("button", name="Available")
    button.focus()
    expect(button).to_be_enabled()
    redrawn(page)
    assert scrolled(page) > 0
    return button


def table(page: Page) -> Locator:
    return page.locator(".roster-scroll")


def scrolled(page: Page) -> int:
    found: int = table(page).evaluate("table => table.scrollTop")
    return found


def first_shown(page: Page) -> str | None:
    return page.locator("tr[data-agent]").first.get_attribute("data-agent")


def pause(site: Site, agent: Agent, reason: str) -> None:
    agent_choose(site.router, agent_id=agent.agent_id, choice=Choice.PAUSED, reason=reason)


def test_offline_for_fifteen_seconds_the_board_says_so_and_comes_back_as_it_was(
    opened: Opened, site: Site, team: list[Agent]
) -> None:
    page = opened("/agents/?q=robin&status=offline&sort=-name")
    button = reading_in_the_middle(page, team[TEAM // 2])
    place, first = scrolled(page), first_shown(page)
    page.context.set_offline(True)
    cut_at = time.monotonic()

    expect(page.locator(STALE)).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("No update for more than")
    expect(page.locator("[data-dim]")).to_be_visible()
    expect(button).to_be_disabled()
    pause(site, team[TEAM // 2 - 1], "Meanwhile")
    page.wait_for_timeout(max(0.0, cut_at + CUT_SECONDS - time.monotonic()) * 1000)
    page.context.set_offline(False)

    expect(page.locator(LIVE)).to_be_visible()
    expect(page.locator("[data-dim]")).to_have_count(0)
    expect(row_of(page, team[TEAM // 2 - 1])).to_contain_text("Meanwhile")
    expect(button).to_be_enabled()
    expect(button).to_be_focused()
    expect(page).to_have_url(re.compile(r"\?q=robin&status=offline&sort=-name$"))
    redrawn(page)
    assert (scrolled(page), first_shown(page)) == (place, first)


def test_redis_killed_for_three_seconds_costs_the_board_no_change(
    opened: Opened, site: Site, team: list[Agent], redis_server: RunningRedis
) -> None:
    page = opened("/agents/?q=robin&sort=-name")
    button = reading_in_the_middle(page, team[TEAM // 2])
    redis_server.kill()
    try:
        pause(site, team[TEAM // 2 - 1], "Without Redis")
        page.wait_for_timeout(3_000)
    finally:
        redis_server.restart()

    expect(row_of(page, team[TEAM // 2 - 1])).to_contain_text("Without Redis")
    expect(page.locator(LIVE)).to_be_visible()
    pause(site, team[TEAM // 2 + 1], "With it again")
    expect(row_of(page, team[TEAM // 2 + 1])).to_contain_text("With it again")
    expect(button).to_be_focused()


def test_a_web_process_killed_and_started_again_serves_the_next_click(
    opened: Opened, site: Site, team: list[Agent]
) -> None:
    page = opened("/agents/?q=robin&sort=-name")
    agent = team[TEAM // 2]
    button = reading_in_the_middle(page, agent)
    place = scrolled(page)
    site.kill("web")
    expect(page.locator("[data-connection=reconnecting]")).to_be_visible()
    pause(site, agent, "Between two lives")
    site.restart("web")

    expect(page.locator(LIVE)).to_be_visible()
    expect(row_of(page, agent)).to_contain_text("Between two lives")
    expect(button).to_be_focused()
    expect(button).to_be_enabled()
    redrawn(page)
    assert scrolled(page) == place
    page.keyboard.press("Enter")
    expect(row_of(page, agent).locator(".pill")).to_have_text("Available")
