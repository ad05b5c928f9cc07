"""Overview: figures against targets, table of queues, last hour."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Locator, Page, expect

from routing import selectors
from routing.model.agents import Agent, Choice
from routing.model.calls import Call
from routing.services import agent_choose, agent_create, call_enqueue, call_remove
from tests.browser.conftest import Opened
from tests.browser.site import Site


def a_caller(
    site: Site, caller: str, *, language: str = "French", gender: str = "Any", waited: float = 0
) -> Call:
    """A caller who has waited for some seconds already."""
    past = replace(site.router, clock=lambda: datetime.now(UTC) - timedelta(seconds=waited))
    call = call_enqueue(past, language=language, gender=gender, caller=caller)
    assert isinstance(call, Call)
    return call


BOTH_FORMULAS = r"^Last 30 min: answered within 20 s ÷ \(.* still waiting after 20 s\).* Today: .* ÷ offered"


def find_agent(site: Site, agent_id: str) -> Agent:
    (agent,) = selectors.agents_by_id(site.router, {agent_id})
    return agent


def figure(page: Page, name: str) -> Locator:
    return page.locator(f"[data-figure={name}]")


def queue(page: Page, key: str) -> Locator:
    return page.locator(f"tr[data-queue='{key}']")


def queue_names(page: Page) -> Locator:
    return page.locator("table.joined tbody th")


def test_a_figure_beyond_its_target_says_so_in_colour_icon_and_word(opened: Opened, site: Site) -> None:
    page = opened("/")
    a_caller(site, "Anne Petit", waited=22)
    wait = figure(page, "longest-wait")

    expect(wait.locator(".verdict")).to_have_text("late")
    expect(wait.locator(".verdict svg")).to_be_visible()
    expect(wait).to_have_class(re.compile("tone-orange"))
    expect(wait).to_contain_text("≤ 0:20")
    expect(figure(page, "waiting")).to_contain_text("in 1 queue")
    expect(figure(page, "waiting").locator(".verdict")).to_have_count(0)  # a limit kept is not a goal reached
    expect(queue(page, "W#French#Any").locator(".judged").first).to_contain_text("late")
    longer = a_caller(site, "Kim Hall", language="English", waited=60)
    expect(wait.locator(".verdict")).to_have_text("very late")  # beyond twice the target
    call_remove(site.router, call_id=longer.call_id, reason="test", by="test")


def test_beside_callers_and_the_day_their_last_half_hour_is_drawn(opened: Opened) -> None:
    page = opened("/")
    for name in ("waiting", "longest-wait", "abandoned"):
        expect(figure(page, name).locator("svg.spark path").last).to_have_attribute(
            "d", re.compile("^M0 .*L100 ")
        )


def test_what_is_wrong_is_said_on_top_and_the_button_makes_who_could_help_available(
    opened: Opened, site: Site
) -> None:
    for name in ("dora", "ella"):
        agent_create(site.router, name=name.title(), gender="T", languages=["Spanish"], agent_id=name)
        agent_choose(site.router, agent_id=name, choice=Choice.PAUSED, reason="Lunch")
    late = a_caller(site, "Luz Rey", language="Spanish", gender="T", waited=600)
    page, wall = opened("/"), opened("/?kiosk=1")
    line = page.locator(".trouble")
    expect(queue(page, "W#Spanish#T").locator(".depth")).to_have_text("1")
    page.reload()  # a problem of the same level that was shown before this one would keep its place

    said = r"Spanish · Transgender: 1 waiting since \d\d:\d\d, nobody free\."
    expect(line).to_contain_text(re.compile(said))
    expect(line).to_contain_text("2 agents paused by choice. Make available")
    expect(page.locator("[role=status]").first).to_contain_text("Spanish · Transgender: 1 waiting")
    expect(wall.locator(".trouble")).to_contain_text("2 agents paused by choice")
    expect(wall.locator(".trouble button")).to_have_count(0)
    expect(wall.locator("[data-agent=dora] .pill")).to_have_text("Paused: Lunch")
    line.get_by_role("button", name="Make available").click()
    question = page.get_by_role("dialog", name="Make 2 agents available?")
    expect(question).to_contain_text("Dora Paused: Lunch")
    question.get_by_role("button", name="Make 2 available").click()

    expect(page.locator(".notice")).to_contain_text("Available: 2 done.")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(line).not_to_contain_text("Spanish · Transgender")
    assert {find_agent(site, name).choice for name in ("dora", "ella")} == {Choice.READY}
    call_remove(site.router, call_id=late.call_id, reason="test", by="test")
    for name in ("dora", "ella"):
        agent_choose(site.router, agent_id=name, choice=Choice.OFFLINE)


def test_each_formula_is_told_on_focus_and_on_hover(opened: Opened) -> None:
    page = opened("/")
    formula = figure(page, "service-level").get_by_role("tooltip")
    expect(formula).to_be_hidden()
    figure(page, "longest-wait").get_by_role("button").focus()
    page.keyboard.press("Tab")
    while page.locator(":focus").inner_text() != "Service level":
        page.keyboard.press("Tab")

    expect(formula).to_have_text(re.compile(BOTH_FORMULAS))
    expect(formula).to_be_visible()
    figure(page, "asa").get_by_role("button").hover()
    expect(figure(page, "asa").get_by_role("tooltip")).to_contain_text(
        "mean of (answered at - waiting since)"
    )


def test_a_row_of_queues_joins_callers_agents_and_the_day(opened: Opened, site: Site) -> None:
    for name, gender in (("Ana", "F"), ("Ben", "M"), ("Cleo", "F")):
        agent_create(site.router, name=name, gender=gender, languages=["English"], agent_id=name.lower())
    for name in ("ana", "ben"):
        agent_choose(site.router, agent_id=name, choice=Choice.READY)
    agent_choose(site.router, agent_id="cleo", choice=Choice.PAUSED, reason="Lunch")
    page = opened("/")
    women, anybody = queue(page, "W#English#F"), queue(page, "W#English#Any")

    expect(women.locator(".fitting")).to_have_text("1 / 2")
    expect(anybody.locator(".fitting")).to_have_text("2 / 3")
    expect(anybody.locator(".agent-depth")).to_have_text("2")
    expect(women.locator(".version").last).to_have_text("1")
    page.get_by_role("button", name="Diagnostics").click()
    expect(women.locator(".version")).to_have_count(0)
    expect(queue(page, "W#French#Any").locator(".offered")).to_have_text("1")
    expect(page.locator(".queues-panel .footnote")).to_contain_text("counts in both")
    women.get_by_role("link").click()
    expect(page).to_have_url(f"{site.address}/queues/W%23English%23F/")


def test_queues_are_sorted_by_a_click_and_the_address_tells_how(opened: Opened, site: Site) -> None:
    a_caller(site, "Zara Late", language="Spanish")
    page = opened("/")
    heading = page.get_by_role("columnheader", name="Waiting")
    expect(queue(page, "W#Spanish#Any").locator(".depth")).to_have_text("1")
    expect(queue_names(page).first).to_have_text("French · Any")  # the worst
    heading.get_by_role("button").click()

    expect(page).to_have_url(re.compile(r"\?sort=-waiting$"))
    expect(heading).to_have_attribute("aria-sort", "descending")
    for place, name in enumerate(("French · Any", "Spanish · Any")):
        expect(queue_names(page).nth(place)).to_have_text(name)
    shared = opened("/?sort=-waiting")
    expect(queue_names(shared).first).to_have_text("French · Any")


def test_the_keyboard_walks_through_the_queues_and_opens_one(opened: Opened) -> None:
    page = opened("/?sort=queue")
    expect(page.locator("table.joined tbody tr").first).to_be_visible()
    for key in ("j", "j", "k", "j", "Enter"):
        page.keyboard.press(key)

    expect(page).to_have_url(re.compile(r"/queues/W%23English%23F/$"))


def test_the_last_hour_is_a_chart_and_on_request_a_table(opened: Opened) -> None:
    page = opened("/")
    for name, says in (("waiting", "callers waiting"), ("rates", "calls per minute")):
        expect(page.locator(f"[data-plot={name}] canvas")).to_be_visible()
        expect(page.get_by_role("img", name=re.compile(f"Chart of the {says}"))).to_be_visible()
    page.get_by_role("button", name="Show as table").click()

    expect(page).to_have_url(re.compile(r"\?minutes=table$"))
    expect(page.locator("[data-plot]")).to_have_count(0)
    expect(page.locator("table.by-minute tbody tr")).to_have_count(60)
    expect(page.locator("table.by-minute tbody tr").first).to_contain_text("so far")
    page.get_by_role("button", name="Show as table").click()
    expect(page.locator("[data-plot=rates] canvas")).to_be_visible()
