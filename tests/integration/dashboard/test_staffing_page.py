"""Staffing page: answers, errors by field, CSV, access."""

import csv
import re
from io import StringIO

import pytest
from django.test import Client
from pytest_django import Settings

from tests.integration.dashboard.queues.test_places_queues import page_of, state_of, words_of

NONE = "\N{EN DASH}"

pytestmark = pytest.mark.django_db


def figure(page: str, name: str) -> str:
    """What stands in one of the first figures."""
    found = re.search(rf'data-figure="{name}">.*?<dd[^>]*>(.*?)</dd>', page, re.DOTALL)
    assert found, name
    return words_of(found[1])


def rows(page: str, title: str) -> list[str]:
    body = page.partition(f'id="{title}"')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    return [words_of(row) for row in body.split("</tr>")[:-1]]


def lines(client: Client, address: str) -> list[dict[str, str]]:
    response = client.get(address)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(StringIO(response.content.decode())))


# --- the answer


def test_an_address_that_asks_nothing_shows_the_usual_question_answered(supervisor: Client) -> None:
    page = page_of(supervisor, "/staffing/")

    assert figure(page, "agents") == "14"
    assert figure(page, "service-level") == "88.8 %"
    assert figure(page, "asa") == "7.8 s"
    assert 'value="180"' in page
    assert "Erlang C (M/M/n)" in page


def test_the_address_alone_says_what_is_asked(supervisor: Client) -> None:
    page = page_of(supervisor, "/staffing/?patience=180&shrinkage=30")

    assert figure(page, "agents") == "12 18 scheduled"
    assert figure(page, "abandoned") == "5.31 %"
    assert "Erlang A (M/M/n+M)" in page
    assert re.search(r'name="patience"[^>]*value="180"', page)


def test_the_fewest_agents_are_marked_in_words_among_their_neighbours(supervisor: Client) -> None:
    found = rows(page_of(supervisor, "/staffing/"), "agents-title")

    assert len(found) == 11
    assert [row for row in found if "fewest" in row] == [
        f"14 fewest 17.4 % 88.8 % 7.8 s 71.4 % {NONE} {NONE}"
    ]
    assert found[4] == f"13 28.5 % 79.6 % 17.1 s 76.9 % {NONE} service level"


def test_the_service_level_and_its_formula_have_the_denominator_of_the_deployment(
    supervisor: Client, settings: Settings
) -> None:
    """With a patience of 180 s, 11 agents: 70.54 % of offered calls in time, 8.34 % hang up."""
    usual = page_of(supervisor, "/staffing/?patience=180&target=76")
    settings.SERVICE_LEVEL_OF = "answered"
    answered = page_of(supervisor, "/staffing/?patience=180&target=76")
    patient = page_of(supervisor, "/staffing/")

    assert (figure(usual, "agents"), figure(usual, "service-level")) == ("12", "80.2 %")
    assert "Answered within T ÷ offered: those who neither hung up" in usual
    assert (figure(answered, "agents"), figure(answered, "service-level")) == ("11", "77.0 %")
    assert "Answered within T ÷ answered: those who neither hung up" in answered
    assert "Answered within T ÷ answered = 1 − P(wait)" in patient  # noqa: RUF001  # the page's minus


def test_erlang_c_has_no_abandonment_and_the_page_says_why(supervisor: Client) -> None:
    page = page_of(supervisor, "/staffing/")

    assert figure(page, "abandoned") == NONE
    assert page.count("Erlang C has no abandonment") == 2
    assert "Erlang C has no abandonment" not in page_of(supervisor, "/staffing/?patience=180")


def test_where_the_queue_has_no_end_it_says_so_plainly(supervisor: Client) -> None:
    page = page_of(supervisor, "/staffing/")

    assert "no end" in rows(page, "agents-title")[1]
    assert "With 10 agents or fewer the queue grows without limit" in words_of(page)
    assert "without limit" not in words_of(page_of(supervisor, "/staffing/?patience=60"))


def test_a_what_if_stands_beside_the_base_with_the_difference(supervisor: Client) -> None:
    assert 'id="what-if-title"' not in page_of(supervisor, "/staffing/")
    base, changed, unchanged = rows(page_of(supervisor, "/staffing/?volume=50"), "what-if-title")

    assert base.startswith(f"Current 10 14 {NONE}")
    assert changed.startswith("What if 15 19 5 more")
    assert unchanged.startswith(f"What if, same agents 15 14 {NONE} 0.0 % no end")
    fewer = rows(page_of(supervisor, "/staffing/?volume=-10&aht_change=5"), "what-if-title")
    assert "1 fewer" in fewer[1]


def test_nobody_calls_and_no_agent_is_needed(supervisor: Client) -> None:
    page = page_of(supervisor, "/staffing/?calls=0")

    assert figure(page, "agents") == "0"
    assert "No agents needed" in page


def test_a_list_is_answered_interval_by_interval_with_agent_hours(supervisor: Client) -> None:
    page = page_of(supervisor, "/staffing/?intervals=08:00,10%0A08:30,100&volume=10&shrinkage=30")

    first, second = rows(page, "intervals-title")
    assert first.startswith("08:00 10 1 3 5 3")
    assert second.startswith("08:30 100 10 14 20 15")
    assert figure(page, "agent-hours") == "8.5"
    assert figure(page, "scheduled-hours") == "12.5"
    assert figure(page, "changed-hours") == "9"
    assert figure(page, "most") == "14 08:30"


def test_without_a_list_it_says_how_one_is_written(supervisor: Client) -> None:
    assert "No list yet" in page_of(supervisor, "/staffing/")


# --- what is wrong


@pytest.mark.parametrize(
    ("asked", "field", "sentence"),
    [
        ("calls=many", "calls", "a number from 0 to 1,000,000 calls in an interval"),
        ("aht=0", "aht", "a number from 0.1 to 7,200 seconds"),
        ("target=100", "target", "a number from 1 to 99.9 %, or nothing"),
        ("max_abandoned=5", "max_abandoned", "needs a patience: without one nobody hangs up"),
        ("target=", "target", "give at least one goal"),
        ("intervals=10%0Ax,y", "intervals", "line 2, column 2"),
    ],
)
def test_a_wrong_field_says_beside_it_what_it_takes(
    supervisor: Client, asked: str, field: str, sentence: str
) -> None:
    page = page_of(supervisor, f"/staffing/?{asked}")

    beside = re.search(rf'id="{field}-error">(.*?)</p>', page)
    assert beside
    assert beside[1].startswith(sentence)
    assert "Check one field." in page
    state = state_of(supervisor, f"/staffing/state.json?{asked}")
    assert isinstance(state["errors"], dict)
    assert list(state["errors"]) == [field]
    assert state["said"] == "Check one field."


def test_what_is_typed_is_shown_as_text(supervisor: Client) -> None:
    page = page_of(supervisor, "/staffing/?calls=%22><script>&intervals=</textarea><script>,3")

    assert "<script>&" not in page
    assert "</textarea><script>" not in page


# --- the script's part


def test_the_part_is_the_one_of_the_page(supervisor: Client) -> None:
    state = state_of(supervisor, "/staffing/state.json?calls=200")

    assert state["errors"] == {}
    assert state["said"] == "24 agents needed, 80.9 % within 20 seconds."
    assert str(state["html"]).strip() in page_of(supervisor, "/staffing/?calls=200")


# --- CSV


def test_the_table_of_agents_comes_as_csv(supervisor: Client) -> None:
    found = lines(supervisor, "/staffing/agents.csv?patience=180")

    fewest = next(line for line in found if line["least"] == "yes")
    assert (fewest["agents"], fewest["model"], fewest["misses"]) == ("12", "Erlang A", "")
    assert float(fewest["abandoned"]) == pytest.approx(0.0531, abs=5e-5)
    assert [line["agents"] for line in found] == [str(n) for n in range(7, 18)]


def test_in_csv_what_has_no_end_is_empty_and_called_unstable(supervisor: Client) -> None:
    found = lines(supervisor, "/staffing/agents.csv")

    assert (found[0]["agents"], found[0]["asa_seconds"], found[0]["stable"]) == ("9", "", "no")
    assert found[0]["misses"] == "service_level"


def test_the_table_of_intervals_comes_as_csv(supervisor: Client) -> None:
    found = lines(supervisor, "/staffing/intervals.csv?intervals=08:00,100%0A%3D1%2B1,20&volume=10")

    assert [line["interval"] for line in found] == ["08:00", "'=1+1"]
    assert found[0]["agents"] == "14"
    assert found[0]["agent_hours"] == "7"
    assert found[0]["what_if_agents"] == "15"


@pytest.mark.parametrize("sheet", ["agents", "intervals"])
def test_there_is_no_csv_of_a_wrong_question(supervisor: Client, sheet: str) -> None:
    refused = supervisor.get(f"/staffing/{sheet}.csv?aht=x")

    assert refused.status_code == 400
    assert refused.content.decode() == "aht: a number from 0.1 to 7,200 seconds\n"


# --- who may


@pytest.mark.parametrize("address", ["", "state.json", "agents.csv", "intervals.csv"])
def test_only_planners_may_plan(operator: Client, address: str) -> None:
    refused = operator.get(f"/staffing/{address}")

    assert refused.status_code == 403
    assert "Only planners and supervisors may see or do this" in refused.content.decode()
    assert Client().get(f"/staffing/{address}").status_code in (302, 401)


def test_the_menu_links_to_it_for_those_with_permission(supervisor: Client) -> None:
    assert 'aria-current="page">Staffing</a>' in page_of(supervisor, "/staffing/")
