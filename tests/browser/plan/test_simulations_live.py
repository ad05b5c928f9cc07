"""Simulations in real time from the browser: form, progress, stop, report, a lost worker."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from routing import selectors
from routing.repair.audit import audit
from tests.browser.conftest import Opened
from tests.browser.looks import assert_looks_right
from tests.browser.plan.simulating import SIZES, stop, worker_start
from tests.browser.site import Site
from tests.forked import Forked

AT_MOST_MS = 90_000
HALF_AN_HOUR = {
    "hours": "0.5",
    "warm_up": "0",
    "calls": "3600",
    "interval_minutes": "30",
    "handle_time": "3",
    "answer_delay": "1",
    "groups": "Day, 12, English, F",
    "mix": "English",
}


def live(page: Page, *, table: str = "", **fields: str) -> None:
    """Starts one by the form, on a table of its own or on the one named."""
    page.get_by_role("heading", name="Custom scenario").click()
    own = page.locator("#own")
    for name, value in {**HALF_AN_HOUR, **fields}.items():
        own.locator(f"[name={name}]").fill(value)
    expect(own.locator("[name=speed]")).to_be_hidden()
    own.get_by_role("radio", name="Real time").check()
    expect(own.locator("[name=speed]")).to_be_visible()
    if table:
        own.get_by_label("On the deployment's table").check()
        own.locator("[name=confirm]").fill(table)
    own.get_by_role("button", name="Run").click()


def calls_are_coming(page: Page) -> None:
    expect(page.locator("[data-run=running]")).to_be_visible(timeout=AT_MOST_MS)
    expect(page.locator("[data-live=calls] dd.number")).not_to_have_text("0", timeout=AT_MOST_MS)


# The first test: with the others' worker running, none would be missed.
def test_a_killed_worker_is_told_and_the_next_leaves_nothing_of_it_on_the_deployments_table(
    opened: Opened, site: Site
) -> None:
    first = worker_start(site)
    page, board = opened("/simulations/"), opened("/")
    live(page, name="Among real ones", table="wrong")
    expect(page.get_by_role("alert").first).to_contain_text("type its name")
    page.locator("#own [name=confirm]").fill(site.router.table.name)
    page.locator("#own").get_by_role("button", name="Run").click()
    calls_are_coming(page)
    board.reload()
    expect(board.locator("[data-load=simulation]")).to_contain_text("Simulation")
    expect(board.get_by_role("link", name="Show it")).to_have_attribute(
        "href", page.url.split("/", 3)[-1].join(("/", ""))
    )
    first.kill()
    expect(page.get_by_text("Worker lost")).to_be_visible(timeout=AT_MOST_MS)
    second = worker_start(site)
    try:
        expect(page.locator("[data-run=failed]")).to_be_visible(timeout=AT_MOST_MS)
        expect(page.locator("[data-figure=offered]")).to_be_visible()
    finally:
        second.kill()
    assert selectors.agents(site.router) == []
    assert all(call.is_ended for call in selectors.all_calls(site.router))
    assert audit(site.router) == []
    board.reload()
    expect(board.locator("[data-load=idle]")).to_be_visible()


@pytest.fixture(scope="module")
def worker(site: Site) -> Iterator[Forked]:
    """Plays the simulations started by the pages."""
    running = worker_start(site)
    yield running
    running.kill()


def test_from_the_form_to_the_bar_a_stop_the_report_and_its_csv(
    opened: Opened, worker: Forked, tmp_path: Path
) -> None:
    assert worker.is_running
    page = opened("/simulations/")
    live(page, name="By the clock on the wall", hours="0.2")
    calls_are_coming(page)
    expect(page.locator("progress")).to_be_visible()
    expect(page.locator("[data-live='calls a second']")).to_contain_text("target")
    second, other = opened(page.url), opened("/simulations/")
    calls_are_coming(second)
    live(other, name="A second one")
    expect(other.get_by_role("link", name="Show what is still running")).to_be_visible()
    expect(page.locator(".bar b")).not_to_have_text("0 %", timeout=AT_MOST_MS)
    assert_looks_right(page, "simulation-live", SIZES)
    before = float(page.evaluate("document.querySelector('progress').value"))
    page.reload()
    assert float(page.evaluate("document.querySelector('progress').value")) >= before
    stop(page)
    expect(page.locator("[data-run=stopped]")).to_be_visible(timeout=AT_MOST_MS)
    expect(second.locator("[data-run=stopped]")).to_be_visible(timeout=AT_MOST_MS)
    expect(page.get_by_text("Stopped by mara")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV of this report").click()
    download.value.save_as(tmp_path / "report.csv")
    with (tmp_path / "report.csv").open(newline="", encoding="utf-8") as sheet:
        rows = list(csv.DictReader(sheet))
    with page.expect_download() as written:
        page.get_by_role("link", name="JSON of this report").click()
    facts = json.loads(Path(written.value.path()).read_text(encoding="utf-8"))["in_real_time"]
    assert facts["is_clean"]
    assert float(rows[-1]["offered"]) == facts["arrived"] > 0


def test_the_form_asks_for_what_real_time_needs_and_looks_right(opened: Opened, site: Site) -> None:
    page = opened("/simulations/?from=published&as=fields")
    own = page.locator("#own")
    own.get_by_role("radio", name="Real time").check()
    own.get_by_label("On the deployment's table").check()
    expect(own.get_by_text(site.router.table.name)).to_be_visible()
    own.locator(".clock").scroll_into_view_if_needed()
    assert_looks_right(page, "simulation-clock", SIZES)
