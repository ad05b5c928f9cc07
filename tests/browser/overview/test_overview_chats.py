"""Chats on overview and wall: a line of their own, the worst of them on top, and nothing without them."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opened
from tests.browser.fed import feed_page
from tests.browser.looks import DESKTOP, PHONE, SMALL, assert_fits, assert_looks_right, resize


def of_chats(page: Page, name: str) -> Locator:
    """A figure in the line of chats."""
    return page.locator(f"[data-line=chat] [data-of-channel={name}]")


def test_chats_have_a_line_of_their_own_and_their_trouble_comes_on_top(opened: Opened) -> None:
    page = opened(fresh=True)
    feed_page(page, agents=10, queues=0)
    expect(page.locator("[data-figure=waiting]")).to_be_visible()
    expect(page.locator("[data-line], #channel")).to_have_count(0)

    feed_page(page, agents=10, queues=0, chats=12)
    expect(of_chats(page, "waiting")).to_contain_text("12 waiting in 1 queue")
    expect(of_chats(page, "on-call")).to_have_text("1 full")
    expect(of_chats(page, "longest-wait").locator(".tone-red")).to_have_text(
        re.compile(r"^\d:\d\d very late$")
    )
    expect(page.locator("[data-trouble]")).to_contain_text("Chat · English · Any: 12 waiting")
    expect(page.locator("[data-figure=waiting] .value")).to_have_text("0")
    expect(page.locator("tr[data-queue='W.chat#English#Any'] .depth")).to_contain_text("12")
    expect(page).to_have_title(re.compile("^12 waiting"))
    expect(of_chats(page, "in-progress")).to_have_text("3 in progress")
    page.locator(".board").evaluate("(board) => board.toggleAttribute('data-dim', true)")
    for part in page.locator(".headline, [data-line=chat], .parts").all():
        expect(part).to_have_css("opacity", "0.5")


def test_the_channel_of_the_overview_is_chosen_and_stands_in_the_address(opened: Opened) -> None:
    page = opened("/?channel=chat", fresh=True)
    feed_page(page, agents=10, queues=2, chats=12)
    waiting, line = page.locator("[data-figure=waiting]"), page.locator("[data-line=call]")
    expect(waiting.locator(".value")).to_have_text("12")
    expect(page.locator("[data-figure=on-call]")).to_contain_text("Full")
    expect(page.locator("[data-figure=wrap-up]")).to_have_count(0)
    expect(line).to_contain_text("6 waiting in 2 queues")
    expect(page.locator("tr[data-queue] th")).to_have_text(["English · Any"])
    expect(page.get_by_role("link", name="All queues")).to_have_attribute("href", "/queues/?channel=chat")
    expect(page.get_by_role("heading", name="Next chats")).to_be_visible()
    expect(page.locator("tr[data-call] a")).to_have_attribute("href", "/conversations/k1/")
    expect(page.locator("[data-figure=first-response]")).to_contain_text("in time")
    expect(page.locator("[data-figure=rating] .value")).to_have_text(re.compile(r"^\d\.\d$"))
    expect(page.locator("tr[data-scene=shop] .rating")).to_have_text("5.0")
    assert_looks_right(page, "overview-chats")
    assert_fits(page)

    page.get_by_label("Channel").select_option("Calls")
    expect(page).to_have_url(re.compile(r"\?channel=call$"))
    expect(waiting.locator(".value")).to_have_text("6")
    expect(page.locator("tr[data-queue*=chat]")).to_have_count(0)
    expect(of_chats(page, "waiting")).to_contain_text("12 waiting")
    page.get_by_label("Channel").select_option("All channels")
    expect(page).to_have_url(re.compile(r"/$"))
    expect(page.get_by_role("heading", name="Next in line")).to_be_visible()


def test_the_table_of_agents_has_a_column_of_chats_where_somebody_chats(opened: Opened) -> None:
    page = opened("/agents/", fresh=True)
    feed_page(page, agents=5, queues=0)
    expect(page.locator("tr[data-agent=a0]")).to_be_visible()
    expect(page.locator(".cell-chats")).to_have_count(0)

    feed_page(page, agents=5, queues=0, chats=1)
    expect(page.locator("tr[data-agent=a0] .cell-chats")).to_contain_text("3 of 3")
    expect(page.locator("tr[data-agent=a0] .cell-chats .pill")).to_have_text("Full")
    expect(page.locator("tr[data-agent=a0] .slots .held")).to_have_count(3)
    expect(page.locator("tr[data-agent=a1] .cell-chats .pill")).to_have_text("Paused")
    expect(page.locator("tr[data-agent=a4] .cell-chats")).to_have_text("")
    assert_looks_right(page, "agents-with-chats")

    page.get_by_label("Channel").select_option("Chats")
    expect(page).to_have_url(re.compile(r"\?channel=chat$"))
    expect(page.locator("tr[data-agent]")).to_have_count(3)
    page.locator("[data-status=on-call]").click()
    expect(page.locator("tr[data-agent='a0~chat'] .cell-status")).to_have_text("Full")
    expect(page.locator("tr[data-agent]")).to_have_count(1)
    page.locator("[data-status=on-call]").click()
    resize(page, DESKTOP)
    page.get_by_role("columnheader", name="Chats").get_by_role("button").click()
    expect(page).to_have_url(re.compile("sort=-chats"))
    expect(page.locator("tr[data-agent]").last).to_have_attribute("data-agent", "a0~chat")
    assert_looks_right(page, "agents-for-chats")

    expect(page.locator("[data-connection=stale]")).to_be_visible()  # the made-up feed is silent
    assert_fits(page, [PHONE, SMALL])
