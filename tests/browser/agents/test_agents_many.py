"""Page of agents with 2,000 of them: few rows are drawn, position and focus are kept."""

import pytest
from playwright.sync_api import Locator, Page, expect

from routing.model.agents import AgentStatus, Choice
from routing.selectors import agents_by_id
from routing.services import agent_choose, agents_add
from routing.services.new_agents import new_agent
from tests.browser.conftest import Opened
from tests.browser.site import Site

MANY = 2_000
MOST_DRAWN = 80


@pytest.fixture(scope="module", autouse=True)
def _many(site: Site) -> None:
    made = [
        new_agent(
            site.router,
            name=f"Agent-{number:04}",
            gender="F",
            languages=["French"],
            agent_id=f"a{number:04}",
            status=AgentStatus.OFFLINE,
        )
        for number in range(MANY)
    ]
    assert len(agents_add(site.router, made)) == MANY


def row(page: Page, number: int) -> Locator:
    return page.locator(f"tr[data-agent='a{number:04}']")


def all_there(page: Page) -> None:
    expect(page.locator(".roster-amount")).to_contain_text("2,000 agents")
    expect(page.locator("table.roster")).to_have_attribute("aria-rowcount", str(MANY + 1))


def few_are_drawn(page: Page) -> None:
    expect(page.locator("tr[data-agent]").first).to_be_attached()
    expect(page.locator("tr[data-agent]").nth(MOST_DRAWN - 1)).to_have_count(0)


def scrolled_to(page: Page, share: float) -> None:
    page.locator(".roster-scroll").evaluate(
        "(part, share) => { part.scrollTop = part.scrollHeight * share; }", share
    )


def test_only_rows_in_sight_are_drawn_and_every_row_can_be_scrolled_to(opened: Opened) -> None:
    page = opened("/agents/")
    all_there(page)
    few_are_drawn(page)
    scrolled_to(page, 0.5)
    expect(row(page, 1000)).to_be_visible()
    expect(row(page, 1000)).to_have_attribute("aria-rowindex", "1002")
    scrolled_to(page, 1)

    expect(row(page, MANY - 1)).to_be_in_viewport()
    few_are_drawn(page)


def test_the_focus_stays_in_its_row_however_far_it_is_scrolled_away(opened: Opened, site: Site) -> None:
    page = opened("/agents/")
    all_there(page)
    button = row(page, 3).get_by_role("button", name="Available")
    button.focus()
    for share in (0.3, 0.9, 0.1, 0.6):
        scrolled_to(page, share)
        expect(row(page, int(MANY * share))).to_be_visible()
        expect(button).to_be_focused()
    agent_choose(site.router, agent_id="a0003", choice=Choice.PAUSED, reason="Lunch")
    expect(row(page, 3)).to_contain_text("Lunch")
    expect(button).to_be_focused()
    page.keyboard.press("ArrowDown")

    expect(row(page, 4)).to_be_focused()
    expect(row(page, 4)).to_be_in_viewport()
    page.keyboard.press("End")
    expect(row(page, MANY - 1)).to_be_focused()
    page.keyboard.press("PageUp")
    expect(page.locator("tr[data-agent]:focus")).to_be_in_viewport()


def test_more_than_can_be_acted_for_at_once_are_told_so(opened: Opened, site: Site) -> None:
    page = opened("/agents/")
    all_there(page)
    page.get_by_role("checkbox", name="Select all agents").check()
    bar = page.get_by_role("region", name="Selected agents")
    expect(bar).to_contain_text("2,000 selected as of")
    expect(bar).to_contain_text("At most 500 at once.")
    expect(bar.get_by_role("button", name="Available")).to_be_disabled()
    bar.get_by_role("button", name="Clear").click()
    page.get_by_label("Filter agents").fill("agent-01")
    expect(page.locator(".roster-amount")).to_contain_text("100 of 2,000")
    page.get_by_role("checkbox", name="Select all 100 shown").check()
    bar.get_by_role("button", name="Available").click()

    expect(page.locator(".notice")).to_contain_text("Available: 100 done.")
    expect(bar).to_contain_text("No agents selected")
    done = agents_by_id(site.router, [f"a01{number:02}" for number in range(100)])
    assert {agent.status for agent in done} == {AgentStatus.QUEUED}


def test_a_range_is_selected_with_shift_over_rows_that_are_not_drawn(opened: Opened) -> None:
    page = opened("/agents/")
    all_there(page)
    row(page, 10).get_by_role("checkbox").click()
    scrolled_to(page, 0.2)
    row(page, 400).get_by_role("checkbox").click(modifiers=["Shift"])

    expect(page.locator(".bulk")).to_contain_text("391 selected")
    page.get_by_label("Filter agents").fill("agent-19")
    expect(page.locator(".bulk")).to_contain_text("391 of them not shown")


def test_a_box_to_select_by_stands_in_the_middle_of_its_cell_and_clear_of_the_name(opened: Opened) -> None:
    page = opened("/agents/")
    all_there(page)
    cell, box, name = (
        row(page, 0).locator(part).first.bounding_box() for part in ("td", "input[type=checkbox]", "th")
    )
    assert cell
    assert box
    assert name

    assert box["x"] - cell["x"] == pytest.approx(cell["x"] + cell["width"] - box["x"] - box["width"], abs=1)
    assert cell["width"] > 2 * box["width"]
    assert cell["x"] + cell["width"] <= name["x"] + 1
