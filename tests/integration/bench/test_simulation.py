"""Simulation benchmark, on a short day."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bench.figures import Row
from bench.goals import goals
from bench.simulation.__main__ import main
from bench.simulation.beside_virtual import beside_virtual
from bench.simulation.live import LIVE, late_by
from bench.simulation.simulation_goals import BESIDE_VIRTUAL
from bench.simulation.stages import stages
from routing.model.calls import Call, CallStatus
from simulation.in_real_time.scenario_plan import plan_for
from simulation.people.run_plan import Named
from simulation.reports import compared, report_to, simulated
from simulation.scenarios.volume import scenario_arrivals


def test_it_prints_one_object_with_a_row_for_each_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--hours", "1", "--rounds", "1", "--only", "virtual", "--json"])

    (line,) = capsys.readouterr().out.splitlines()
    one, several = json.loads(line)["rows"]
    assert (one["scenario"], several["scenario"]) == ("one skill, 660 agents", "6 queues, 200 agents")
    assert one["calls"] > several["calls"] > 1_000
    assert all(
        row["calls_per_s"] > 0 and row["mb_at_most"] >= row["mb_at_a_tenth"] > 0 for row in (one, several)
    )


def test_who_is_late_in_real_time_is_told_by_the_calls_of_the_table() -> None:
    nine, named = datetime(2026, 11, 2, 9, tzinfo=UTC), Named("0badcafe")
    planned = list(scenario_arrivals(LIVE.parts, seed=LIVE.seed))
    late = {number: 2.0 if number % 10 == 0 else 0.05 for number in range(len(planned))}
    created = {
        named.call_id(one.number): nine + timedelta(seconds=one.seconds + late[one.number]) for one in planned
    }

    found = late_by(LIVE, "0badcafe", created)

    assert len(found) == len(planned) > 50 * LIVE.length_seconds
    assert [by for _, by in found] == pytest.approx([late[one.number] - 0.05 for one in planned], abs=1e-4)


def test_how_late_each_stage_of_a_call_is_follows_from_its_times_and_what_was_drawn() -> None:
    nine = datetime(2026, 11, 2, 9, tzinfo=UTC)
    plan = plan_for(replace(LIVE, length_seconds=20), run_id="0badcafe", started_at=nine)

    def played(number: int) -> Call:
        offered = nine + timedelta(seconds=0.03)
        ring, talk = plan.durations.answer_delay_of(number), plan.durations.talk_of(number)
        return Call(
            plan.call_id(number),
            "English",
            "Any",
            CallStatus.COMPLETED,
            nine,
            nine,
            queued_at=nine,
            offered_at=offered,
            answered_at=offered + timedelta(seconds=ring + 0.2),
            ended_at=offered + timedelta(seconds=ring + talk + 0.01),
        )

    foreign = replace(played(1), call_id="another")
    row = stages(plan, [*map(played, range(9)), foreign])

    assert row == {
        "match_p50_ms": 30,
        "match_p95_ms": 30,
        "accept_p50_ms": 200,
        "accept_p95_ms": 200,
        "complete_p50_ms": 10,
        "complete_p95_ms": 10,
    }


@pytest.mark.parametrize(("came", "audit", "reached"), [(51.0, 0, 6), (49.0, 0, 4), (51.0, 1, 5)])
def test_in_real_time_the_rate_its_distance_from_the_target_and_the_audit_are_goals(
    came: float, audit: int, reached: int
) -> None:
    row: Row = {
        "measured": "live",
        "seconds": 300,
        "target_calls_per_s": 51.2,
        "calls_per_s": came,
        "audit": audit,
        **dict.fromkeys(BESIDE_VIRTUAL, 0.9),
        **dict.fromkeys(BESIDE_VIRTUAL.values(), 0.9),
    }

    found = goals(simulation=[row])

    assert len(found) == 6
    assert sum(one["reached"] == "yes" for one in found) == reached


def test_figures_of_real_time_stand_beside_those_of_the_same_callers_in_virtual_time() -> None:
    scenario = replace(LIVE, length_seconds=20)
    played = simulated(scenario)
    report = {**report_to(played, compared(scenario, played)), "in_real_time": {"late_share": 0.25}}

    row = beside_virtual(scenario, report)

    assert row["late_share"] == 0.25
    assert row["answered_share"] == row["answered_share_virtual"] > 0.9
    assert row["occupancy"] == row["occupancy_virtual"]
    assert 0.4 < float(row["occupancy"]) < 1
    assert row["asa_virtual_s"] == pytest.approx(played.total.asa_seconds, abs=0.01)
