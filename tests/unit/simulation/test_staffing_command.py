"""`staffing`: agents and their results, as text or JSON; a refusal is one line."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

HALF_HOUR = ("--calls", "100", "--interval", "30m", "--aht", "180", "--target", "80/20")


def staffing(*words: str) -> str:
    out = StringIO()
    call_command("staffing", *words, stdout=out)
    return out.getvalue()


def staffing_json(*words: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(staffing(*words, "--json"))
    return answer


def test_it_answers_in_json() -> None:
    assert staffing_json(*HALF_HOUR) == {
        "agents": 14,
        "scheduled_agents": 14,
        "service_level": 0.88835,
        "within_seconds": 20,
        "asa_seconds": 7.835937,
        "occupancy": 0.714286,
        "abandoned": 0,
        "wait_probability": 0.174132,
        "queue_depth": 0.43533,
        "load_erlangs": 10,
        "model": "Erlang C",
    }


def test_patience_makes_it_erlang_a() -> None:
    answer = staffing_json(*HALF_HOUR, "--patience", "180")

    assert (answer["model"], answer["agents"]) == ("Erlang A", 12)
    assert (answer["service_level"], answer["abandoned"]) == (0.802304, 0.053092)


def test_the_service_level_is_that_of_the_deployment(settings: Settings) -> None:
    """11 agents answer 70.54 % of the offered calls in time and 8.34 % hang up: 76.96 % of those answered."""
    settings.SERVICE_LEVEL_OF = "answered"
    asked = (*HALF_HOUR[:6], "--target", "76/20", "--patience", "180")

    assert staffing_json(*asked)["agents"] == 11
    assert staffing_json(*asked)["service_level"] == pytest.approx(0.7054 / (1 - 0.0834), abs=1e-4)
    assert staffing(*asked).splitlines()[-1] == "within 20 s: answered within 20 s ÷ answered"


def test_shrinkage_and_more_goals_are_heeded() -> None:
    shrunk = staffing_json(*HALF_HOUR, "--shrinkage", "30")
    assert (shrunk["agents"], shrunk["scheduled_agents"]) == (14, 20)
    assert staffing_json(*HALF_HOUR, "--max-occupancy", "50")["agents"] == 20
    assert staffing_json(*HALF_HOUR, "--max-asa", "5")["agents"] == 15
    assert staffing_json(*HALF_HOUR, "--patience", "3m", "--max-abandoned", "2")["agents"] == 14


def test_the_highest_target_is_taken_as_it_is_written() -> None:
    assert staffing_json(*HALF_HOUR[:6], "--target", "99.9/20")["service_level"] >= 0.999


def test_a_goal_given_alone_is_the_only_one() -> None:
    alone = staffing_json(*HALF_HOUR[:6], "--max-asa", "60")

    assert alone["agents"] == 12
    assert alone["service_level"] < 0.8
    assert staffing_json(*HALF_HOUR, "--max-asa", "60")["agents"] == 14
    assert staffing_json(*HALF_HOUR[:6], "--max-occupancy", "90")["agents"] == 12
    assert staffing_json(*HALF_HOUR[:6])["agents"] == 14


def test_times_may_have_units_and_the_usual_is_half_an_hour_and_eighty_in_twenty() -> None:
    usual = staffing_json("--calls", "100", "--aht", "3m")

    assert usual == staffing_json("--calls", "200", "--interval", "1h", "--aht", "180s", "--target", "80/20")
    assert usual == staffing_json("--calls", "100", "--interval", "1800", "--aht", "180")


def test_it_shows_a_table_around_its_answer() -> None:
    assert staffing(*HALF_HOUR, "--shrinkage", "30").splitlines() == [
        "14 agents at work, 20 scheduled, for 10 erlangs (Erlang C: nobody hangs up)",
        "",
        "  agents  within 20 s      ASA  occupancy  abandoned",
        "      12        64.0%   40.4 s      83.3%          -",
        "      13        79.6%   17.1 s      76.9%          -",
        ">     14        88.8%    7.8 s      71.4%          -",
        "      15        94.1%    3.7 s      66.7%          -",
        "      16        97.1%    1.7 s      62.5%          -",
        "",
        "within 20 s: answered within 20 s ÷ offered",
    ]


def test_the_table_says_where_the_queue_grows_without_end() -> None:
    rows = staffing(*HALF_HOUR[:6], "--target", "30/20").splitlines()

    assert rows[0] == "11 agents for 10 erlangs (Erlang C: nobody hangs up)"
    assert "       9         0.0%    inf s     100.0%          -" in rows


def test_no_calls_need_no_agents() -> None:
    rows = staffing("--calls", "0", "--aht", "180").splitlines()

    assert rows[0] == "0 agents for 0 erlangs (Erlang C: nobody hangs up)"
    assert rows[3] == ">      0       100.0%    0.0 s       0.0%          -"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--calls", "-5"), "calls: -5 is not allowed; from 0 to 1,000,000 calls in an interval"),
        (("--calls", "nan"), "calls: 'nan' is not a number"),
        (("--calls", "1_000"), "calls: '1_000' is not a number"),
        (("--calls", "٣٠"), "calls: '٣٠' is not a number"),
        (("--aht", "١٨٠"), "aht: '١٨٠' is not a time; write seconds, or a unit, such as 180, 3m or 1h"),
        (("--interval", "5s"), "interval_seconds: 5 is not allowed; from 60 to 86,400 seconds"),
        (
            ("--interval", "half"),
            "interval: 'half' is not a time; write seconds, or a unit, such as 180, 3m or 1h",
        ),
        (("--aht", "0"), "aht_seconds: 0 is not allowed; from 0.1 to 7,200 seconds"),
        (("--aht", "3min"), "aht: '3min' is not a time; write seconds, or a unit, such as 180, 3m or 1h"),
        (("--target", "80"), "target: '80' is not a target; write percent/seconds, such as 80/20"),
        (("--target", "100/20"), "service_level: 100 is not allowed; from 1 to 99.9 %"),
        (("--target", "80/9999"), "within_seconds: 9,999 is not allowed; from 0 to 3,600 seconds"),
        (("--patience", "2h"), "patience_seconds: 7,200 is not allowed; from 0.1 to 3,600 seconds"),
        (("--shrinkage", "95"), "shrinkage: 95 is not allowed; from 0 to 90 %"),
        (("--max-occupancy", "120"), "max_occupancy: 120 is not allowed; from 10 to 100 %"),
        (("--max-asa", "0"), "max_asa_seconds: 0 is not allowed; from 0.1 to 3,600 seconds"),
        (("--max-abandoned", "3"), "max_abandoned: nobody hangs up unless patience_seconds is given"),
    ],
)
def test_it_refuses_with_one_line(words: tuple[str, ...], line: str) -> None:
    with pytest.raises(CommandError) as refused:
        staffing(*HALF_HOUR, *words)

    assert (str(refused.value), refused.value.returncode) == (line, 1)
