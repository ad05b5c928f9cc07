"""Page of one simulation: progress, stop, report, downloads, comparison."""

import csv
import json
import re
from io import StringIO

import pytest
from django.test import Client

from routing import runtime
from simulation.models import SimulationRun
from simulation.scenarios import scenario_from
from simulation.states import RunState
from tests.integration.dashboard.simulations.simulating import SMALL, page, play_all, started

pytestmark = pytest.mark.usefixtures("router")


def test_it_is_watched_from_waiting_to_done(supervisor: Client) -> None:
    run = started(supervisor)
    waiting = supervisor.get(f"/simulations/{run.id}/state.json").json()
    assert (waiting["state"], waiting["share"], waiting["again_seconds"]) == ("queued", 0.0, 1)
    assert "Starts as soon as a worker is free" in waiting["html"]
    text = page(supervisor, f"/simulations/{run.id}/")
    assert '<noscript><meta http-equiv="refresh"' in text
    assert "Report pending" in text
    play_all()

    done = supervisor.get(f"/simulations/{run.id}/state.json").json()
    assert (done["state"], done["done"], done["share"], done["again_seconds"]) == ("done", 3, 1.0, 0)
    text = page(supervisor, f"/simulations/{run.id}/")
    assert "refresh" not in text
    for word in (
        "calls answered within 20 s ÷ calls offered",
        "Erlang C",
        "99 % confidence",
        "p99",
        "Longest",
        "English · Any",
        'data-figure="occupancy"',
        "within",
    ):
        assert word in text
    assert supervisor.get("/simulations/state.json").json()["again_seconds"] == 5


def test_several_skills_name_the_assumption_that_fails(supervisor: Client) -> None:
    supervisor.post("/simulations/start/", {"ready": "published", "replications": "1"})
    play_all()
    run = SimulationRun.objects.get()
    text = page(supervisor, f"/simulations/{run.id}/")

    assert "Theory does not apply" in text
    assert "every agent serves every caller" in text
    assert "one replication: no bounds" in text
    assert text.count('<details class="of-queue"') == 3


def test_report_and_scenario_are_taken_away_as_the_command_writes_them(supervisor: Client) -> None:
    run = started(supervisor)
    assert supervisor.get(f"/simulations/{run.id}/report.csv").status_code == 404
    play_all()

    sheet = supervisor.get(f"/simulations/{run.id}/report.csv")
    assert sheet.headers["content-disposition"] == f'attachment; filename="simulation-{run.id}-report.csv"'
    rows = list(csv.DictReader(StringIO(sheet.content.decode())))
    assert {row["queue"] for row in rows} == {"W#English#Any", "all"}
    told = json.loads(supervisor.get(f"/simulations/{run.id}/report.json").content)
    assert told["total"]["offered"] == pytest.approx(float(rows[-1]["offered"]))
    mine = supervisor.get(f"/simulations/{run.id}/scenario.json").json()
    assert scenario_from(mine) == SMALL


def test_stop_ends_one_that_waits_and_it_can_be_played_again(supervisor: Client) -> None:
    run = started(supervisor)
    assert "<b>Stop this simulation?</b>" in page(supervisor, f"/simulations/{run.id}/")
    reply = supervisor.post(f"/simulations/{run.id}/stop/", {"back": f"/simulations/{run.id}/"})
    assert reply.headers["location"] == f"/simulations/{run.id}/"
    text = page(supervisor, f"/simulations/{run.id}/")
    assert "Stopped by mara before anything was run." in text
    assert "No report" in text
    assert "Stop this simulation?" not in text

    again = supervisor.post(f"/simulations/{run.id}/again/")
    fresh = SimulationRun.objects.get(pk=again.headers["location"].split("/")[-2])
    assert (fresh.id != run.id, fresh.scenario) == (True, run.scenario)
    assert "Mine" not in page(supervisor, f"/simulations/?from={run.id}&as=json")


def test_a_lost_worker_and_a_failure_are_shown_as_such(supervisor: Client) -> None:
    run = started(supervisor)
    before = runtime.now().replace(year=2020)
    SimulationRun.objects.update(state=RunState.RUNNING, started_at=before, heard_at=before, attempts=1)
    assert "Worker lost" in page(supervisor, "/simulations/")
    assert "Its worker has not responded for" in page(supervisor, f"/simulations/{run.id}/")

    SimulationRun.objects.update(
        state=RunState.FAILED, error="The worker was lost 3 times while it ran this."
    )
    text = page(supervisor, f"/simulations/{run.id}/")
    assert "The worker was lost 3 times" in text
    assert "It failed before the first replication finished" in text


def test_two_stand_side_by_side_with_what_is_beyond_chance(supervisor: Client) -> None:
    few = started(supervisor, replications=12)
    many = started(supervisor, replications=12, groups="Agents, 20, English, F", name="More agents")
    assert "Nothing to compare yet" in page(supervisor, "/simulations/compare/")
    play_all()
    assert "Choose two" in page(supervisor, "/simulations/compare/")
    text = page(supervisor, f"/simulations/compare/?a={few.id}&b={many.id}")

    assert "B is lower" in text
    assert "More agents" in text
    assert "in each, both had the same callers (paired)" in text
    assert re.search(r"<b>\N{MINUS SIGN}[0-9.]+ points</b>", text)
    same = page(supervisor, f"/simulations/compare/?a={few.id}&b={few.id}")
    assert "no difference beyond chance" in same
    assert "B is lower" not in same
    gone = page(supervisor, f"/simulations/compare/?a={few.id}&b=gone")
    assert "B: there is no simulation gone; the oldest are deleted over time." in gone


def selected(text: str) -> list[str]:
    """The ids that the two selectors show."""
    shown = re.findall(r'<select name="[ab]">(.*?)</select>', text, re.DOTALL)
    return [(re.findall(r'value="(\w+)" selected', one) or [""])[0] for one in shown]


def test_only_what_has_ended_can_be_compared_and_the_second_selector_shows_the_second(
    supervisor: Client,
) -> None:
    first, second = started(supervisor), started(supervisor, name="Second", seed=9)
    play_all()
    going = started(supervisor, name="Going on")
    SimulationRun.objects.filter(pk=going.id).update(state=RunState.RUNNING, report=first.report, arrived=9)
    text = page(supervisor, "/simulations/compare/")

    assert "Going on" not in text
    assert selected(text) == [second.id, first.id]
    assert selected(page(supervisor, f"/simulations/compare/?a={first.id}")) == [first.id, second.id]
    unfinished = page(supervisor, f"/simulations/compare/?a={first.id}&b={going.id}")
    assert f"B, Going on ({going.id}), has not ended: its figures still change." in unfinished
    assert "Figures and differences" not in unfinished
    other = page(supervisor, f"/simulations/compare/?a={first.id}&b={second.id}")
    assert "Compared as independent runs (Welch)" in other


def test_a_run_that_was_stopped_is_labelled_where_it_is_compared(supervisor: Client) -> None:
    first, second = started(supervisor), started(supervisor)
    play_all()
    SimulationRun.objects.filter(pk=second.id).update(state=RunState.STOPPED, done=2)
    text = page(supervisor, f"/simulations/compare/?a={first.id}&b={second.id}")

    assert f"({second.id}), stopped</option>" in text
    assert "Stopped, 2 of 3" in text
