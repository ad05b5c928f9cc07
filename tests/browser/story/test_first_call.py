"""First call: an empty centre, set up by the browser alone until an agent answers. Counts the clicks."""

import re
import signal
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.integration.localservices.running_demo import RunningDemo, lives
from tests.waiting import wait_until

MOST_CLICKS = 12
LINK = re.compile(r"http\S+/demo/sign-in/\S+")


@dataclass
class Hand:
    """Clicks, and counts them."""

    clicks: int = 0

    def click(self, what: Locator) -> None:
        what.click()
        self.clicks += 1

    def choose(self, field: Locator, option: str) -> None:
        """Opens a list and takes an entry: two clicks."""
        field.select_option(option)
        self.clicks += 2


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDemo]:
    """What `make demo EMPTY=1` starts."""
    demo = RunningDemo(tmp_path_factory.mktemp("demo"), DEMO="1", EMPTY="1")
    try:
        demo.wait_until_it_moves()
        yield demo
    finally:
        demo.process.terminate()
        demo.process.wait(60)


def link(page: Page, name: str) -> Locator:
    return page.get_by_role("link", name=name)


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name)


def test_a_new_administrator_answers_a_first_call_with_a_dozen_clicks(
    empty: RunningDemo, browser: Browser
) -> None:
    hand, context = Hand(), browser.new_context()
    page = context.new_page()
    found = LINK.search(empty.said)
    assert found, empty.said

    page.goto(found.group())
    hand.click(link(page, "Set up the centre").first)
    hand.click(link(page, "Add an agent"))
    page.get_by_label("Name", exact=True).fill("Ada Byron")
    hand.click(page.get_by_label("English"))
    hand.choose(page.get_by_label("User", exact=True), "administrator")
    hand.click(button(page, "Save"))
    hand.click(link(page, "Desk"))
    hand.click(button(page, "Available"))
    expect(page.get_by_role("heading", name="Waiting for a call")).to_be_visible()

    steps = context.new_page()
    steps.goto(f"{found.group().partition('/demo/')[0]}/setup/")
    hand.click(link(steps, "Enter a call"))
    steps.get_by_label("Caller").fill("First caller")
    hand.click(button(steps, "Queue the call"))
    hand.click(button(page, "Accept"))

    expect(page.get_by_text("On call").first).to_be_visible()
    steps.goto(f"{found.group().partition('/demo/')[0]}/setup/")
    expect(steps.get_by_text("Done", exact=True)).to_have_count(4)
    assert hand.clicks <= MOST_CLICKS
    context.close()


def test_ctrl_c_ends_it_and_leaves_nothing(empty: RunningDemo) -> None:
    wait_until(lambda: "Ctrl-C stops everything." in empty.said, "it has said how to stop it")
    everything = empty.everything()

    empty.process.send_signal(signal.SIGINT)

    assert empty.process.wait(60) == 0, empty.said
    assert empty.said.count("  password ") == empty.said.count("/demo/sign-in/") == 1
    assert empty.said.endswith("  Stopping …\n")
    assert not any(map(lives, everything))
