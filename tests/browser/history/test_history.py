"""Pages of history and reporting: figures, looks, access."""

import csv
import re
import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, expect
from redis import Redis

from reporting.buffers.batches import Limits
from reporting.buffers.in_redis import ROOT, RedisBuffers
from routing import services
from routing.model.queues import CHAT
from routing.router import Router
from tests.browser.conftest import Opened
from tests.browser.looks import assert_fits, assert_for_everybody, assert_looks_right
from tests.browser.site import Site
from tests.builders import a_waiting_call
from tests.contracts.chats.chat_life import a_row

SOME_DAYS = f"?by=day&from={datetime.now(UTC).date() - timedelta(days=2)}"
LANGUAGES = {"Spanish": 7, "French": 3}


@pytest.fixture(scope="module")
def ended(site: Site) -> Site:
    """Calls of two queues that ended just now: some were served by a program, some hung up; and chats."""
    for language, number in LANGUAGES.items():
        for one in range(number):
            a_waiting_call(site.router, f"{language}-{one}", language=language)
        services.call_abandon(site.router, call_id=f"{language}-0")
        queue = site.router.skills.queue_named(f"W#{language}#Any")
        for _ in range(number - 2):
            services.call_dequeue(site.router, queue=queue)
    chatted(site.router)
    reconcile(site)
    return site


def chatted(router: Router) -> None:
    """Chats of two scenes: one answered and rated, one whose agent never wrote, one left."""
    router = replace(router, skills=replace(router.skills, channels=("", CHAT)))
    a_row(router, slots=3)
    for name, scene in (("c1", "car"), ("c2", "car"), ("c3", "after sales")):
        a_waiting_call(router, name, channel=CHAT, scene=scene)
        if name == "c3":
            services.call_abandon(router, call_id=name)
            continue
        services.match_once(router)
        services.call_accept(router, call_id=name, agent_id="ana~chat")
        if name == "c1":
            services.call_respond(router, call_id=name)
        services.call_complete(router, call_id=name)
    services.call_rate(router, call_id="c1", rating=4)


def reconcile(site: Site) -> None:
    day = site.router.clock().date().isoformat()
    environ = site.processes["web"].program.environ
    command = [sys.executable, "manage.py", "reporting_reconcile", "--day", day]
    subprocess.run(command, env=environ, cwd=settings.BASE_DIR, check=True, capture_output=True)


def drawn(page: Page) -> None:
    expect(page.locator("main")).to_be_visible()
    expect(page.locator("#plot-calls canvas")).to_be_visible()
    expect(page.locator("#plot-level canvas")).to_be_visible()


def offered(page: Page) -> Locator:
    return page.locator("[data-figure=offered] dd")


def test_before_the_first_call_it_says_how_calls_come_here(opened: Opened) -> None:
    page = opened("/history/")

    expect(page.get_by_role("heading", name="No calls recorded yet")).to_be_visible()
    assert_for_everybody(page, "history-first-run")


@pytest.mark.usefixtures("ended")
def test_a_queue_is_chosen_and_the_address_shows_the_same_to_somebody_else(opened: Opened) -> None:
    page = opened("/history/")
    expect(offered(page)).to_have_text("8")
    page.locator("select[name=queue]").select_option("W#Spanish#Any")
    page.locator("select[name=by]").select_option("15 minutes")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url(re.compile(r"queue=W%23Spanish%23Any"))

    expect(offered(page)).to_have_text("6")
    other = opened(page.url)
    expect(other.locator("main")).to_have_text(page.locator("main").inner_text(), use_inner_text=True)
    other.get_by_role("link", name="All queues").click()
    expect(offered(other)).to_have_text("8")


@pytest.mark.usefixtures("ended")
def test_the_rows_can_be_taken_away_as_csv(opened: Opened, tmp_path: Path) -> None:
    page = opened("/history/")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV of each queue and interval").click()
    download.value.save_as(tmp_path / "history.csv")
    with (tmp_path / "history.csv").open(newline="", encoding="utf-8") as sheet:
        lines = [*csv.DictReader(sheet)]

    assert re.fullmatch(r"history-[\d-]+\.csv", download.value.suggested_filename)
    assert {line["queue"] for line in lines} == {"W#Spanish#Any", "W#French#Any"}
    assert sum(int(line["offered"]) for line in lines) == 8


@pytest.mark.usefixtures("ended")
def test_formulas_are_shown_on_focus_and_on_hover_and_plots_are_read_out(opened: Opened) -> None:
    page = opened(f"/history/{SOME_DAYS}")
    drawn(page)
    expect(page.locator("#formula-level")).to_be_hidden()
    page.get_by_role("button", name="Service level").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.locator("#formula-level")).to_have_text(re.compile("answered within 20 s ÷ offered"))
    page.get_by_role("button", name="ASA").hover()
    expect(page.locator("#formula-asa")).to_be_visible()
    page.locator("#plot-calls .u-over").hover()
    expect(page.locator("[data-plot] [data-value]").first).to_have_text(re.compile(r"\d+"))


@pytest.mark.usefixtures("ended")
@pytest.mark.parametrize(
    "days", ["", "?by=15", SOME_DAYS, "?queue=W%23English%23F", "?channel=chat", "?to=soon"]
)
def test_a_page_has_no_serious_finding_and_scrolls_sideways_at_no_width(opened: Opened, days: str) -> None:
    page = opened(f"/history/{days}")
    expect(page.locator("main")).to_be_visible()
    if days == SOME_DAYS:
        drawn(page)
    if "chat" in days:
        scenes = page.get_by_role("region", name="By scene").locator("tbody tr")
        expect(scenes).to_have_text(
            [re.compile(r"^after sales\s*1\s"), re.compile(r"^car\s*2\s(.|\n)*4\.0 \(1\)")]
        )

    assert_looks_right(page, f"history-{re.sub(r'[^a-z]', '', days) or 'today'}")
    assert_fits(page)


@pytest.mark.usefixtures("ended")
def test_without_a_script_the_table_is_the_same(opened: Opened) -> None:
    page = opened(f"/history/{SOME_DAYS}", script=False)

    expect(offered(page)).to_have_text("8")
    expect(page.locator(".plot-place").first).to_be_hidden()


def fill(buffers: RedisBuffers, call: int, *, keys: int = 3) -> None:
    """The given number of events under each key."""
    now_ms = int(time.time() * 1000)
    lines = {f"W#Spanish#{number:02}": [b"%013d {}" % now_ms] * number for number in range(1, keys + 1)}
    assert buffers.append("test", call, lines)


@pytest.fixture(scope="module")
def reported(site: Site) -> RedisBuffers:
    """Undelivered events of three keys alone, for the failing sink; other sites use this Redis too."""
    environ = site.processes["web"].program.environ
    assert environ is not None
    with Redis.from_url(environ["REDIS_URL"]) as client:
        client.delete("none", *client.scan_iter(f"{ROOT}*"))
        buffers = RedisBuffers(client, sinks=["history"], limits=Limits())
        fill(buffers, 1)
        error = "OperationalError: database is locked"
        buffers.note("history", state="failing", error=error, error_at="1800000000", pause_ms="8000")
    return buffers


def keys(page: Page) -> Locator:
    return page.locator(".report-keys tbody th")


def test_reporting_follows_what_happens_and_moves_no_row_under_the_mouse(
    opened: Opened, reported: RedisBuffers
) -> None:
    page = opened("/reporting/")
    expect(page.locator("[data-health]")).to_have_text("Breaker open")
    expect(keys(page)).to_have_text(["W#Spanish#03", "W#Spanish#02", "W#Spanish#01"])

    page.locator(".report-keys tbody tr").first.hover()
    reported.append("test", 2, {"W#Spanish#01": [b"%013d {}" % int(time.time() * 1000)] * 9})
    expect(page.locator("[data-key^='W#Spanish#01'] [data-label=Waiting]")).to_have_text("10")
    expect(keys(page).last).to_have_text("W#Spanish#01")
    page.mouse.move(5, 5)
    expect(keys(page).first).to_have_text("W#Spanish#01")
    expect(page.locator("[data-equation] dd").first).to_have_text("15")

    page.get_by_role("searchbox", name="Search").fill("02")
    expect(keys(page)).to_have_text(["W#Spanish#02"])
    expect(page).to_have_url(re.compile(r"/reporting/\?q=02&sort=waiting$"))


def test_reporting_says_when_what_it_shows_is_old_and_goes_on_by_itself(
    opened: Opened, reported: RedisBuffers
) -> None:
    assert reported
    page = opened("/reporting/")
    page.route("**/state.json*", lambda route: route.abort())
    expect(page.locator("#trouble")).to_have_text(re.compile("not responding"))
    expect(page.locator("#part")).to_have_attribute("data-dim", "")
    page.unroute("**/state.json*")

    expect(page.locator("#trouble")).to_be_empty()
    expect(page.locator("#part")).not_to_have_attribute("data-dim", "")


def test_reporting_is_for_everybody(opened: Opened, reported: RedisBuffers) -> None:
    assert reported
    page = opened("/reporting/")
    expect(page.locator(".report-keys")).to_be_visible()

    assert_looks_right(page, "reporting")
    assert_fits(page)


def test_reporting_without_a_script_is_narrowed_by_a_form(opened: Opened, reported: RedisBuffers) -> None:
    assert reported
    page = opened("/reporting/", script=False)
    page.get_by_role("searchbox", name="Search").fill("03")
    page.get_by_role("button", name="Show").click()

    expect(keys(page)).to_have_text(["W#Spanish#03"])
