"""Board: sign in, set statuses, watch calls find agents, lose and regain the connection."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import Call
from routing.model.outcomes import Conflict
from routing.router import Router
from routing.selectors import agent as agent_read
from routing.services import agent_choose, agent_create, call_accept, call_complete, call_enqueue
from tests.browser.conftest import Opened, sign_in
from tests.browser.rows import row_of
from tests.browser.site import Site
from tests.waiting import wait_until

LIVE = "[data-connection=live]"
# All states of the connection that the page has shown.
NOTE_CONNECTIONS = """
window.connections = new Set();
const note = () => document.querySelectorAll("[data-connection]").forEach((one) => {
    window.connections.add(one.dataset.connection);
});
new MutationObserver(note).observe(document, {subtree: true, childList: true, attributes: true});
"""


def an_agent(router: Router, name: str, language: str, **fields: Any) -> Agent:
    return agent_create(
        router, name=name, gender="F", languages=[language], agent_id=name.lower().replace(" ", "-"), **fields
    )


def status_of(page: Page, agent: Agent) -> Locator:
    return row_of(page, agent).locator(".pill")


def choose(page: Page, agent: Agent, word: str) -> None:
    row_of(page, agent).get_by_role("button", name=word, exact=True).click()


def present(router: Router, agent: Agent) -> Agent:
    found = agent_read(router, agent.agent_id)
    assert found
    return found


def test_an_agent_marked_available_gets_the_caller_who_waits(opened: Opened, site: Site) -> None:
    agent = an_agent(site.router, "Ana Torres", "Spanish", status=AgentStatus.OFFLINE)
    call = call_enqueue(site.router, language="Spanish", caller="Leo Ruiz")
    assert isinstance(call, Call)
    page = opened("/", name="")
    sign_in(page, "mara")

    expect(page.locator(LIVE)).to_be_visible()
    board = opened("/")
    expect(board.locator("[data-figure=waiting] .value")).to_have_text("1")
    page.get_by_role("link", name="Agents", exact=True).click()
    expect(status_of(page, agent)).to_have_text("Offline")
    choose(page, agent, "Available")

    expect(status_of(page, agent)).to_have_text("Ringing")
    expect(row_of(page, agent)).to_contain_text("Leo Ruiz")
    expect(board.locator("[data-figure=waiting] .value")).to_have_text("0")
    assert not isinstance(call_accept(site.router, call_id=call.call_id, agent_id=agent.agent_id), Conflict)
    expect(status_of(page, agent)).to_have_text("On call")
    expect(row_of(board, agent)).to_contain_text("Leo Ruiz")

    call_complete(site.router, call_id=call.call_id)
    expect(status_of(page, agent)).to_have_text("Wrap-up")
    expect(board.locator("[data-figure=answered] .value")).to_have_text("1")


def test_a_pause_asks_for_its_reason_and_shows_it(opened: Opened, site: Site) -> None:
    agent = an_agent(site.router, "Bea Lang", "French", status=AgentStatus.OFFLINE)
    page = opened("/agents/")
    choose(page, agent, "Pause")
    dialog = page.get_by_role("dialog", name="Pause Bea Lang")
    dialog.get_by_role("button", name="Lunch").click()

    expect(dialog).not_to_be_visible()
    expect(status_of(page, agent)).to_have_text("Paused")
    expect(row_of(page, agent)).to_contain_text("Lunch")

    choose(page, agent, "Pause")
    dialog.get_by_label("Another reason").fill("Fire drill")
    dialog.get_by_role("button", name="Pause").click()
    expect(row_of(page, agent)).to_contain_text("Fire drill")


def test_who_decides_on_old_news_is_told_and_nothing_is_done(opened: Opened, site: Site) -> None:
    agent = an_agent(site.router, "Cleo Noir", "French", status=AgentStatus.OFFLINE)
    page = opened("/agents/")
    expect(status_of(page, agent)).to_have_text("Offline")
    site.freeze("feed")
    try:
        agent_choose(site.router, agent_id=agent.agent_id, choice=Choice.PAUSED, reason="Training", by="sue")
        choose(page, agent, "Available")

        expect(page.locator(".notice")).to_contain_text("Cleo Noir has since changed: paused now")
        expect(row_of(page, agent)).to_contain_text("Training")
    finally:
        site.thaw("feed")
    assert present(site.router, agent).status is AgentStatus.PAUSED
    page.get_by_role("button", name="Close this message").click()
    expect(page.locator(".notice")).to_have_count(0)


def test_a_decision_stands_where_only_routing_moved_the_agent(opened: Opened, site: Site) -> None:
    agent = an_agent(site.router, "Dora Weiss", "French")
    page = opened("/agents/")
    expect(status_of(page, agent)).to_have_text("Not queued")
    site.freeze("feed")
    try:
        agent_choose(site.router, agent_id=agent.agent_id, choice=Choice.READY)
        choose(page, agent, "Offline")
        expect(status_of(page, agent)).to_have_text("Offline")
    finally:
        site.thaw("feed")
    assert present(site.router, agent).status is AgentStatus.OFFLINE


def test_paused_by_the_reader_nothing_moves_until_resumed(opened: Opened, site: Site) -> None:
    agent = an_agent(site.router, "Gina Still", "English", status=AgentStatus.OFFLINE)
    page = opened("/agents/")
    expect(status_of(page, agent)).to_have_text("Offline")
    page.get_by_role("button", name="Pause updates").click()
    expect(page.locator("[data-connection=paused]")).to_be_visible()
    agent_choose(site.router, agent_id=agent.agent_id, choice=Choice.PAUSED, reason="Meeting")
    other = opened("/agents/")
    expect(row_of(other, agent)).to_contain_text("Meeting")  # the update has arrived everywhere

    expect(status_of(page, agent)).to_have_text("Offline")
    expect(row_of(page, agent).get_by_role("button", name="Available")).to_be_disabled()
    page.get_by_role("button", name="Resume updates").click()
    expect(row_of(page, agent)).to_contain_text("Meeting")


def test_a_board_that_loses_its_server_says_so_and_recovers_by_itself(opened: Opened, site: Site) -> None:
    agent = an_agent(site.router, "Hana Back", "English", status=AgentStatus.OFFLINE)
    page = opened("/agents/?q=hana")
    button = row_of(page, agent).get_by_role("button", name="Available")
    expect(button).to_be_enabled()
    button.focus()
    site.kill("web")

    expect(page.locator("[data-connection=stale]")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("No update for more than")
    expect(button).to_be_disabled()
    agent_choose(site.router, agent_id=agent.agent_id, choice=Choice.PAUSED, reason="Meeting")
    site.restart("web")

    expect(page.locator(LIVE)).to_be_visible()
    expect(row_of(page, agent)).to_contain_text("Meeting")
    expect(button).to_be_enabled()
    expect(button).to_be_focused()
    expect(page).to_have_url(re.compile(r"\?q=hana$"))


def test_a_board_opened_while_the_feed_is_silent_is_stale_from_the_start(opened: Opened, site: Site) -> None:
    page = opened("/", fresh=True)
    expect(page.locator(LIVE)).to_be_visible()
    site.freeze("feed")
    try:
        expect(page.locator("[data-connection=stale]")).to_be_visible()
        page.add_init_script(NOTE_CONNECTIONS)
        page.reload()

        expect(page.locator("[data-connection=stale]")).to_be_visible()
        assert page.evaluate("[...connections]") == ["loading", "stale"]
    finally:
        site.thaw("feed")
    expect(page.locator(LIVE)).to_be_visible()


def test_who_is_signed_out_elsewhere_is_told_on_the_next_click(opened: Opened, site: Site) -> None:
    agent = an_agent(site.router, "Ida Out", "English", status=AgentStatus.OFFLINE)
    page = opened("/agents/")
    expect(status_of(page, agent)).to_have_text("Offline")
    page.context.clear_cookies(name="sessionid")
    choose(page, agent, "Available")

    expect(page.locator("[data-connection=signed-out]")).to_be_visible()
    expect(page.get_by_role("link", name="Sign in again")).to_have_attribute(
        "href", f"{site.address}/agents/"
    )
    assert present(site.router, agent).status is AgentStatus.OFFLINE


def test_a_supervisor_starts_and_stops_the_demo_load(opened: Opened, site: Site) -> None:
    page = opened("/")
    bar = page.locator(".loadbar")
    bar.get_by_label("calls/s").fill("0.5")
    bar.get_by_label("agents").fill("2")
    bar.get_by_role("button", name="Start").click()
    question = page.get_by_role("dialog", name="Start the demo load?")
    question.get_by_role("button", name="Close").click()
    expect(question).to_be_hidden()
    expect(page.locator("[data-load=idle]")).to_be_visible()
    bar.get_by_role("button", name="Start").click()
    question.get_by_role("button", name="Start the load").click()
    expect(bar).to_contain_text("0.5 calls/s")
    expect(page.locator(".group.agents h2 small")).not_to_have_text("0")

    bar.get_by_role("button", name="Stop").click()
    page.get_by_role("dialog", name="Stop the demo load?").get_by_role("button", name="Stop the load").click()
    expect(bar).to_contain_text("Stopping")
    operators = opened("/", name="olga")
    expect(operators.locator(LIVE)).to_be_visible()
    expect(operators.locator(".loadbar")).to_have_count(0)
    wait_until(lambda: site.processes["feed"].is_running, "the feed is still there")
