"""Overview out of sight or outdated: chime, hidden tab, new build."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Locator, Page, expect

from routing.model.calls import Call
from routing.services import call_enqueue, call_remove
from tests.browser.conftest import Opened
from tests.browser.desks import COUNTING, LIVE
from tests.browser.site import Site
from tests.browser.watched import redrawn
from tests.waiting import wait_until

CHIME = 2  # tones
ALMOST_RED = 30  # seconds of waiting; red is twice the target, 40


def a_caller(site: Site, caller: str, *, waited: float = 0) -> Call:
    """A caller who has waited for some seconds already, and whom no agent can answer."""
    past = replace(site.router, clock=lambda: datetime.now(UTC) - timedelta(seconds=waited))
    call = call_enqueue(past, language="French", caller=caller)
    assert isinstance(call, Call)
    return call


def listening(opened: Opened) -> Page:
    """The overview with the sound turned on, in a browser that counts tones."""
    page = opened("/", fresh=True)
    page.context.add_init_script(COUNTING)
    page.reload()
    expect(page.locator(LIVE)).to_be_visible()
    page.get_by_role("button", name="Sound").click()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
    heard(page, CHIME)  # as a sample of the sound
    return page


def heard(page: Page, tones: int) -> None:
    """The page has played this number of tones, which begin a moment after what they are about."""
    wait_until(lambda: page.evaluate("tones") == tones, f"{tones} tones are heard")


def verdict(page: Page) -> Locator:
    return page.locator("[data-figure=longest-wait] .verdict")


def hide(page: Page, *, hidden: bool) -> None:
    """As if the tab were put behind another."""
    page.evaluate(
        """(hidden) => {
            Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def test_a_chime_tells_once_of_what_becomes_red_and_only_if_asked_for(opened: Opened, site: Site) -> None:
    page = listening(opened)
    silent = opened("/", fresh=True)
    silent.context.add_init_script(COUNTING)
    silent.reload()
    expect(silent.locator(LIVE)).to_be_visible()
    call = a_caller(site, "Anne Petit", waited=ALMOST_RED)
    expect(verdict(page)).to_have_text("late")
    expect(page.locator("[data-figure=service-level] .verdict")).to_have_text("very low")
    heard(page, 2 * CHIME)  # the only caller has been missed

    expect(page.get_by_role("alert").get_by_text("A caller has waited far too long.")).to_be_attached()
    expect(silent.locator("[data-figure=longest-wait] .verdict")).to_have_text("very late")
    later = page.locator("[data-figure=longest-wait] .value").inner_text()
    expect(page.locator("[data-figure=longest-wait] .value")).not_to_have_text(later)
    heard(page, 3 * CHIME)
    assert silent.evaluate("tones") == 0
    call_remove(site.router, call_id=call.call_id, reason="test", by="test")
    expect(page.locator("[data-figure=waiting] .value")).to_have_text("0")


def test_the_wish_for_sound_is_remembered_and_heard_in_a_hidden_tab(opened: Opened, site: Site) -> None:
    page = listening(opened)
    page.reload()
    expect(page.locator(LIVE)).to_be_visible()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
    page.mouse.click(5, 5)
    hide(page, hidden=True)
    call = a_caller(site, "Leo Ruiz", waited=ALMOST_RED)

    heard(page, CHIME)
    call_remove(site.router, call_id=call.call_id, reason="test", by="test")


def test_a_hidden_page_draws_nothing_and_shows_everything_on_return(opened: Opened, site: Site) -> None:
    page = opened("/")
    expect(page.locator(LIVE)).to_be_visible()
    hide(page, hidden=True)
    call = a_caller(site, "Iris Hidden")
    other = opened("/")
    row = f"tr[data-call='{call.call_id}']"
    expect(other.locator(row)).to_be_visible()  # the update has arrived everywhere
    redrawn(page)
    expect(page.locator(row)).to_have_count(0)
    hide(page, hidden=False)

    expect(page.locator(row)).to_be_visible()


def test_the_wall_reloads_when_the_site_has_a_newer_build(opened: Opened) -> None:
    page = opened("/?kiosk=1", fresh=True)
    page.clock.install()
    page.reload()
    expect(page.locator(LIVE)).to_be_visible()
    with page.expect_response("**/build/"):
        page.clock.fast_forward(61_000)  # the same build: nothing happens
    page.evaluate("window.isOld = true")
    page.route("**/build/", lambda route: route.fulfill(json={"build": "another"}))
    with page.expect_navigation():
        page.clock.fast_forward(61_000)

    assert page.evaluate("window.isOld") is None


def test_the_overview_says_that_it_has_become_old_and_leaves_the_rest_to_the_reader(opened: Opened) -> None:
    page = opened("/?sort=-waiting", fresh=True)
    page.clock.install()
    page.reload()
    expect(page.locator(LIVE)).to_be_visible()
    page.route("**/build/", lambda route: route.fulfill(json={"build": "another"}))
    page.clock.fast_forward(61_000)

    expect(page.locator(".notice")).to_contain_text("newer")
    expect(page.locator(".notice").get_by_role("link")).to_have_attribute(
        "href", re.compile(r"\?sort=-waiting$")
    )
