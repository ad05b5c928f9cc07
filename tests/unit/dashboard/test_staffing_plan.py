"""Staffing plan: the answer, its words and its plots."""

import csv
from dataclasses import replace
from io import StringIO

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from dashboard.formats.numbers import figure, seconds, share
from dashboard.staffing.plan import Asked, Plan, staffing_plan
from dashboard.staffing.staffing_form import staffing_form
from dashboard.staffing.staffing_plots import agents_plot, day_plot
from dashboard.staffing.staffing_sheets import intervals_csv
from dashboard.staffing.staffing_words import asked_words, difference, goal_words, spoken
from dashboard.templatetags.numbers import signed
from simulation.theory import agents_needed


def plan(address: str = "") -> Plan:
    form = staffing_form(QueryDict(address))
    assert form.is_valid(), form.errors
    asked = form.cleaned_data["asked"]
    assert isinstance(asked, Asked)
    return staffing_plan(asked)


def test_around_the_answer_stand_five_fewer_and_five_more() -> None:
    assert [row.figures.agents for row in plan().rows] == list(range(9, 20))
    assert [row.figures.agents for row in plan("calls=10").rows] == list(range(1, 9))
    assert [row.figures.agents for row in plan("shrinkage=30").rows if row.is_answer] == [14]
    assert [row.scheduled for row in plan("shrinkage=30").rows if row.is_answer] == [20]
    assert plan("calls=0").rows == []


def test_a_figure_that_misses_its_goal_does_not_read_like_the_goal() -> None:
    just_below = render_to_string(
        "dashboard/staffing/cells.html",
        {
            "shown": replace(plan().answer.figures, service_level=0.79996, occupancy=0.85),
            "missed": {"service_level": 0.8},
        },
    )

    assert "80.00 %" not in just_below
    assert "79.996 %" in just_below
    assert "85.0 %" in just_below


def test_the_answer_is_the_first_that_misses_no_goal() -> None:
    rows = plan("patience=60&max_asa=5&max_abandoned=4&max_occupancy=80").rows

    assert [row.is_answer for row in rows] == [
        not row.missed and bool(rows[at - 1].missed) for at, row in enumerate(rows)
    ]


@pytest.mark.parametrize(
    ("address", "last"),
    [("", 10), ("calls=99", 9), ("calls=9", None), ("calls=0", None), ("patience=60", None)],
)
def test_it_knows_up_to_how_many_agents_the_queue_has_no_end(address: str, last: int | None) -> None:
    found = plan(address)

    assert found.last_unstable == last
    assert all(row.is_unstable == (row.figures.agents <= (last or 0)) for row in found.rows)


def test_a_day_is_summed_up_in_agent_hours_and_in_shares_of_all_calls() -> None:
    totals = plan("intervals=08:00,10%0A08:30,100%0A09:00,0&shrinkage=30&volume=10&patience=180").totals

    assert totals is not None
    assert (totals.calls, totals.agent_hours, totals.scheduled_hours) == (110, 7.5, 11.5)
    assert totals.changed_hours == 8
    assert (totals.most.interval.label, totals.most.needed.agents) == ("08:30", 12)
    assert 0.8 < totals.service_level < 0.83
    assert 0.04 < totals.abandoned < 0.06


def test_a_day_has_the_denominator_of_the_deployment(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the same agents: answered in time ÷ answered = (answered in time ÷ offered) ÷ (1 - abandoned)."""
    asked = "intervals=08:00,10%0A08:30,100&patience=60&max_asa=3"
    offered = plan(asked).totals
    monkeypatch.setattr("django.conf.settings.SERVICE_LEVEL_OF", "answered")
    answered = plan(asked).totals

    assert offered is not None
    assert answered is not None
    assert (answered.agent_hours, answered.abandoned) == (offered.agent_hours, offered.abandoned)
    assert offered.abandoned > 0.01
    assert answered.service_level == pytest.approx(offered.service_level / (1 - offered.abandoned))


def test_a_day_without_a_call_has_no_hours_and_lost_nobody() -> None:
    totals = plan("intervals=0%0A0").totals

    assert totals is not None
    assert (totals.agent_hours, totals.service_level, totals.abandoned) == (0, 1, 0)


def test_each_interval_of_the_what_if_is_what_a_day_of_so_many_calls_needs() -> None:
    changed = plan("intervals=100%0A50&volume=20&aht_change=-5").day
    alone = plan("intervals=120%0A60&aht=171").day

    assert [row.changed and row.changed.agents for row in changed] == [row.needed.agents for row in alone]
    assert [row.load for row in changed] == [10, 5]


def test_without_a_change_there_is_no_what_if() -> None:
    assert plan("intervals=100").what_if is None
    assert plan("intervals=100").day[0].changed is None
    assert plan().day == []
    assert plan().totals is None


def test_plots_have_a_value_for_each_label() -> None:
    found = plan("intervals=a,100%0Ab,50&shrinkage=30&volume=10&patience=60")
    for plot, words in (
        (agents_plot(found), ["Within 20 s", "Occupancy", "Have to wait", "Abandonment"]),
        (day_plot(found), ["Agents", "Scheduled", "What if", "Load in erlangs"]),
    ):
        assert plot is not None
        assert [line.word for line in plot.lines] == words
        assert all(len(line.values) == len(plot.labels) for line in plot.lines)
        assert (
            len({line.tone for line in plot.lines}) == len({line.dash for line in plot.lines}) == len(words)
        )
    assert agents_plot(plan("calls=0")) is None
    assert day_plot(plan()) is None


def test_the_csv_of_intervals_has_a_line_for_each_with_unrounded_shares() -> None:
    found = plan("intervals=08:00,100&patience=180&shrinkage=30")
    line = next(csv.DictReader(StringIO(intervals_csv(found))))
    needed = agents_needed(found.asked.demand, found.asked.goals, shrinkage=0.3)

    assert (line["agents"], line["scheduled_agents"], line["load_erlangs"]) == ("12", "18", "10")
    assert float(line["abandoned"]) == pytest.approx(needed.figures.abandoned, abs=1e-6)
    assert "what_if_agents" not in line


def test_what_is_asked_is_put_into_words() -> None:
    assert asked_words(
        plan("patience=90&target=80&max_asa=12&max_abandoned=3&max_occupancy=85&shrinkage=30").asked
    ) == [
        "100 calls in 30 minutes",
        "AHT 180 s",
        "patience 90 s",
        "80 % answered within 20 s",
        "abandonment at most 3 %",
        "occupancy at most 85 %",
        "ASA at most 12 s",
        "shrinkage 30 %",
    ]
    assert asked_words(plan("target=&max_asa=12").asked)[2:4] == ["nobody hangs up", "ASA at most 12 s"]


def test_the_answer_is_said_in_a_sentence() -> None:
    assert spoken(plan()) == "14 agents needed, 88.8 % within 20 seconds."
    assert spoken(plan("volume=10")) == "14 agents needed, 88.8 % within 20 seconds. What if: 15, 1 more."
    assert spoken(plan("calls=1&aht=1")) == "1 agent needed, 99.9 % within 20 seconds."


def test_differences_and_goals_have_their_words() -> None:
    assert [difference(more) for more in (1200, -1, 0)] == ["1,200 more", "1 fewer", "as many"]
    assert goal_words(("service_level", "max_asa_seconds")) == "service level, ASA"


def test_figures_are_written_as_people_read_them() -> None:
    assert [share(part) for part in (0, 0.0834, 0.0999, 0.09999, 0.8884, 1)] == [
        "0.0 %",
        "8.34 %",
        "9.99 %",
        "10.0 %",
        "88.8 %",
        "100.0 %",
    ]
    assert [seconds(lasted) for lasted in (7.84, 1234.5, float("inf"))] == ["7.8 s", "1,234.5 s", "no end"]
    assert [figure(number) for number in (10.0, 1234.5, 0.125, 100)] == ["10", "1,234.5", "0.12", "100"]
    assert [signed(part) for part in (0.1, -0.125, 0)] == ["+10 %", "-12.5 %", "unchanged"]
