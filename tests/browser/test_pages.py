"""Looks of every page: axe and a screenshot, light and dark."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from routing.model.agents import AgentStatus, Choice
from routing.model.calls import Call
from routing.model.outcomes import Conflict
from routing.services import (
    agent_choose,
    agent_create,
    call_accept,
    call_dead_letter,
    call_enqueue,
    match_once,
)
from tests.browser.conftest import Opened
from tests.browser.looks import (
    DESKTOP,
    FITS,
    LAPTOP,
    PHONE,
    SCHEMES,
    TABLET,
    WALL,
    Size,
    assert_fits,
    assert_for_everybody,
    resize,
    schemes_at,
)
from tests.browser.site import Site
from tests.thorough import covering

IS_AS_HIGH_AS_THE_WINDOW = "document.documentElement.scrollHeight <= innerHeight"
PEOPLE = [
    "Ana Torres",
    "Ben Lang",
    "Cleo Noir",
    "Dora Weiss",
    "Emil Roth",
    "Fay Moore",
    "Gina Rossi",
    "Hugo Blanc",
]


def everyday(site: Site) -> None:
    """Agents in every status, callers who wait, ring and talk."""
    for index, name in enumerate(PEOPLE):
        agent_create(
            site.router,
            name=name,
            gender="FMT"[index % 3],
            languages=["Spanish", "English"][: 1 + index % 2],
            agent_id=f"agent-{index}",
            status=AgentStatus.OFFLINE,
        )
    choices = [Choice.READY] * 5 + [Choice.PAUSED, Choice.OFFLINE, Choice.READY]
    for index, choice in enumerate(choices):
        agent_choose(site.router, agent_id=f"agent-{index}", choice=choice, reason="Lunch")
    for language, caller in (("Spanish", "Leo Ruiz"), ("English", "Kim Hall"), ("French", "Anne Petit")):
        assert isinstance(call_enqueue(site.router, language=language, caller=caller, topic="Order"), Call)
    for caller, reason in (
        ("Rosa Diaz", "line is dead"),
        ("Tom Baker", "5 unanswered offers, the last: declined"),
    ):
        waiting = call_enqueue(site.router, language="French", caller=caller, call_id=caller.lower()[:4])
        assert isinstance(waiting, Call)
        call_dead_letter(site.router, call_id=waiting.call_id, reason=reason, by="mara")
    for match in match_once(site.router).matches[:1]:
        accepted = call_accept(site.router, call_id=match.call.call_id, agent_id=match.agent.agent_id)
        assert not isinstance(accepted, Conflict)


@pytest.fixture(scope="module", autouse=True)
def _everyday(site: Site) -> None:
    everyday(site)


def moving(page: Page) -> None:
    expect(page.locator("[data-connection=live]")).to_be_visible()
    expect(page.locator("tr[data-agent]").first).to_be_visible()


def standing(page: Page) -> None:
    expect(page.locator("main")).to_be_visible()


def asking_for_a_reason(page: Page) -> None:
    moving(page)
    page.locator("tr[data-agent] button[value=paused]").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def telling_a_history(page: Page) -> None:
    standing(page)
    page.locator("summary").first.click()
    expect(page.locator(".story").first).to_be_visible()


def asking_for_a_formula(page: Page) -> None:
    moving(page)
    page.locator("[data-figure=service-level] .explained").hover()
    expect(page.get_by_role("tooltip")).to_be_visible()


def naming_its_keys(page: Page) -> None:
    moving(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def selecting_agents(page: Page) -> None:
    moving(page)
    for place in (0, 2):
        page.locator("tr[data-agent]").nth(place).get_by_role("checkbox").click()
    expect(page.locator(".bulk")).to_contain_text("2 selected")


def choosing_columns(page: Page) -> None:
    moving(page)
    page.get_by_role("button", name="Columns").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def finding_nobody(page: Page) -> None:
    expect(page.get_by_role("heading", name="No agents match this filter")).to_be_visible()


def held_by_the_reader(page: Page) -> None:
    moving(page)
    page.get_by_role("button", name="Pause updates").click()
    expect(page.locator("[data-connection=paused]")).to_be_visible()


@dataclass(frozen=True)
class Case:
    """One page as one person sees it, brought into the state to look at."""

    name: str
    path: str = "/"
    user: str = "mara"
    size: Size = DESKTOP
    arrange: Callable[[Page], None] = moving
    every_width: bool = False


CASES = [
    Case("board", every_width=True),
    Case("board-laptop", size=LAPTOP),
    Case("board-tall", size=WALL),
    Case("board-table", "/?minutes=table&sort=-longest"),
    Case("board-formula", arrange=asking_for_a_formula),
    Case("board-operator", user="olga"),
    Case("board-phone", size=PHONE),
    Case("board-narrow", size=(360, 740)),
    Case("board-paused", arrange=held_by_the_reader),
    Case("wall", "/?kiosk=1", size=WALL),
    Case("wall-small", "/?kiosk=1", size=LAPTOP),
    Case("pause-dialog", "/agents/", arrange=asking_for_a_reason),
    Case("keys-dialog", arrange=naming_its_keys),
    Case("agents", "/agents/", every_width=True),
    Case("agents-selected", "/agents/?sort=status", arrange=selecting_agents),
    Case("agents-columns", "/agents/", arrange=choosing_columns),
    Case("agents-nobody", "/agents/?q=nobody", arrange=finding_nobody),
    Case("agents-operator", "/agents/", user="olga"),
    Case("agents-phone", "/agents/", size=(360, 740), arrange=selecting_agents),
    Case("agents-plain", "/agents/?plain=1", arrange=standing, every_width=True),
    Case("dead-letters", "/dead-letters/", arrange=telling_a_history, every_width=True),
    Case("dead-letters-operator", "/dead-letters/", user="olga", arrange=standing),
    Case("dead-letters-phone", "/dead-letters/", size=PHONE, arrange=telling_a_history),
    Case("dead-letters-filtered", "/dead-letters/?reason=none", arrange=standing),
    Case("call", "/calls/rosa/", arrange=standing, every_width=True),
    Case("sign-in", "/sign-in/", user="", arrange=standing),
    Case("not-allowed", user="nobody", arrange=standing),
    Case("not-found", "/nowhere/", arrange=standing),
]


def is_at_a_usual_size(case: Case) -> bool:
    """That nothing is cut off at the others is for the tests below."""
    return case.size in (DESKTOP, PHONE) or case.name in ("wall", "agents-phone")


@pytest.mark.parametrize("case", covering(CASES, is_at_a_usual_size), ids=lambda case: case.name)
def test_a_page_has_no_serious_finding_and_scrolls_sideways_at_no_width(opened: Opened, case: Case) -> None:
    page = opened(case.path, name=case.user, size=case.size)
    case.arrange(page)

    assert_for_everybody(page, case.name, SCHEMES if case.size == DESKTOP else schemes_at(case.size))
    assert_fits(page, [PHONE, TABLET, LAPTOP, DESKTOP, WALL] if case.every_width else [case.size])


def test_the_wall_needs_no_scrolling_at_all(opened: Opened) -> None:
    page = opened("/?kiosk=1", size=LAPTOP)
    moving(page)

    for size in (LAPTOP, WALL):
        resize(page, size)
        assert page.evaluate(IS_AS_HIGH_AS_THE_WINDOW), size
        assert page.evaluate(FITS), size
        assert cut_off(page, ".wall-figures .figure") == []


def test_on_a_wide_screen_the_overview_scrolls_in_its_parts_only(opened: Opened) -> None:
    page = opened("/", size=LAPTOP)
    moving(page)

    for size in (LAPTOP, DESKTOP, WALL):
        resize(page, size)
        expect(page.locator("table.joined .judged").first).to_be_visible()
        assert page.evaluate(IS_AS_HIGH_AS_THE_WINDOW), size
        assert cut_off(page, "table.joined td, table.joined th, .headline .figure, .short .for") == []


def cut_off(page: Page, places: str) -> list[str]:
    """Texts that are cut off."""
    found: list[str] = page.locator(places).evaluate_all(
        "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"
    )
    return found
