"""Page of agents: select, bulk commands, undo, shared filters, keyboard."""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import Call
from routing.model.outcomes import Conflict
from routing.selectors import agent as agent_read
from routing.services import agent_choose, agent_create, call_accept, call_complete, call_enqueue
from tests.browser.conftest import Opened
from tests.browser.desks import ANA, seat_olga
from tests.browser.rows import names, row_of
from tests.browser.site import Site
from tests.browser.watched import redrawn
from tests.waiting import wait_until


def some_agents(site: Site, names: str, **fields: Any) -> list[Agent]:
    """Agents who are offline, unless a status is given, one for each name."""
    facts = {"gender": "F", "languages": ["French"], "status": AgentStatus.OFFLINE, **fields}
    return [agent_create(site.router, name=name, agent_id=name.lower(), **facts) for name in names.split()]


def present(site: Site, agent: Agent) -> Agent:
    found = agent_read(site.router, agent.agent_id)
    assert found
    return found


def an_agent_in_wrap_up(site: Site, name: str, *, gender: str) -> Agent:
    """No other agent of this gender may wait for calls meanwhile."""
    (agent,) = some_agents(site, name, gender=gender)
    agent_choose(site.router, agent_id=agent.agent_id, choice=Choice.READY)
    call = call_enqueue(site.router, language="French", gender=gender)
    assert isinstance(call, Call)
    wait_until(lambda: present(site, agent).status is AgentStatus.OFFERED, "the call rings")
    call_accept(site.router, call_id=call.call_id, agent_id=agent.agent_id)
    call_complete(site.router, call_id=call.call_id)
    return agent


def select(page: Page, agents: Iterable[Agent]) -> None:
    for agent in agents:
        row_of(page, agent).get_by_role("checkbox").click()


def bulk(page: Page, word: str) -> Locator:
    return page.get_by_role("region", name="Selected agents").get_by_role("button", name=word)


def test_many_are_acted_for_at_once_and_who_is_newer_is_left_alone(opened: Opened, site: Site) -> None:
    ana, bea, cleo = some_agents(site, "Ana-Stale Bea-Stale Cleo-Stale")
    page = opened("/agents/?q=stale")
    expect(names(page)).to_have_count(3)
    page.get_by_role("checkbox", name="Select all").check()
    expect(page.locator(".bulk")).to_contain_text("3 selected")
    site.freeze("feed")
    try:
        agent_choose(site.router, agent_id=bea.agent_id, choice=Choice.PAUSED, reason="Training", by="sue")
        bulk(page, "Available").click()

        told = page.locator(".notice")
        expect(told).to_contain_text("Available: 2 done, 1 skipped: Bea-Stale (paused now).")
        expect(told).to_contain_text("not confirmed yet")
        expect(page.locator(".bulk")).to_contain_text("1 selected")
        expect(row_of(page, bea).get_by_role("checkbox")).to_be_checked()
        expect(row_of(page, bea)).to_contain_text("Training")
    finally:
        site.thaw("feed")
    expect(told).to_contain_text("Confirmed")
    assert [present(site, one).choice for one in (ana, bea, cleo)] == ["ready", "paused", "ready"]
    bulk(page, "Offline").click()
    expect(told).to_contain_text("Offline: 1 done.")
    assert present(site, bea).status is AgentStatus.OFFLINE


def test_a_pause_of_many_is_taken_back_to_what_each_had_chosen(opened: Opened, site: Site) -> None:
    off, ready = some_agents(site, "Dora-Undo Emil-Undo")
    agent_choose(site.router, agent_id=ready.agent_id, choice=Choice.READY)
    page = opened("/agents/?q=undo")
    expect(row_of(page, ready).locator(".pill")).to_have_text("Available")
    select(page, [off, ready])
    bulk(page, "Pause…").click()
    page.get_by_role("dialog", name="Pause 2 agents").get_by_role("button", name="Meeting").click()
    expect(page.locator(".notice")).to_contain_text("Pause: 2 done.")
    expect(row_of(page, off)).to_contain_text("Meeting")
    page.get_by_role("button", name="Undo").click()

    expect(page.locator(".notice")).to_contain_text("Undo: 2 done.")
    expect(row_of(page, off).locator(".pill")).to_have_text("Offline")
    expect(row_of(page, ready).locator(".pill")).to_have_text("Available")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def test_a_choice_for_one_agent_can_be_taken_back_by_key(opened: Opened, site: Site) -> None:
    (agent,) = some_agents(site, "Fay-One")
    page = opened("/agents/?q=fay")
    row_of(page, agent).get_by_role("button", name="Pause").click()
    page.get_by_role("dialog", name="Pause Fay-One").get_by_role("button", name="Lunch").click()
    expect(page.locator(".notice")).to_contain_text("Fay-One: paused (Lunch).")
    page.keyboard.press("u")

    expect(row_of(page, agent).locator(".pill")).to_have_text("Offline")
    expect(page.locator(".notice")).to_contain_text("Undo: 1 done.")


def test_only_supervisors_release_and_are_told_what_ends(opened: Opened, site: Site) -> None:
    (agent,) = some_agents(site, "Gina-Talk", gender="T")
    agent_choose(site.router, agent_id=agent.agent_id, choice=Choice.READY)
    call = call_enqueue(site.router, language="French", gender="T", caller="Leo Ruiz")
    assert isinstance(call, Call)
    wait_until(lambda: present(site, agent).status is AgentStatus.OFFERED, "the call rings")
    assert not isinstance(call_accept(site.router, call_id=call.call_id, agent_id=agent.agent_id), Conflict)
    operators = opened("/agents/?q=gina", name="olga")
    expect(operators.get_by_role("link", name="Leo Ruiz")).to_have_attribute(
        "href", f"/calls/{call.call_id}/"
    )
    expect(operators.locator(".bulk, [type=checkbox]:visible, td.choose")).to_have_count(0)

    page = opened("/agents/?q=gina")
    select(page, [agent])
    bulk(page, "Release").click()
    dialog = page.get_by_role("dialog", name="Release Gina-Talk")
    expect(dialog).to_contain_text("1 call in progress ends.")
    dialog.get_by_role("button", name="Line is dead").click()
    expect(page.locator(".notice")).to_contain_text("Release: 1 done.")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    assert present(site, agent).change_reason == "Line is dead"


def test_wrap_ups_end_together_and_only_those_in_wrap_up_are_meant(opened: Opened, site: Site) -> None:
    (idle,) = some_agents(site, "Ida-Wrap", gender="M")
    busy = an_agent_in_wrap_up(site, "Hugo-Wrap", gender="M")
    agent_choose(site.router, agent_id=busy.agent_id, choice=Choice.OFFLINE)
    page = opened("/agents/?q=wrap")
    expect(row_of(page, busy)).to_contain_text("then offline")
    select(page, [busy, idle])
    button = bulk(page, "End wrap-up")
    expect(button).to_have_text(re.compile("End wrap-up 1"))
    button.click()

    expect(page.locator(".notice")).to_contain_text("End wrap-up: 1 done.")
    expect(row_of(page, busy).locator(".pill")).to_have_text("Offline")


def test_who_ends_a_wrap_up_by_keyboard_stays_in_its_row(opened: Opened, site: Site) -> None:
    agent = an_agent_in_wrap_up(site, "Ugo-Ends", gender="M")
    page = opened("/agents/?q=ugo")
    button = row_of(page, agent).get_by_role("button", name="End wrap-up of Ugo-Ends")
    expect(button).to_be_enabled()
    button.press("Enter")

    expect(row_of(page, agent).locator(".pill")).to_have_text("Available")
    expect(row_of(page, agent)).to_be_focused()


def test_filter_order_and_columns_are_shared_by_the_address(opened: Opened, site: Site) -> None:
    some_agents(site, "Jon-Share Kim-Share", languages=["Spanish"])
    (other,) = some_agents(site, "Lea-Share")
    page = opened("/agents/")
    expect(row_of(page, other)).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("share")
    page.get_by_label("Language").select_option("Spanish")
    page.get_by_role("button", name=re.compile("^Offline")).first.click()
    for _ in range(2):
        page.get_by_role("columnheader", name="Name").get_by_role("button").click()
    page.get_by_role("button", name="Columns").click()
    page.get_by_role("checkbox", name="Missed").uncheck()
    page.get_by_role("checkbox", name="Gender").check()
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(r"\?q=share&status=offline&language=Spanish&columns=.*"))
    expect(page.get_by_role("columnheader", name="Missed")).to_have_count(0)

    shared = opened(page.url.removeprefix(site.address))
    for one in (page, shared):
        expect(names(one)).to_have_text(["Jon-Share", "Kim-Share"])
    expect(shared.get_by_role("columnheader", name="Gender")).to_be_visible()
    expect(shared.get_by_role("columnheader", name="Missed")).to_have_count(0)
    shared.get_by_role("columnheader", name="Name").get_by_role("button").click()
    expect(shared).to_have_url(re.compile("sort=-name"))
    expect(names(shared).first).to_have_text("Kim-Share")
    shared.get_by_label("Filter agents").fill("nobody like this")
    shared.get_by_role("button", name="Show all agents").click()
    expect(shared).to_have_url(re.compile(r"agents/\?sort=-name&columns="))


def test_rows_stay_where_they_are_while_the_mouse_is_among_them(opened: Opened, site: Site) -> None:
    (last,) = some_agents(site, "Zoe-Held")
    page = opened("/agents/?q=held")
    row_of(page, last).hover()
    redrawn(page)
    before = row_of(page, last).bounding_box()
    (first,) = some_agents(site, "Abe-Held")
    expect(row_of(page, first)).to_be_visible()
    row_of(page, last).get_by_role("checkbox").click()
    expect(page.locator(".bulk")).to_contain_text("1 selected")

    assert row_of(page, last).bounding_box() == before
    page.mouse.move(5, 5)
    page.get_by_label("Filter agents").focus()
    expect(names(page).first).to_have_text("Abe-Held")


def test_it_can_be_used_with_the_keyboard_alone(opened: Opened, site: Site) -> None:
    max_, nell, olaf = some_agents(site, "Max-Keys Nell-Keys Olaf-Keys")
    page = opened("/agents/?q=keys")
    expect(row_of(page, olaf)).to_be_visible()
    page.get_by_role("columnheader", name="Call").get_by_role("button").focus()
    page.keyboard.press("Tab")
    expect(row_of(page, max_)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(row_of(page, olaf).get_by_role("checkbox")).to_be_focused()
    page.keyboard.press("Shift+X")
    expect(page.locator(".bulk")).to_contain_text("3 selected")
    for _ in range(5):  # the name and three buttons of the row, then out of the table
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Clear")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.locator(".notice")).to_contain_text("Available: 3 done.")
    expect(page.get_by_role("button", name="Select all 3 shown")).to_be_focused()
    assert {present(site, one).status for one in (max_, nell, olaf)} == {AgentStatus.QUEUED}


def test_single_keys_walk_and_select_unless_they_are_switched_off(opened: Opened, site: Site) -> None:
    first, second = some_agents(site, "Pia-Off Quin-Off")
    page = opened("/agents/?q=-off")
    expect(row_of(page, second)).to_be_visible()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("x")
    expect(row_of(page, second).get_by_role("checkbox")).to_be_checked()
    page.keyboard.press("k")
    page.keyboard.press("a")
    expect(row_of(page, first).locator(".pill")).to_have_text("Available")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").get_by_label("Single-key shortcuts on").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    page.keyboard.press("j")
    redrawn(page)

    expect(page.locator(".bulk")).to_contain_text("1 selected")
    page.reload()
    expect(row_of(page, second)).to_be_visible()
    page.keyboard.press("?")
    redrawn(page)
    expect(page.get_by_role("dialog", name="Keys")).not_to_be_visible()


def test_while_the_data_is_old_nobody_is_acted_for(opened: Opened, site: Site) -> None:
    (agent,) = some_agents(site, "Rita-Old")
    page = opened("/agents/?q=rita")
    select(page, [agent])
    site.freeze("feed")
    try:
        expect(page.locator("[data-connection=stale]")).to_be_visible()
        expect(page.locator(".agents-page")).to_have_attribute("data-dim", "")
        expect(bulk(page, "Available")).to_be_disabled()
        expect(row_of(page, agent).get_by_role("button", name="Available")).to_be_disabled()
    finally:
        site.thaw("feed")
    expect(bulk(page, "Available")).to_be_enabled()
    expect(row_of(page, agent).get_by_role("checkbox")).to_be_checked()


@pytest.mark.parametrize("path", ["/agents/", "/agents/?plain=1"])
def test_without_script_the_plain_forms_do_the_same(opened: Opened, site: Site, path: str) -> None:
    (agent,) = some_agents(site, f"Sol-Plain{len(path)}")
    page = opened(path, script=False)
    page.wait_for_url("**/agents/?plain=1")
    form = page.get_by_role("form", name=f"Set status of {agent.name}")
    form.get_by_role("button", name="Available").click()

    expect(page.get_by_role("status")).to_have_text(f"{agent.name}: available.")
    expect(page).to_have_url(re.compile(r"/agents/\?plain=1$"))


def test_an_operator_has_buttons_for_the_own_agent_only(opened: Opened, site: Site) -> None:
    (other,) = some_agents(site, "Hana-Two")
    seat_olga(opened(), site)
    page = opened("/agents/", name="olga")
    row = page.locator(f'[data-agent="{ANA}"]')
    row.get_by_role("button", name="Available").click()

    expect(row.locator(".pill")).to_have_text("Available")
    expect(row_of(page, other)).to_be_visible()
    expect(row_of(page, other).get_by_role("button")).to_have_count(0)
    expect(page.locator(".bulk")).to_have_count(0)
