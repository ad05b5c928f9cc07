"""Page of failed calls: select, restore at the version seen, remove; with and without script."""

import pytest
from playwright.sync_api import Locator, Page, expect

from routing.model.calls import Call, CallStatus
from routing.selectors import call as call_read
from routing.selectors import dead_letters
from routing.services import call_dead_letter, call_enqueue, call_remove
from tests.browser.conftest import Opened
from tests.browser.site import Site


def a_letter(site: Site, caller: str, reason: str = "line is dead") -> Call:
    call = call_enqueue(site.router, language="French", caller=caller)
    assert isinstance(call, Call)
    letter = call_dead_letter(site.router, call_id=call.call_id, reason=reason, by="mara")
    assert isinstance(letter, Call)
    return letter


@pytest.fixture(autouse=True)
def _no_letters_of_others(site: Site) -> None:
    """Each test begins without dead letters."""
    for call in dead_letters(site.router):
        call_remove(site.router, call_id=call.call_id, reason="the next test begins")


def row_of(page: Page, letter: Call) -> Locator:
    return page.locator(f"tbody[data-letter='{letter.call_id}']")


def select(page: Page, letter: Call) -> None:
    row_of(page, letter).get_by_role("checkbox").check()


def status(site: Site, letter: Call) -> CallStatus:
    found = call_read(site.router, letter.call_id)
    assert found
    return found.status


def test_the_selected_wait_again_but_who_changed_meanwhile_is_left_and_named(
    opened: Opened, site: Site
) -> None:
    leo, kim, ann = (a_letter(site, caller) for caller in ("Leo Ruiz", "Kim Hall", "Ann Moor"))
    page = opened("/dead-letters/")
    button = page.get_by_role("button", name="Restore selected")
    expect(button).to_be_disabled()
    select(page, leo)
    select(page, kim)
    call_remove(site.router, call_id=kim.call_id, reason="called again", by="sue")
    page.get_by_role("button", name="Restore 2 selected").click()

    expect(page.get_by_role("status")).to_have_text(
        "1 call restored. Not restored: Kim Hall (since changed, removed now)."
    )
    expect(row_of(page, leo)).to_have_count(0)
    expect(row_of(page, ann)).to_be_visible()
    assert [status(site, letter) for letter in (leo, kim, ann)] == [
        CallStatus.QUEUED,
        CallStatus.REMOVED,
        CallStatus.DEAD_LETTERED,
    ]


def test_one_box_selects_all_that_are_listed(opened: Opened, site: Site) -> None:
    letters = [a_letter(site, f"Caller {number}") for number in range(3)]
    page = opened("/dead-letters/")
    everything = page.get_by_role("checkbox", name="Select all listed")
    everything.check()
    expect(page.get_by_role("button", name="Restore 3 selected")).to_be_enabled()
    row_of(page, letters[0]).get_by_role("checkbox").uncheck()

    expect(page.get_by_role("button", name="Restore 2 selected")).to_be_enabled()
    expect(everything).not_to_be_checked()


def test_without_script_the_reason_filters_and_all_that_are_listed_wait_again(
    opened: Opened, site: Site
) -> None:
    kept, wanted = a_letter(site, "Leo Ruiz"), a_letter(site, "Kim Hall", "nobody speaks it")
    page = opened("/dead-letters/", script=False)
    page.locator("#reason").select_option("nobody speaks it")
    page.get_by_role("button", name="Show").click()
    expect(row_of(page, kept)).to_have_count(0)
    page.get_by_role("button", name="Restore all listed (1)").click()

    expect(page.get_by_role("status")).to_have_text("1 call restored.")
    expect(page.get_by_role("heading", name="No failed calls with this reason")).to_be_visible()
    assert status(site, wanted) is CallStatus.QUEUED
    assert status(site, kept) is CallStatus.DEAD_LETTERED


def test_a_letter_tells_its_history_and_is_removed_with_a_reason(opened: Opened, site: Site) -> None:
    leo = a_letter(site, "Leo Ruiz")
    page = opened("/dead-letters/")
    row_of(page, leo).get_by_text("Timeline").click()
    expect(row_of(page, leo).get_by_role("listitem").last).to_contain_text("failed by mara")
    row_of(page, leo).get_by_text("Remove…").click()
    row_of(page, leo).get_by_label("Reason").fill("called again")
    row_of(page, leo).get_by_role("button", name="Remove Leo Ruiz").click()

    expect(page.get_by_role("status")).to_have_text("Leo Ruiz: removed.")
    expect(page.get_by_role("heading", name="No failed calls")).to_be_visible()
    assert status(site, leo) is CallStatus.REMOVED


def test_the_board_leads_to_them_and_says_how_many(opened: Opened, site: Site) -> None:
    leo = a_letter(site, "Leo Ruiz")
    page = opened("/")
    page.get_by_role("link", name="1 failed", exact=True).click()
    tab = page.get_by_role("navigation", name="Calls").get_by_role("link", name="Failed 1", exact=True)
    expect(tab).to_have_attribute("aria-current", "page")

    row_of(page, leo).get_by_role("link", name="Leo Ruiz").click()
    expect(page.get_by_role("heading", name="Leo Ruiz")).to_be_visible()
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_role("status")).to_have_text("Leo Ruiz: restored to queue.")
    assert status(site, leo) is CallStatus.QUEUED
