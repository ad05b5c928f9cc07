"""Conversations in the browser: the live list."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opened
from tests.browser.desk.chatting import Customer, messenger_of
from tests.browser.looks import assert_looks_right
from tests.browser.site import Site
from tests.running import RunningEngine, RunningRedis


@pytest.fixture(scope="module", autouse=True)
def _messages(site: Site, engine: RunningEngine, redis_server: RunningRedis) -> None:
    """The table of messages."""
    messenger_of(site, engine, redis_server)


def test_the_list_shows_each_new_message(opened: Opened, site: Site) -> None:
    page = opened("/conversations/")
    expect(page.get_by_text("No conversations yet")).to_be_visible()
    customer, other = Customer(site).begin(), Customer(site).begin()
    customer.says("Is the car still there?")
    other.says("Which papers does the seller of a car have to bring to the registration office? " * 3)
    row = page.get_by_role("row", name="Waiting").first
    expect(row).to_contain_text("Is the car still there?")
    customer.says("<b>Hello?</b>")  # nothing of it is in the board's stream
    expect(row).to_contain_text("<b>Hello?</b>")
    assert_looks_right(page, "conversations")
    page.get_by_label("Search").fill("papers")
    expect(page.get_by_role("row", name="Waiting")).to_have_count(1)
