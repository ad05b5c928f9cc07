"""Chats on overview and wall: a line of their own, the worst of them on top, and nothing without them."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Opened
from tests.browser.fed import feed_page


def test_chats_have_a_line_of_their_own_and_their_trouble_comes_on_top(opened: Opened) -> None:
    page = opened()
    feed_page(page, agents=10, queues=0)
    expect(page.locator("[data-figure=waiting]")).to_be_visible()
    expect(page.locator("[data-chats]")).to_have_count(0)

    feed_page(page, agents=10, queues=0, chats=12)
    expect(page.locator("[data-chats=waiting]")).to_contain_text("12 waiting")
    expect(page.locator("[data-chats=on-call]")).to_have_text("1 full")
    expect(page.locator("[data-chats=longest-wait] .judged.tone-red")).to_contain_text("very late")
    expect(page.locator("[data-trouble]")).to_contain_text("chat · English · Any: 12 waiting")
    expect(page.locator("[data-figure=waiting] .value")).to_have_text("0")
    expect(page.locator("tr[data-queue='W.chat#English#Any'] .depth")).to_contain_text("12")
    expect(page).to_have_title(re.compile("^12 waiting"))
    expect(page.locator("[data-chats=in-progress]")).to_have_text("3 in progress")


def test_the_table_of_agents_has_a_column_of_chats_where_somebody_chats(opened: Opened) -> None:
    page = opened("/agents/")
    feed_page(page, agents=5, queues=0)
    expect(page.locator("tr[data-agent=a0]")).to_be_visible()
    expect(page.locator(".cell-chats")).to_have_count(0)

    feed_page(page, agents=5, queues=0, chats=1)
    expect(page.locator("tr[data-agent=a0] .cell-chats")).to_contain_text("3 of 3")
    expect(page.locator("tr[data-agent=a0] .cell-chats .pill")).to_have_text("Full")
    expect(page.locator("tr[data-agent=a1] .cell-chats .pill")).to_have_text("Paused")
    expect(page.locator("tr[data-agent=a4] .cell-chats")).to_have_text("")
