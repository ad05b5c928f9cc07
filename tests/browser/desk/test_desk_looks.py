"""Looks of the desk in each state: light, dark, desktop, phone, accessible."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from routing.model.agents import AgentStatus, Choice
from routing.model.calls import Call
from routing.model.policies import AgentPolicy, Policies
from routing.services import agent_choose, call_accept, call_complete, call_decline
from tests.browser.conftest import Opened
from tests.browser.desks import ANA, a_call_rings, call_now, free, present, stage, waiting_desk
from tests.browser.looks import (
    DESKTOP,
    SCHEMES,
    Scheme,
    Size,
    assert_fits,
    assert_for_everybody,
    assert_looks_right,
    keep_screenshot,
    schemes_at,
)
from tests.browser.site import Site

PHONE = (360, 740)
SIZES = {"-desktop": DESKTOP, "-phone": PHONE}
TARGET_PIXELS = 44
TOO_SMALL = f"""() => [...document.querySelectorAll("main button, main .button, main a.quiet, main select")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
    .filter(([, box]) => box.height < {TARGET_PIXELS} || box.width < {TARGET_PIXELS})
    .map(([text, box]) => `${{text}}: ${{box.width}} x ${{box.height}}`)"""


def waiting(_site: Site) -> None:
    """As it is."""


def ringing(site: Site) -> Call:
    return a_call_rings(site, "Maria del Carmen Fernández Ruiz")


def talking(site: Site) -> Call:
    call = ringing(site)
    call_accept(site.router, call_id=call.call_id, agent_id=ANA)
    agent_choose(site.router, agent_id=ANA, choice=Choice.PAUSED, reason="Lunch")
    return call


def wrap_up(site: Site) -> None:
    call_complete(site.router, call_id=talking(site).call_id)


def resting(site: Site) -> None:
    rests_long = replace(site.router, policies=Policies(agents=AgentPolicy(declined_rest_seconds=600)))
    call_decline(rests_long, call_id=ringing(site).call_id, agent_id=ANA)


def paused(site: Site) -> None:
    agent_choose(site.router, agent_id=ANA, choice=Choice.PAUSED, reason="no answer", by="routing")


def offline(site: Site) -> None:
    agent_choose(site.router, agent_id=ANA, choice=Choice.OFFLINE)


STAGES: dict[str, Callable[[Site], object]] = {
    "waiting": waiting,
    "ringing": ringing,
    "talking": talking,
    "wrap-up": wrap_up,
    "resting": resting,
    "paused": paused,
    "offline": offline,
}


@pytest.fixture(autouse=True)
def _free_again(ana: None, site: Site) -> Iterator[None]:  # noqa: ARG001 - before the test, too
    yield
    free(site)


def assert_fit_for_all(page: Page, name: str, size: Size, schemes: Iterable[Scheme] = SCHEMES) -> None:
    assert_fits(page, [size])
    assert page.evaluate(TOO_SMALL) == []
    assert_for_everybody(page, name, schemes)


@pytest.mark.parametrize("name", STAGES)
def test_each_state_is_fit_for_all_on_desktop_and_phone(opened: Opened, site: Site, name: str) -> None:
    page = opened("/desk/", name="olga")
    waiting_desk(page)
    STAGES[name](site)
    stage(page, name)
    for where, size in SIZES.items():
        assert_fit_for_all(page, f"desk-{name}{where}", size, schemes_at(size))


def test_the_reasons_and_the_keys_are_fit_for_all(opened: Opened) -> None:
    page = opened("/desk/", name="olga", size=PHONE)
    waiting_desk(page)
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(page.get_by_role("dialog", name="Pause Ana Torres")).to_be_visible()
    assert_fit_for_all(page, "desk-reasons-phone", PHONE)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert_fit_for_all(page, "desk-keys-phone", PHONE)


def test_a_ringing_phone_shows_its_buttons_without_scrolling(opened: Opened, site: Site) -> None:
    page = opened("/desk/", name="olga", size=PHONE)
    waiting_desk(page)
    ringing(site)
    box = stage(page, "ringing").get_by_role("button", name="Decline").bounding_box()

    assert box
    assert box["y"] + box["height"] <= PHONE[1]


def test_the_desks_to_choose_from_are_fit_for_all(opened: Opened) -> None:
    page = opened("/seats/", name="mara")
    page.get_by_label("Name").fill("torres")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("link", name="Open the desk of Ana Torres")).to_be_visible()

    assert_looks_right(page, "desks", SIZES)


def test_the_desk_of_another_and_none_at_all_are_fit_for_all(opened: Opened) -> None:
    page = opened(f"/desk/{ANA}/", name="mara")
    waiting_desk(page)
    assert_fit_for_all(page, "desk-supervisor", DESKTOP)
    unseated = opened("/desk/", name="mara")
    expect(unseated.get_by_role("heading", name="Desks")).to_be_visible()


def test_without_javascript_its_forms_do_the_same(
    browser: Browser, site: Site, sessions: dict[str, StorageState]
) -> None:
    call = ringing(site)
    context = browser.new_context(
        base_url=site.address,
        java_script_enabled=False,
        storage_state=sessions["olga"],
        viewport={"width": PHONE[0], "height": PHONE[1]},
    )
    page = context.new_page()
    page.goto("/desk/")
    keep_screenshot(page, "desk-ringing-plain")
    page.get_by_role("button", name="Accept").click()
    said = page.locator("[role=status]").first
    expect(said).to_contain_text("answered")
    page.get_by_role("button", name="Complete").click()
    expect(said).to_contain_text("completed")
    page.get_by_role("button", name="+60 s").click()
    expect(said).to_contain_text("in wrap-up until")
    page.get_by_label("Pause reason").select_option("Training")
    page.get_by_role("button", name="Pause").click()
    expect(said).to_contain_text("paused after the current call")
    page.get_by_role("button", name="End wrap-up").click()

    expect(page.locator(".desk-stage")).to_contain_text("Training")
    assert (present(site).status, present(site).pause_reason) == (AgentStatus.PAUSED, "Training")
    assert call_now(site, call).notes[-1].by == "olga"
    context.close()
