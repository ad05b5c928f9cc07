"""Clicks: none is lost under twenty changes a second, nor with its answer."""

from playwright.sync_api import Page, Route, expect

from routing.model.agents import Agent, Choice
from routing.selectors import agents_by_id
from tests.browser.changing import a_team, changes
from tests.browser.conftest import Opened
from tests.browser.site import Site
from tests.browser.watched import posts_of, wait_beside
from tests.thorough import is_exhaustive
from tests.waiting import wait_until

CLICKED = 20
CLICKS = 60 if is_exhaustive() else CLICKED
# How long a hand holds the button down; the board draws several times meanwhile.
PRESS_MS = 70
TALL = (1440, 2400)


def press(page: Page, agent: Agent, word: str) -> None:
    """Moves, presses, holds and releases, as a hand does, during redraws."""
    box = page.locator(f"tr[data-agent='{agent.agent_id}'] button", has_text=word).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_timeout(PRESS_MS)
    page.mouse.up()


def others_changed(done: list[float], times: int) -> None:
    wait_until(lambda: len(done) >= times, f"other agents have changed {times} times")


def test_each_click_during_twenty_changes_a_second_is_one_post(opened: Opened, site: Site) -> None:
    clicked, others = a_team(site.router, "Clicked", CLICKED), a_team(site.router, "Other", CLICKED)
    page = opened("/agents/", size=TALL)
    expect(page.locator(f"tr[data-agent='{clicked[-1].agent_id}'] button").first).to_be_enabled()
    posts = posts_of(page)

    with changes(site.router, others, per_second=20) as done:
        for number in range(CLICKS):
            others_changed(done, number + 2)
            press(page, clicked[number % CLICKED], ("Available", "Offline")[number // CLICKED % 2])
        happened = len(done)
    wait_beside(page, lambda: len(posts) >= CLICKS, "each click is sent")
    expect(page.locator("button[data-pending]")).to_have_count(0)

    assert len(posts) == CLICKS
    assert {posts.count(url) for url in posts} == {CLICKS // CLICKED}
    found = agents_by_id(site.router, [agent.agent_id for agent in clicked])
    assert {agent.choice for agent in found} == {Choice.READY}
    assert happened > CLICKS  # more changed under the mouse than the mouse did itself


def test_a_click_whose_answer_is_lost_is_done_once_and_told_as_done(opened: Opened, site: Site) -> None:
    (agent,) = a_team(site.router, "Unheard", 1)
    page = opened("/agents/", size=TALL)
    button = page.locator(f"tr[data-agent='{agent.agent_id}'] button", has_text="Available")
    expect(button).to_be_enabled()
    statuses: list[int] = []

    def lose_the_first(route: Route) -> None:
        reply = route.fetch()
        statuses.append(reply.status)
        if len(statuses) == 1:
            route.abort()
        else:
            route.fulfill(response=reply)

    page.route("**/choice/", lose_the_first)
    button.click()
    wait_beside(page, lambda: len(statuses) > 1, "the click is sent again")
    expect(page.locator("button[data-pending]")).to_have_count(0)
    expect(page.locator(f"tr[data-agent='{agent.agent_id}'] .pill")).to_have_text("Available")

    assert statuses == [200, 200]
    (found,) = agents_by_id(site.router, [agent.agent_id])
    assert (found.choice, found.version) == (Choice.READY, agent.version + 1)
    expect(page.locator("[role=alert]:visible")).to_have_count(0)
