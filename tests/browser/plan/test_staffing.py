"""Staffing page: calculates while the user types, shareable address, downloads."""

import csv
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened
from tests.browser.looks import DESKTOP

FIELDS = [
    "calls",
    "interval",
    "aht",
    "patience",
    "target",
    "within",
    "max_asa",
    "max_abandoned",
    "max_occupancy",
    "shrinkage",
    "volume",
    "aht_change",
    "intervals",
    "file",
]
HERE = """document.activeElement === document.body ? "" :
    document.activeElement.name || document.activeElement.textContent.trim()"""
FEWEST = "#part tr[data-answer] th"


def asks_for(page: Page, **fields: str) -> None:
    """The address has these fields alone."""
    asked = {name: [value] for name, value in fields.items()}
    page.wait_for_url(lambda url: parse_qs(urlsplit(url).query, keep_blank_values=True) == asked)


def test_what_is_typed_changes_the_answer_and_the_address(opened: Opened) -> None:
    page = opened("/staffing/")
    expect(page.locator(FEWEST)).to_contain_text("14")
    page.get_by_label("Patience").fill("180")

    expect(page.locator(FEWEST)).to_contain_text("12")
    expect(page.get_by_role("button", name="Erlang A")).to_be_visible()
    expect(page.locator("#said")).to_have_text("12 agents needed, 80.2 % within 20 seconds.")
    asks_for(page, patience="180")


def test_the_address_shows_the_same_to_somebody_else(opened: Opened) -> None:
    page = opened("/staffing/")
    page.get_by_label("Calls", exact=True).fill("200")
    page.get_by_label("Calls per interval").fill("08:00,100\n08:30,50")
    expect(page.locator("#intervals tbody tr")).to_have_count(2)
    asks_for(page, calls="200", intervals="08:00,100\n08:30,50")
    shown = page.locator("#part").inner_text()
    other = opened(page.url, script=True)
    expect(other.locator("#intervals tbody tr")).to_have_count(2)

    expect(other.locator("#part")).to_have_text(shown, use_inner_text=True)
    expect(other.get_by_label("Calls per interval")).to_have_value("08:00,100\n08:30,50")


def test_a_goal_that_was_emptied_stays_empty_in_the_address(opened: Opened) -> None:
    page = opened("/staffing/?target=80&max_asa=60")
    expect(page.locator(FEWEST)).to_contain_text("14")
    page.get_by_role("textbox", name="Service level").fill("")
    expect(page.locator(FEWEST)).to_contain_text("12")
    asks_for(page, max_asa="60")
    page.reload()
    expect(page.locator(FEWEST)).to_contain_text("12")

    expect(page.get_by_role("textbox", name="Service level")).to_have_value("")


def test_a_wrong_figure_is_said_beside_its_field_until_it_is_right(opened: Opened) -> None:
    page = opened("/staffing/")
    field = page.get_by_label("Handle time (AHT)")
    field.fill("0")
    expect(page.locator("#aht-error")).to_have_text("a number from 0.1 to 7,200 seconds")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(
        "Mean of ring, talk and wrap-up a number from 0.1 to 7,200 seconds"
    )
    expect(page.get_by_role("heading", name="Check one field.")).to_be_visible()
    field.fill("240")

    expect(page.locator(FEWEST)).to_contain_text("17")
    expect(page.locator("#aht-error")).to_be_empty()


def test_both_tables_can_be_taken_away_as_csv(opened: Opened, tmp_path: Path) -> None:
    page = opened("/staffing/?intervals=08:00,100%0A08:30,50")
    page.get_by_label("Volume").fill("10")
    expect(page.locator("[data-case=changed]")).to_contain_text("1 more")
    found = {}
    for name, place in (("agents", "agents-title"), ("intervals", "intervals-title")):
        with page.expect_download() as download:
            page.locator(f"section[aria-labelledby={place}] a[download]").click()
        download.value.save_as(tmp_path / name)
        assert download.value.suggested_filename == f"staffing-{name}.csv"
        with (tmp_path / name).open(newline="", encoding="utf-8") as sheet:
            found[name] = list(csv.DictReader(sheet))

    assert [line["agents"] for line in found["agents"] if line["least"] == "yes"] == ["14"]
    assert [line["what_if_agents"] for line in found["intervals"]] == ["15", "8"]


def test_a_file_is_read_as_soon_as_it_is_chosen_and_the_other_fields_stay(
    opened: Opened, tmp_path: Path
) -> None:
    page = opened("/staffing/")
    page.get_by_label("Shrinkage").fill("30")
    expect(page.locator("[data-figure=agents]")).to_contain_text("20 scheduled")
    (tmp_path / "day.csv").write_text("interval,calls\n08:00,40\n08:30,95\n", encoding="utf-8")
    page.get_by_label("Or a CSV file").set_input_files(tmp_path / "day.csv")

    expect(page.locator("#intervals tbody tr")).to_have_count(2)
    expect(page.get_by_label("Shrinkage")).to_have_value("30")
    asks_for(page, shrinkage="30", intervals="08:00,40\n08:30,95")
    (tmp_path / "bad.csv").write_text("interval,calls\n08:00,x\n", encoding="utf-8")
    page.get_by_label("Or a CSV file").set_input_files(tmp_path / "bad.csv")
    expect(page.locator(".message")).to_contain_text(
        "line 2, column 2 (calls): 'x' must be a number from 0 to 1,000,000."
    )
    page.get_by_label("Shrinkage").fill("40")
    expect(page).to_have_url(re.compile(r"/staffing/\?shrinkage=40"))


def test_without_a_script_the_server_answers_the_same(opened: Opened) -> None:
    page = opened("/staffing/", script=False)
    page.get_by_label("Patience").fill("180")
    page.get_by_label("Calls per interval").fill("100\n50")
    page.get_by_role("button", name="Calculate").click()

    expect(page.locator("[data-figure=agents] dd")).to_have_text("12")
    expect(page.locator("#intervals tbody tr")).to_have_count(2)
    expect(page.locator(".plot-place").first).to_be_hidden()


def test_plots_are_drawn_and_read_out_under_the_mouse(opened: Opened) -> None:
    page = opened("/staffing/?intervals=08:00,100%0A08:30,50%0A09:00,70")
    expect(page.locator("#plot-agents canvas")).to_be_visible()
    page.locator("#plot-day .u-over").hover()

    expect(page.locator("#intervals [data-pointed]")).to_have_text("08:30")
    expect(page.locator("#intervals [data-value]").first).to_have_text("8")
    page.get_by_label("Calls per interval").fill("")
    expect(page.locator("#plot-day")).to_have_count(0)
    expect(page.get_by_role("heading", name="No list yet")).to_be_visible()


def test_formulas_are_shown_on_focus_and_on_hover(opened: Opened) -> None:
    page = opened("/staffing/")
    tooltip = page.locator("#formula-model")
    expect(tooltip).to_be_hidden()
    page.get_by_role("button", name="Erlang C").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(tooltip).to_be_visible()
    expect(tooltip).to_contain_text("P(wait) = n·B")
    page.get_by_role("button", name="ASA").hover()
    expect(page.locator("#formula-asa")).to_be_visible()


def test_everything_is_reached_with_the_keyboard_and_focus_stays_while_it_reckons(opened: Opened) -> None:
    page = opened("/staffing/")
    page.get_by_label("Calls", exact=True).focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("200")
    expect(page.locator(FEWEST)).to_contain_text("24")
    assert page.evaluate("document.activeElement.name") == "calls"
    reached: list[str] = []
    while (here := page.evaluate(HERE)) and len(reached) < 60:
        reached.append(here)
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none", here
        page.keyboard.press("Tab")

    assert [one for one in reached if one in FIELDS] == FIELDS
    assert {"Agents needed", "Erlang C", "CSV of this table"} <= set(reached)


def test_while_the_server_is_away_the_figures_are_dimmed_and_come_back(opened: Opened) -> None:
    page = opened("/staffing/")
    page.context.set_offline(True)
    page.get_by_label("Patience").fill("180")
    expect(page.get_by_role("alert")).to_contain_text("The server is not responding")
    expect(page.locator("#part[data-dim]")).to_be_visible()
    page.context.set_offline(False)

    expect(page.locator(FEWEST)).to_contain_text("12")
    expect(page.locator("#part[data-dim]")).to_have_count(0)


def test_operators_are_told_whom_to_ask(opened: Opened) -> None:
    page = opened("/staffing/", name="olga")

    expect(page.locator("main")).to_contain_text("Only planners and supervisors may see or do this")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_paper_the_answer_stands_alone(opened: Opened, scheme: str) -> None:
    page = opened("/staffing/?shrinkage=30", size=DESKTOP, scheme=scheme)
    page.emulate_media(media="print")

    expect(page.locator(".staffing-form")).to_be_hidden()
    expect(page.locator(".asked")).to_contain_text("100 calls in 30 minutes · AHT 180 s · nobody hangs up")
    expect(page.locator(FEWEST)).to_be_visible()
