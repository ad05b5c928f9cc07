"""Callers and agents as lines, moments, and the status of a simulation in words."""

from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

import pytest

from dashboard.simulations.form_lines import groups_from, mix_from, written_groups, written_mix
from dashboard.simulations.live_state import live_behind, live_figures, live_standing
from dashboard.simulations.page_context import shown
from dashboard.simulations.report import (
    NOT_MEASURED,
    clock,
    depth_plot,
    figures_of,
    interval_tables,
    theory_of,
    waits_of,
)
from routing.model.shares import percent
from simulation.in_real_time import Progress
from simulation.models import SimulationRun
from simulation.reports import compared, report_to, simulated
from simulation.scenarios import READY_MADE, AgentGroup, Preference, ScenarioError, Shift, scenario_to
from simulation.states import Place, RunState
from tests.unit.simulation.worlds import NINE


def test_callers_are_read_with_what_is_left_out() -> None:
    assert mix_from("English\n\nFrench, F, Billing, 2.5") == (
        Preference("English", "Any", "", 1.0),
        Preference("French", "F", "Billing", 2.5),
    )


def test_agents_are_read_with_several_languages_and_shifts() -> None:
    (late,) = groups_from("Late, 9, English + French, F, , 0:30-4:00+5:00-8:15")

    assert late == AgentGroup(
        "Late", 9, ("English", "French"), "F", (), (Shift(1_800, 14_400), Shift(18_000, 29_700))
    )


def test_chats_have_one_part_more() -> None:
    mix, groups = "English, Any, , 1, chat", "Late, 9, English, F, , , 3"

    (writes,), (late,) = mix_from(mix), groups_from(groups)
    assert (writes.channel, late.chat_slots) == ("chat", 3)
    assert mix_from(mix.removesuffix(", chat")) == (Preference("English"),)


@pytest.mark.parametrize("key", READY_MADE)
def test_what_is_written_is_read_again(key: str) -> None:
    scenario = READY_MADE[key]

    assert mix_from(written_mix(scenario)) == scenario.mix
    again = groups_from(written_groups(scenario))
    assert [(one.agents, one.languages, one.gender, one.topics, one.shifts) for one in again] == [
        (one.agents, one.languages, one.gender, one.topics, one.shifts) for one in scenario.groups
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "groups: 1 to 100 lines are allowed, not 0"),
        ("A, 1, English, F, , , more", "groups: line 1: at most 6 parts, not 7"),
        ("A, 1, English, F\nB, -1, English, F", "groups, line 2, agents: '-1' is not a whole number"),
        ("A, 9999999, English, F", "groups, line 1, agents: '9999999' is not a whole number"),
        ("A, 1, English, F, , 1:00-2:75", "groups, line 1, shifts: '2:75' is not a shift"),
        ("A, 1, English, F, , 3:00-2:00", "groups, A, shift 1: it ends after it begins"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(text: str, said: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        groups_from(text)

    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0:00"), (90, "0:01:30"), (5_400, "1:30"), (90_000, "25:00")]
)
def test_moments_of_a_scenario_count_from_its_start(seconds: float, words: str) -> None:
    assert clock(seconds) == words


def standing(state: RunState, after: float = 5, *, busy: bool = False, **more: Any) -> tuple[str, str]:
    facts: dict[str, Any] = {
        "arrived": 500,
        "expected_calls": 1000,
        "replications": 4,
        "attempts": 1,
        "scenario": {},
        **more,
    }
    run = SimulationRun(id="1", name="One", state=state, heard_at=NINE + timedelta(seconds=5), **facts)
    if state is not RunState.QUEUED:
        run.started_at = NINE
    run.ended_at = run.heard_at if run.has_ended else None
    one = shown(run, NINE + timedelta(seconds=after), is_waited_for=busy)
    return one.word, one.standing


def test_each_state_is_told_in_a_word_and_a_sentence() -> None:
    assert standing(RunState.QUEUED, busy=True, after=99) == (
        "Waiting",
        "Starts as soon as a worker is free.",
    )
    word, said = standing(RunState.QUEUED, after=99)
    assert (word, said) == (
        "Waiting",
        "No worker has started it for 94 seconds. Are worker and beat running?",
    )
    assert standing(RunState.RUNNING) == ("Running", "500 calls at 100 a second, about 0:05 left.")
    assert standing(RunState.RUNNING, attempts=2)[1].endswith(
        "Started again by worker 2: the previous one was lost."
    )
    assert standing(RunState.STOPPING) == ("Stopping", "Stopping.")
    assert standing(RunState.RUNNING, after=16)[0] == "Worker lost"
    assert standing(RunState.DONE) == ("Done", "500 calls simulated in 0:05.")
    assert standing(RunState.FAILED, error="Lost.") == ("Failed", "Lost.")
    word, said = standing(RunState.STOPPED, stopped_by="bob", done=2, sheet="x")
    assert (word, said) == ("Stopped", "Stopped by bob; the report covers the 2 finished replications.")
    assert standing(RunState.STOPPED, stopped_by="bob")[1] == "Stopped by bob before anything was run."
    assert standing(RunState.RUNNING, after=16)[1] == (
        "Its worker has not responded for 11 seconds. The next one starts it again from the beginning; "
        "the report so far is kept."
    )


def standing_live(state: RunState, *, after: float = 5, facts: Any = None, **more: Any) -> str:
    known = {
        **dict.fromkeys(("arrived", "total", "rate", "target_rate", "errors", "refused", "conflicts"), 0),
        "elapsed_seconds": 90,
        "remaining_seconds": 9,
        **(facts or {}),
    }
    more = {"replications": 1, "begins_at": NINE, "facts": known, "place": Place.APART, **more}
    return standing(state, after, **more)[1]


def test_so_is_each_state_in_real_time() -> None:
    assert standing_live(RunState.QUEUED, facts={}) == "Starts as soon as a worker is free."
    assert standing_live(RunState.RUNNING, begins_at=None) == "Preparing the table and agents."
    assert standing_live(RunState.RUNNING) == "Calls are arriving."
    assert standing_live(RunState.RUNNING, facts={"remaining_seconds": 0}) == (
        "All calls have arrived; the last ones are ending."
    )
    assert standing_live(RunState.RUNNING, facts={"error": "Redis."}) == "Waiting: Redis."
    assert standing_live(RunState.STOPPING).startswith("No more calls arrive; ")
    assert standing_live(RunState.RUNNING, after=16) == (
        "Its worker has not responded for 11 seconds. The next worker ends what is in progress, signs "
        "its agents out and makes the report of the part that was run."
    )
    assert standing_live(RunState.DONE) == "500 calls in 1:30."
    assert standing_live(RunState.STOPPED, done=1, sheet="x") == (
        "Stopped by its worker; the report covers the part that was run."
    )
    assert standing_live(RunState.FAILED, error="Lost.") == "Lost."


def test_a_report_is_shown_with_bounds_theory_waits_and_every_interval() -> None:
    scenario = READY_MADE["overload"]
    report = simulated(scenario, replications=3)
    kept = report_to(report, compared(scenario, report))

    words = {one.name: one for one in figures_of(kept)}
    assert words["service_level"].formula == "calls answered within 20 s ÷ calls offered"
    assert " to " in words["abandoned"].bounds
    assert [word for word, _ in waits_of(kept)] == ["p50", "p90", "p99", "Longest"]
    assert {one.word for one in theory_of(kept)} >= {"Service level", "ASA", "Abandonment", "Occupancy"}
    ((name, rows),) = interval_tables(kept)
    assert (name, rows[0].name, rows[1].name, len(rows)) == ("All queues", "0:00", "0:30", 8)
    assert rows[0].cells[3] == NOT_MEASURED
    plot = depth_plot(kept)
    assert len(plot.labels) == len(plot.lines[0].values) == 240
    assert max(value or 0 for value in plot.lines[1].values) > 0


@pytest.mark.parametrize(
    ("late", "word", "tone"),
    [(0, "", ""), (49, "", ""), (50, "Behind schedule", "orange"), (200, "Far behind schedule", "red")],
)
def test_a_run_behind_its_schedule_says_so_instead_of_blaming_its_agents(
    late: int, word: str, tone: str
) -> None:
    progress = Progress(9, 9, 9.0, 1.0, 1.0, 0.0, timed=1000, late=late)
    run = SimulationRun(id="1", name="One", scenario={}, place=Place.DEPLOYMENT, facts=asdict(progress))

    behind = live_behind(run)

    assert (behind.word, behind.tone) == (word, tone) if behind else not word
    assert live_figures(run)[-1][:2] == ("Late", percent(late / 1000))
    if behind:
        assert percent(late / 1000) in behind.sentence
        assert behind.icon


@pytest.mark.parametrize(
    ("channels", "word"), [(["chat"], "Chats"), (["", "chat"], "Calls and chats"), ([""], "Calls")]
)
def test_chats_are_not_called_calls(channels: list[str], word: str) -> None:
    scenario = replace(READY_MADE["chats"], mix=tuple(Preference("English", channel=one) for one in channels))
    run = SimulationRun(scenario=scenario_to(scenario), facts=asdict(Progress(9, 9, 9.0, 1.0, 1.0, 0.0)))

    assert [one for one, _, _ in live_figures(run)][:2] == [word, f"{word} a second"]
    run.begins_at, run.state = NINE, RunState.RUNNING
    assert live_standing(run) == f"All {word.lower()} have arrived; the last ones are ending."


def test_a_run_of_an_earlier_release_does_not_tell_how_late_it_was() -> None:
    facts = asdict(Progress(9, 9, 9.0, 1.0, 1.0, 0.0))
    del facts["timed"], facts["late"]
    run = SimulationRun(id="1", name="One", scenario={}, place=Place.DEPLOYMENT, facts=facts)

    assert live_behind(run) is None
    assert live_figures(run)[-1][1] == "\N{EN DASH}"


def test_a_finished_run_does_not_tell_when_it_ends() -> None:
    facts = asdict(Progress(9, 9, 9.0, 1.0, 1.0, 0.0))
    words = {
        state: [
            word for word, _, _ in live_figures(SimulationRun(id="1", scenario={}, state=state, facts=facts))
        ]
        for state in (RunState.RUNNING, RunState.DONE)
    }

    assert "Ends in" in words[RunState.RUNNING]
    assert "Ends in" not in words[RunState.DONE]
