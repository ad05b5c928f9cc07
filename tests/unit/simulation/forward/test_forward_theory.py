"""M/M/c and M/M/c+M in virtual time agree with theory, up to nearly full occupancy."""

from dataclasses import replace
from math import inf

import pytest

from routing.model.service_level import Denominator, ServiceLevel
from simulation.durations import Constant, Exponential, Lognormal
from simulation.forward import fast_forward
from simulation.reports import Comparison, compared, prediction_for, simulated
from simulation.scenarios import READY_MADE, Preference, Scenario, Target, Volume
from simulation.theory import Demand, Model, relaxation_seconds
from tests.thorough import every
from tests.unit.simulation.days import a_group, a_scenario, several, steady

REPLICATIONS = 10
# Calls a second, handle time, patience, agents; then occupancy.
POINTS = [
    ((0.5, 8.0, None, 8), 0.50),
    ((0.6, 10.0, None, 8), 0.75),
    ((0.6, 10.0, None, 7), 0.857),
    ((0.5, 10.0, 60.0, 8), 0.62),
    ((0.6, 10.0, 20.0, 7), 0.80),
    ((0.9, 10.0, 15.0, 9), 0.89),
    ((1.1, 10.0, 30.0, 10), 0.95),
]
Point = tuple[float, float, float | None, int]


def held_against_theory(scenario: Scenario) -> Comparison:
    return compared(scenario, simulated(scenario, replications=REPLICATIONS))


@pytest.mark.parametrize(("point", "occupancy"), every(2, POINTS))
def test_theory_lies_inside_the_99_percent_interval(point: Point, occupancy: float) -> None:
    found = held_against_theory(steady(*point, length_seconds=2_400, target=Target(0.8, 5)))
    figures = {one.figure: one for one in found.figures}

    assert found.model is (Model.ERLANG_C if point[2] is None else Model.ERLANG_A)
    assert figures["occupancy"].predicted == pytest.approx(occupancy, abs=0.02)
    for one in ("service_level", "asa_seconds", "abandoned", "wait_probability", "occupancy", "queue_depth"):
        assert figures[one].agrees, figures[one]


def test_theory_of_one_agent_more_lies_outside() -> None:
    scenario = steady(0.9, 10.0, 15.0, 9, length_seconds=2_400)
    report = simulated(scenario, replications=REPLICATIONS)
    more = replace(scenario, groups=(a_group(agents=10),))
    figures = {one.figure: one.agrees for one in compared(more, report).figures}

    assert not figures["asa_seconds"]
    assert not figures["wait_probability"]
    assert not figures["occupancy"]


@pytest.mark.parametrize("of", [Denominator.ANSWERED, Denominator.DECIDED])
def test_the_service_level_of_theory_has_the_same_denominator_as_the_measured_one(of: Denominator) -> None:
    scenario = steady(1.5, 10.0, 10.0, 10, length_seconds=2_400, target=Target(0.8, 5))
    scenario = replace(scenario, level=ServiceLevel(of, short_abandon_seconds=8))
    report = simulated(scenario, replications=REPLICATIONS)
    offered = replace(scenario, level=ServiceLevel())

    (level,) = (one for one in compared(scenario, report).figures if one.figure == "service_level")
    (unlike,) = (one for one in compared(offered, report).figures if one.figure == "service_level")
    assert level.agrees, level
    assert unlike.agrees is False, "the control: offered calls are another denominator"


def test_one_replication_cannot_tell_whether_theory_agrees() -> None:
    scenario = steady(0.6, 10.0, None, 8)

    assert {one.agrees for one in compared(scenario, simulated(scenario)).figures} == {None}


@pytest.mark.parametrize(
    ("scenario", "assumption"),
    [
        (a_scenario(volume=Volume((10, 90))), "calls arrive at one rate"),
        (a_scenario(handle_time=Lognormal(100, 50)), "handle times are exponential"),
        (a_scenario(wrap_up=Constant(5)), "there is no separate wrap-up"),
        (a_scenario(patience=Constant(60)), "patience is exponential, or unlimited"),
        (a_scenario(priorities=((5, 1), (2, 1))), "calls are served in order of arrival, without priorities"),
        (a_scenario(warm_up_seconds=0), "the queue has settled (warm_up_seconds is 0)"),
        (
            a_scenario(warm_up_seconds=308),
            "the queue has settled (a warm-up of 308 s is shorter than the relaxation time of 309 s)",
        ),
        (
            a_scenario(warm_up_seconds=80, patience=Exponential(90)),
            "the queue has settled (a warm-up of 80 s is shorter than the relaxation time of 100 s)",
        ),
        (a_scenario(answer_delay=Constant(3)), "agents answer at once"),
        (a_scenario(missed_share=0.1), "agents answer every offer"),
        (
            a_scenario(
                mix=(Preference("English"), Preference("French")),
                groups=(a_group(), a_group("Both", languages=("English", "French"))),
            ),
            "every agent serves every caller",
        ),
        (
            a_scenario(groups=(a_group(agents=2),)),
            "agents (2) exceed the load (2.778 erlangs) where nobody hangs up",
        ),
    ],
)
def test_the_assumption_that_fails_is_named(scenario: Scenario, assumption: str) -> None:
    assert prediction_for(scenario) == (None, (assumption,))


def test_a_queue_forgets_its_start_the_later_the_fuller_it_is_and_with_patience_the_sooner() -> None:
    steady_queue = Demand(100 / 1_800, 180)

    assert relaxation_seconds(steady_queue, 13) == pytest.approx(180 / (13 * (1 - (10 / 13) ** 0.5) ** 2))
    assert relaxation_seconds(steady_queue, 11) > 4 * relaxation_seconds(steady_queue, 13)
    assert relaxation_seconds(steady_queue, 40) == 180
    assert relaxation_seconds(steady_queue, 10) == inf
    assert relaxation_seconds(Demand(100 / 1_800, 180, 240), 10) == 240
    assert compared(READY_MADE["one-queue"], simulated(READY_MADE["one-queue"])).model is Model.ERLANG_C


def test_several_groups_and_wishes_are_one_group_where_everybody_serves_everybody() -> None:
    together = a_scenario(
        mix=(Preference("English"), Preference("French")),
        groups=tuple(a_group(name, 4, languages=("English", "French")) for name in ("A", "B")),
        volume=Volume((1_080,)),
        handle_time=steady(0.6, 10.0, None, 8).handle_time,
    )

    assert all(one.agrees for one in held_against_theory(together).figures)


def test_every_ready_made_scenario_can_be_played() -> None:
    for scenario in READY_MADE.values():
        counts = fast_forward(scenario)
        assert abs(counts.arrived - scenario.expected_calls) < 5 * scenario.expected_calls**0.5
        assert counts.left_over == 0


def test_where_many_assumptions_fail_all_are_named() -> None:
    _, failing = prediction_for(several())

    assert len(failing) == 6
