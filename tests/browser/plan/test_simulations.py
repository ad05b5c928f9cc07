"""Simulations from the browser: form, progress, stop, report, downloads, looks."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened
from tests.browser.looks import PHONE, assert_fits, assert_looks_right, keep_screenshot, resize
from tests.browser.plan.simulating import SIZES, stop, worker_start
from tests.browser.site import Site
from tests.forked import Forked

AT_MOST_MS = 60_000
QUEUES_OF_MONDAY = 4
PAPER = 718  # what an A4 page leaves, in CSS pixels


@pytest.fixture(scope="module")
def worker(site: Site) -> Iterator[Forked]:
    """Plays the simulations started by the pages."""
    running = worker_start(site)
    yield running
    running.kill()


def fill(page: Page, **fields: str) -> None:
    page.get_by_role("heading", name="Custom scenario").click()
    for name, value in fields.items():
        page.locator(f"#own [name={name}]").fill(value)
    page.locator("#own").get_by_role("button", name="Run").click()


# The first test: with the others' worker running, none would be missed.
def test_a_killed_worker_is_shown_and_the_next_starts_over(opened: Opened, site: Site) -> None:
    first = worker_start(site)
    page = opened("/simulations/")
    keep_screenshot(page, "simulations-empty")
    fill(page, name="Lost and found", hours="24", warm_up="60", replications="60")
    expect(page.locator("[data-run=running]")).to_be_visible(timeout=AT_MOST_MS)
    first.kill()
    expect(page.get_by_text("Worker lost")).to_be_visible(timeout=AT_MOST_MS)
    keep_screenshot(page, "simulation-lost")
    second = worker_start(site)
    try:
        expect(page.get_by_text("Started again by worker 2")).to_be_visible(timeout=AT_MOST_MS)
        stop(page)
        expect(page.locator("[data-run=stopped]")).to_be_visible(timeout=AT_MOST_MS)
    finally:
        second.kill()


def test_from_the_form_to_the_report_and_its_csv_while_another_is_stopped(
    opened: Opened, worker: Forked, tmp_path: Path
) -> None:
    assert worker.is_running
    page = opened("/simulations/")
    fill(page, name="My hour", hours="3", warm_up="60", replications="40")
    expect(page.get_by_role("heading", name="My hour")).to_be_visible()
    expect(page.locator("[data-run=done]")).to_be_visible(timeout=AT_MOST_MS)
    expect(page.locator("[data-figure=service_level]")).to_contain_text("%")
    expect(page.locator("#plot-depth canvas")).to_be_visible()
    expect(page.locator("#theory")).to_contain_text("Erlang C")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV of this report").click()
    download.value.save_as(tmp_path / "report.csv")
    with (tmp_path / "report.csv").open(newline="", encoding="utf-8") as sheet:
        rows = list(csv.DictReader(sheet))
    assert {row["queue"] for row in rows} == {"W#English#Any", "all"}
    shown = page.locator("[data-figure=offered] dd").first.inner_text()
    assert float(rows[-1]["offered"]) == pytest.approx(float(shown.replace(",", "")), abs=0.01)
    with page.expect_download() as picture:
        page.get_by_role("button", name="PNG").click()
    assert Path(picture.value.path()).read_bytes().startswith(b"\x89PNG")

    other = opened("/simulations/")
    fill(other, name="Long", hours="48", warm_up="60", replications="250")
    bar = other.locator("progress")
    expect(bar).to_be_visible()
    expect(other.locator("[data-run=running]")).to_be_visible(timeout=AT_MOST_MS)
    expect(other.locator(".bar b")).not_to_have_text("0 %", timeout=AT_MOST_MS)
    keep_screenshot(other, "simulation-running")
    before = float(other.evaluate("document.querySelector('progress').value"))
    second = opened(other.url)
    expect(second.locator("progress")).to_be_visible()
    other.reload()
    assert float(other.evaluate("document.querySelector('progress').value")) >= before
    stop(other)
    expect(other.locator("[data-run=stopped]")).to_be_visible(timeout=AT_MOST_MS)
    expect(second.locator("[data-run=stopped]")).to_be_visible(timeout=AT_MOST_MS)
    expect(second.get_by_text("Stopped by mara")).to_be_visible()


def test_without_a_script_a_reload_tells_how_it_stands(opened: Opened, worker: Forked) -> None:
    assert worker.is_running
    page = opened("/simulations/", script=False)
    page.get_by_role("button", name="Run Five agents, three languages").click()
    expect(page.get_by_text("Theory does not apply")).to_be_visible(timeout=AT_MOST_MS)
    expect(page.locator("[data-run=done]")).to_be_visible(timeout=AT_MOST_MS)
    expect(page.get_by_role("link", name="CSV of this report")).to_be_visible()


def test_the_pages_have_no_serious_finding(opened: Opened, worker: Forked) -> None:
    assert worker.is_running
    start = opened("/simulations/?from=monday&as=fields")
    start.get_by_role("button", name="Run Monday morning").click()
    expect(start.locator("[data-run=done]")).to_be_visible(timeout=AT_MOST_MS)
    page = opened("/simulations/?from=monday&as=fields")
    assert_looks_right(page, "simulations", SIZES)
    fill_wrong(page)
    assert_looks_right(page, "simulations-wrong", SIZES)
    page.goto(start.url)
    expect(page.locator("#plot-depth canvas")).to_be_visible()
    expect(page.locator(".small-plots li")).to_have_count(QUEUES_OF_MONDAY)
    assert_looks_right(page, "simulation-report", SIZES)
    number = start.url.rstrip("/").rsplit("/", 1)[-1]
    page.goto(f"/simulations/compare/?a={number}&b={number}")
    expect(page.locator("#plot-depth canvas")).to_be_visible()
    assert_looks_right(page, "simulation-compare", SIZES)
    for size in SIZES.values():
        resize(page, size)
        assert_menu_shows_the_page(page)
    on_paper(opened(start.url))


def assert_menu_shows_the_page(page: Page) -> None:
    """The entries of the menu stand side by side, and that of the present page is in sight."""
    entries = page.locator(".menu :is(a, button):visible")
    tops = entries.evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
    if len(tops) == 1:  # a phone's
        entries.click()
    expect(page.locator(".menu [aria-current]:visible")).to_be_in_viewport(ratio=1)
    expect(page.locator(".menu [aria-current]:visible")).to_contain_text("Simulations")


def on_paper(page: Page) -> None:
    """Nothing is cut off, closed or dark."""
    page.emulate_media(color_scheme="dark", media="screen")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(color_scheme="dark", media="print")
    resize(page, (PAPER, 1_040))
    keep_screenshot(page, "simulation-report-paper")
    assert page.evaluate("getComputedStyle(document.body).getPropertyValue('--surface')").strip() == "#ffffff"
    tables = page.locator(".simulation table")
    expect(tables).to_have_count(3 + QUEUES_OF_MONDAY)
    for table in tables.all():
        expect(table).to_be_visible()
        box = table.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= PAPER


def fill_wrong(page: Page) -> None:
    page.locator("#own [name=mix]").fill("Italian")
    page.locator("#own").get_by_role("button", name="Run").click()
    expect(page.locator("#mix-error")).to_contain_text("no agent can serve a caller who asks for Italian")


def test_on_a_phone_no_ready_made_scenario_is_out_of_sight_in_its_panel(opened: Opened) -> None:
    page = opened("/simulations/", size=PHONE)

    shown = page.locator(".scroll[aria-labelledby=ready-title]").element_handle()
    page.wait_for_function("shown => shown.scrollHeight <= shown.clientHeight", arg=shown)


def test_the_report_on_chats_fits_a_phone(opened: Opened, worker: Forked) -> None:
    assert worker.is_running
    page = opened("/simulations/?from=chats&as=fields")
    for name in ("hours", "replications"):
        page.locator(f"#own [name={name}]").fill("1")
    page.locator("#own").get_by_role("button", name="Run").click()
    expect(page.get_by_role("columnheader", name="Slots per agent")).to_be_visible(timeout=AT_MOST_MS)
    assert_fits(page)
