"""Desk: accept, decline, lose and complete calls, wrap-up, next call, keys."""

import re

import pytest
from playwright.sync_api import Page, expect

from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.services import agent_choose, call_abandon, call_complete
from tests.browser.conftest import Opened
from tests.browser.desks import (
    ANA,
    COUNTING,
    LIVE,
    TONES_OF_A_CHIME,
    a_call_rings,
    call_now,
    more_wrap_up,
    present,
    press,
    ready,
    stage,
    waiting_desk,
)
from tests.browser.site import Site
from tests.browser.watched import posts_of, redrawn
from tests.waiting import wait_until


@pytest.fixture
def desk(ana: None, opened: Opened) -> Page:  # noqa: ARG001 - the desk is hers
    """Olga's desk, where Ana waits for calls."""
    page = opened("/desk/", name="olga")
    waiting_desk(page)
    return page


def test_a_call_is_accepted_completed_and_written_up(desk: Page, site: Site) -> None:
    call = a_call_rings(site)
    card = stage(desk, "ringing")
    expect(card.get_by_role("heading", name="Leo Ruiz")).to_be_visible()
    expect(card).to_contain_text("Spanish")
    expect(card).to_contain_text("Order")
    expect(card.locator(".desk-ring .number")).to_have_text(re.compile(r"^[3-9]\d$"))
    expect(desk.get_by_role("alert").filter(has_text="Call from Leo Ruiz")).to_have_count(1)
    expect(desk).to_have_title("Call from Leo Ruiz · My desk")
    press(desk, "Accept")

    stage(desk, "talking")
    assert call_now(site, call).status is CallStatus.IN_PROGRESS
    press(desk, "Complete")

    expect(stage(desk, "wrap-up")).to_contain_text("After the call with Leo Ruiz")
    for seconds in (60, 30):
        more_wrap_up(desk, site, seconds)
    press(desk, "End wrap-up")

    stage(desk, "waiting")
    expect(desk.locator(".desk-news")).to_contain_text(
        "The call with Leo Ruiz was completed by olga after 0:0"
    )


def test_a_declined_call_goes_to_others_and_calls_come_again(desk: Page, site: Site) -> None:
    call = a_call_rings(site)
    press(desk, "Decline")

    resting = stage(desk, "resting")
    expect(resting).to_contain_text("Calls resume automatically")
    expect(desk.locator(".desk-news")).to_have_text(
        "Declined: Leo Ruiz will be offered to other agents first."
    )
    assert call_now(site, call).tried == (ANA,)
    expect(desk.locator(".desk-stage[data-stage=ringing]")).to_be_visible()


def test_a_caller_who_hangs_up_is_told_of(desk: Page, site: Site) -> None:
    call = a_call_rings(site)
    stage(desk, "ringing")
    call_abandon(site.router, call_id=call.call_id)

    stage(desk, "waiting")
    expect(desk.locator(".desk-news")).to_have_text("Leo Ruiz hung up before the call was answered.")
    second = a_call_rings(site, "Kim Hall")
    press(desk, "Accept")
    stage(desk, "talking")
    call_complete(site.router, call_id=second.call_id)

    stage(desk, "wrap-up")
    expect(desk.locator(".desk-news")).to_contain_text("The call with Kim Hall ended after 0:0")


def test_what_comes_next_is_chosen_during_the_call(desk: Page, site: Site) -> None:
    a_call_rings(site)
    press(desk, "Accept")
    stage(desk, "talking")
    expect(desk.get_by_role("heading", name="After this")).to_be_visible()
    press(desk, "Pause")
    desk.get_by_role("dialog", name="Pause Ana Torres").get_by_role("button", name="Lunch").click()
    expect(desk.locator(".desk-choices")).to_contain_text("Then paused: Lunch.")
    press(desk, "Complete")
    stage(desk, "wrap-up")
    press(desk, "End wrap-up")

    expect(stage(desk, "paused")).to_contain_text("Lunch")
    press(desk, "Offline")
    stage(desk, "offline")
    press(desk, "Available")
    stage(desk, "waiting")


def test_who_missed_too_many_reads_why_and_comes_back(desk: Page, site: Site) -> None:
    agent_choose(site.router, agent_id=ANA, choice=Choice.PAUSED, reason="no answer", by="routing")

    card = stage(desk, "paused")
    expect(card).to_contain_text(
        "You were paused after missing 3 calls in a row. Choose Available to get calls"
    )
    press(desk, "Available")
    stage(desk, "waiting")


def test_two_tabs_show_the_same_and_only_one_of_them_acts(desk: Page, opened: Opened, site: Site) -> None:
    other = opened("/desk/", name="olga")
    waiting_desk(other)
    call = a_call_rings(site)
    for page in (desk, other):
        stage(page, "ringing")
    site.freeze("feed")
    try:
        press(desk, "Accept")
        stage(desk, "talking")
        press(other, "Decline")
        expect(other.locator(".notice")).to_contain_text("Leo Ruiz has since changed: in progress now")
    finally:
        site.thaw("feed")
    for page in (desk, other):
        stage(page, "talking")
    assert call_now(site, call).status is CallStatus.IN_PROGRESS


def test_an_answer_from_elsewhere_shows_and_a_late_click_changes_nothing(desk: Page, site: Site) -> None:
    call = a_call_rings(site)
    stage(desk, "ringing")
    site.freeze("feed")
    try:
        call_abandon(site.router, call_id=call.call_id)
        press(desk, "Accept")
        expect(desk.locator(".notice")).to_contain_text("Leo Ruiz has since changed: abandoned now")
    finally:
        site.thaw("feed")
    stage(desk, "waiting")


def test_a_double_click_on_accept_does_not_complete_the_call(desk: Page, site: Site) -> None:
    call = a_call_rings(site)
    stage(desk, "ringing")
    ready(desk, "Accept")
    posts = posts_of(desk)
    box = desk.get_by_role("button", name="Accept", exact=True).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    desk.mouse.move(x, y)
    desk.mouse.down(click_count=1)
    desk.mouse.up(click_count=1)
    stage(desk, "talking")
    expect(desk.get_by_role("button", name="Complete", exact=True)).to_be_enabled()
    desk.mouse.down(click_count=2)
    desk.mouse.up(click_count=2)
    redrawn(desk)

    assert call_now(site, call).status is CallStatus.IN_PROGRESS
    press(desk, "Complete")
    stage(desk, "wrap-up")
    assert [address.split("/")[-2] for address in posts] == ["accept", "complete"]


def test_it_can_be_used_with_the_keyboard_alone(desk: Page, site: Site) -> None:
    a_call_rings(site)
    stage(desk, "ringing")
    ready(desk, "Accept")
    accept = desk.get_by_role("button", name="Accept", exact=True)
    accept.focus()
    expect(accept).to_be_focused()
    desk.keyboard.press("Enter")
    expect(stage(desk, "talking").get_by_role("heading")).to_be_focused()
    desk.keyboard.press("Tab")
    complete = desk.get_by_role("button", name="Complete", exact=True)
    expect(complete).to_be_focused()
    assert desk.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    expect(complete).to_be_enabled()
    desk.keyboard.press("Space")
    expect(stage(desk, "wrap-up").get_by_role("heading")).to_be_focused()


def test_single_keys_press_the_buttons_that_show_them(desk: Page, site: Site) -> None:
    ready(desk, "Pause")
    desk.keyboard.press("2")
    dialog = desk.get_by_role("dialog", name="Pause Ana Torres")
    dialog.get_by_label("Another reason").fill("1 2 3")
    dialog.get_by_role("button", name="Pause").click()
    expect(stage(desk, "paused")).to_contain_text("1 2 3")
    ready(desk, "Available")
    desk.keyboard.press("1")
    stage(desk, "waiting")
    a_call_rings(site)
    ready(desk, "Accept")
    desk.keyboard.press("a")
    ready(desk, "Complete")
    desk.keyboard.press("c")
    ready(desk, "End wrap-up")
    desk.keyboard.press("h")
    expect(desk.locator(".desk-ring .number")).to_have_text(re.compile(r"^1[3-5]\d$"))
    ready(desk, "End wrap-up")
    desk.keyboard.press("e")
    stage(desk, "waiting")

    desk.keyboard.press("?")
    keys = desk.get_by_role("dialog", name="Keys")
    keys.get_by_label("Single-key shortcuts on").uncheck()
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()
    posts = posts_of(desk)
    desk.keyboard.press("3")
    redrawn(desk)
    assert posts == []
    expect(desk.get_by_role("button", name="Offline", exact=True)).to_have_attribute("aria-pressed", "false")
    assert present(site).choice is Choice.READY


def test_it_sounds_once_for_each_ringing_and_only_when_asked_to(desk: Page, site: Site) -> None:
    desk.add_init_script(COUNTING)
    desk.reload()
    waiting_desk(desk)
    call = a_call_rings(site)
    stage(desk, "ringing")
    assert desk.evaluate("tones") == 0
    press(desk, "Sound off")
    expect(desk.get_by_role("button", name="Sound on", exact=True)).to_have_attribute("aria-pressed", "true")
    # a first one, to hear that it works
    wait_until(lambda: desk.evaluate("tones") == TONES_OF_A_CHIME, "the desk chimes")
    call_abandon(site.router, call_id=call.call_id)
    stage(desk, "waiting")

    second_tab = desk.context.new_page()
    second_tab.add_init_script(COUNTING)
    second_tab.goto("/desk/")
    waiting_desk(second_tab)
    a_call_rings(site)
    for page in (desk, second_tab):
        stage(page, "ringing")
        page.wait_for_timeout(1_500)  # ages tick and frames arrive: the same offer stays one
    both = 2 * TONES_OF_A_CHIME
    wait_until(
        lambda: desk.evaluate("tones") + second_tab.evaluate("tones") == both, "one of the tabs chimes"
    )
    desk.context.close()  # with the added script


def test_old_data_is_dimmed_and_its_buttons_rest(desk: Page, site: Site) -> None:
    call = a_call_rings(site)
    stage(desk, "ringing")
    site.freeze("feed")
    try:
        expect(desk.locator("[data-connection=stale]")).to_be_visible()
        expect(desk.locator(".desk")).to_have_attribute("data-dim", "")
        for button in desk.locator(".desk-big").all():
            expect(button).to_have_attribute("aria-disabled", "true")
        posts = posts_of(desk)
        desk.keyboard.press("a")
        redrawn(desk)
        assert posts == []
        assert call_now(site, call).status is not CallStatus.IN_PROGRESS
    finally:
        site.thaw("feed")
    expect(desk.locator(LIVE)).to_be_visible()


def test_a_supervisor_answers_at_a_desk_and_is_told_whose_it_is(
    desk: Page, opened: Opened, site: Site
) -> None:
    call = a_call_rings(site)
    page = opened(f"/desk/{ANA}/", name="mara")
    expect(page.locator(".desk-other")).to_contain_text("olga is at this desk")
    press(page, "Accept")
    stage(page, "talking")
    stage(desk, "talking")

    assert call_now(site, call).notes[-1].by == "mara"
    assert present(site).status is AgentStatus.ATTENDING_CALL
