"""Stuck agents: wrap-up ended and extended by others, release from the overview."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import Call, CallStatus
from routing.router import Router
from routing.selectors import agent as agent_read
from routing.selectors import call as call_read
from routing.services import agent_choose, agent_create, call_accept, call_complete, call_enqueue
from tests.browser.conftest import Opened
from tests.browser.rows import row_of
from tests.browser.site import Site
from tests.waiting import wait_until

LONG_AGO = timedelta(hours=5)


def a_call_with(site: Site, name: str, gender: str, *, accepted: Router | None = None) -> tuple[Agent, Call]:
    """An agent, and the call it has just answered; no other agent fits its caller."""
    router, agent_id = site.router, name.lower()
    agent_create(router, name=name, gender=gender, languages=["Spanish"], agent_id=agent_id)
    agent_choose(router, agent_id=agent_id, choice=Choice.READY)
    call = call_enqueue(router, language="Spanish", gender=gender, caller=f"Caller of {name}")
    assert isinstance(call, Call)
    wait_until(lambda: present(router, agent_id).status is AgentStatus.OFFERED, "the call rings")
    call_accept(accepted or router, call_id=call.call_id, agent_id=agent_id)
    return present(router, agent_id), call


def present(router: Router, agent_id: str) -> Agent:
    found = agent_read(router, agent_id)
    assert found
    return found


def test_a_supervisor_extends_a_wrap_up_and_ends_it(opened: Opened, site: Site) -> None:
    agent, call = a_call_with(site, "Ana", "F")
    call_complete(site.router, call_id=call.call_id)
    page = opened("/agents/")
    row = row_of(page, agent)
    expect(row.locator(".pill")).to_have_text("Wrap-up")
    expect(row.locator(".left")).to_have_text(re.compile(r"^[12]:\d\d$"))
    row.get_by_role("button", name="+60 s of wrap-up for Ana").click()
    expect(row.locator(".left")).to_have_text(re.compile(r"^[23]:\d\d$"))
    row.get_by_role("button", name="End wrap-up of Ana").click()

    expect(row.locator(".pill")).to_have_text("Available")
    expect(row.locator(".cures")).to_have_count(0)
    assert present(site.router, "ana").changed_by == "mara"


def test_a_choice_made_in_wrap_up_waits_for_its_end(opened: Opened, site: Site) -> None:
    agent, call = a_call_with(site, "Max", "M")
    call_complete(site.router, call_id=call.call_id)
    page = opened("/agents/")
    row = row_of(page, agent)
    row.get_by_role("button", name="Offline").click()
    expect(row.locator(".cell-next")).to_have_text("then offline")
    expect(row.locator(".pill")).to_have_text("Wrap-up")
    row.get_by_role("button", name="End wrap-up of Max").click()

    expect(row.locator(".pill")).to_have_text("Offline")


def test_a_supervisor_releases_an_agent_who_is_stuck_with_a_reason(opened: Opened, site: Site) -> None:
    past = replace(site.router, clock=lambda: datetime.now(UTC) - LONG_AGO)
    agent, call = a_call_with(site, "Tess", "T", accepted=past)
    operators = opened("/", name="olga")
    expect(row_of(operators, agent).locator(".stuck")).to_have_text("stuck")
    expect(row_of(operators, agent).get_by_role("button", name="Release Tess")).to_have_count(0)
    page = opened("/")
    row_of(page, agent).get_by_role("button", name="Release Tess").click()
    page.get_by_role("dialog", name="Release Tess").get_by_role("button", name="Line is dead").click()

    expect(row_of(page, agent)).to_have_count(0)  # free again: nothing needs attention
    after, ended = present(site.router, "tess"), call_read(site.router, call.call_id)
    assert (after.changed_by, after.change_reason) == ("mara", "Line is dead")
    assert ended
    assert ended.status is CallStatus.COMPLETED


def test_a_caller_on_the_board_leads_to_what_can_be_done(opened: Opened, site: Site) -> None:
    call = call_enqueue(site.router, language="French", gender="T", caller="Leo Ruiz")
    assert isinstance(call, Call)
    page = opened("/")
    page.get_by_role("link", name="Leo Ruiz").click()
    page.get_by_label("Priority").select_option("2")
    page.get_by_role("button", name="Change priority").click()

    expect(page.get_by_role("status")).to_have_text("Leo Ruiz: priority changed.")
    page.goto("/")
    row = page.locator(f"tr[data-call='{call.call_id}']")
    expect(row.locator(".urgent")).to_have_text("P2")
    expect(row.locator(".next")).to_have_text(re.compile(r"priority 1 in \d:\d\d"))
