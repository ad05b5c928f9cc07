"""Agents needed: for each goal, with shrinkage, by interval, for another demand."""

import pytest

from routing.model.service_level import Denominator, ServiceLevel
from simulation.theory import (
    Demand,
    GoalError,
    Goals,
    TheoryRangeError,
    agents_needed,
    agents_needed_by_interval,
    demand_of,
    predict,
)

TEN_ERLANGS = demand_of(calls=100, interval_seconds=1800, aht_seconds=180)
IMPATIENT = demand_of(calls=100, interval_seconds=1800, aht_seconds=180, patience_seconds=180)


@pytest.mark.parametrize(
    ("demand", "goals", "agents"),
    [
        (TEN_ERLANGS, Goals(service_level=0.8), 14),
        (TEN_ERLANGS, Goals(service_level=0.79), 13),
        (TEN_ERLANGS, Goals(service_level=0.8, within_seconds=60), 13),
        (TEN_ERLANGS, Goals(max_asa_seconds=41), 12),
        (TEN_ERLANGS, Goals(max_asa_seconds=40), 13),
        (TEN_ERLANGS, Goals(max_occupancy=0.8), 13),
        (TEN_ERLANGS, Goals(max_occupancy=1), 11),
        (TEN_ERLANGS, Goals(service_level=0.8, max_occupancy=0.5), 20),
        (IMPATIENT, Goals(service_level=0.8), 12),
        (IMPATIENT, Goals(max_abandoned=0.0323), 13),
        (IMPATIENT, Goals(max_abandoned=0.0322), 14),
        (IMPATIENT, Goals(service_level=0.8, max_abandoned=0.02), 14),
        (IMPATIENT, Goals(max_asa_seconds=6), 13),
        (IMPATIENT, Goals(max_abandoned=0.95), 1),
    ],
)
def test_it_finds_the_fewest_agents_for_a_goal(demand: Demand, goals: Goals, agents: int) -> None:
    assert agents_needed(demand, goals).agents == agents


def test_what_the_agents_reach_comes_with_their_number() -> None:
    needed = agents_needed(TEN_ERLANGS, Goals(service_level=0.8))

    assert needed.figures == predict(TEN_ERLANGS, agents=14, within_seconds=20)


def test_rounding_of_floats_asks_for_no_agent_more() -> None:
    # 17 erlangs at 85 % are 20 agents, although 17 / 0.85 is 20.000000000000004 in places.
    for load in range(17, 1700, 17):
        demand = Demand(calls_per_second=load / 180, aht_seconds=180)
        assert agents_needed(demand, Goals(max_occupancy=0.85)).agents == round(load / 0.85)


@pytest.mark.parametrize(
    ("agents", "shrinkage", "scheduled"),
    [(14, 0.3, 20), (14, 0.0, 14), (21, 0.3, 30), (15, 0.3, 22), (9, 0.9, 90)],
)
def test_shrinkage_is_made_up_for_on_the_schedule(agents: int, shrinkage: float, scheduled: int) -> None:
    # At an occupancy of just below 1 the agents are those above the load.
    demand = Demand(calls_per_second=(agents - 0.5) / 100, aht_seconds=100)
    needed = agents_needed(demand, Goals(max_occupancy=1), shrinkage=shrinkage)

    assert (needed.agents, needed.scheduled_agents) == (agents, scheduled)


def half_hours(*calls: float) -> list[Demand]:
    return [demand_of(calls=one, interval_seconds=1800, aht_seconds=180) for one in calls]


def test_each_interval_gets_its_own_agents_and_a_quiet_one_gets_none() -> None:
    needed = agents_needed_by_interval(half_hours(0, 10, 100, 1000), Goals(service_level=0.8), shrinkage=0.3)

    assert [one.agents for one in needed] == [0, 3, 14, 107]
    assert [one.scheduled_agents for one in needed] == [0, 5, 20, 153]


def test_a_thousand_agents_are_found_where_pooling_leaves_little_to_spare() -> None:
    demand = Demand(calls_per_second=1000 / 180, aht_seconds=180)
    needed = agents_needed(demand, Goals(service_level=0.8))

    # Square-root staffing: about half a square root of the load above it.
    assert 1000 + 5 < needed.agents < 1000 + 25
    assert needed.figures.service_level >= 0.8


def test_demand_can_be_changed_to_ask_what_if() -> None:
    more = TEN_ERLANGS.changed(volume=0.1, aht=-0.05)

    assert more.load == pytest.approx(10 * 1.1 * 0.95)
    assert more.aht_seconds == pytest.approx(171)
    assert agents_needed(TEN_ERLANGS.changed(volume=0.1), Goals(service_level=0.8)).agents == 15
    assert agents_needed(TEN_ERLANGS.changed(volume=-1), Goals(service_level=0.8)).agents == 0
    assert IMPATIENT.changed(aht=0.2).patience_seconds == 180


@pytest.mark.parametrize(
    ("of", "agents"), [(Denominator.OFFERED, 12), (Denominator.ANSWERED, 11), (Denominator.DECIDED, 11)]
)
def test_goals_are_for_the_denominator_of_the_deployment(of: Denominator, agents: int) -> None:
    """Of offered calls 11 agents answer 70.54 %, of answered ones 76.96 %: 76 % need 12 or 11."""
    goals = Goals(service_level=0.76, level=ServiceLevel(of, short_abandon_seconds=600))

    assert agents_needed(IMPATIENT, goals).agents == agents
    assert goals.expected(IMPATIENT, 11) == predict(
        IMPATIENT, agents=11, within_seconds=20, level=goals.level
    )


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        (lambda: Demand(101, 1), "calls_per_second: 101 is not allowed; from 0 to 100 calls per second"),
        (lambda: Demand(1, 0), "aht_seconds: 0 is not allowed; from 0.1 to 7,200 seconds"),
        (lambda: Demand(1, 1, 0), "patience_seconds: 0 is not allowed; from 0.1 to 3,600 seconds"),
        (
            lambda: Demand(100, 7200),
            "load_erlangs: 720,000 is not allowed; from 0 to 10,000 erlangs (calls per second · AHT)",
        ),
        (
            lambda: demand_of(calls=-1, interval_seconds=1800, aht_seconds=1),
            "calls: -1 is not allowed; from 0 to 1,000,000 calls in an interval",
        ),
        (
            lambda: demand_of(calls=1, interval_seconds=5, aht_seconds=1),
            "interval_seconds: 5 is not allowed; from 60 to 86,400 seconds",
        ),
        (lambda: TEN_ERLANGS.changed(volume=-1.5), "volume_change: -150 is not allowed; from -100 to 900 %"),
        (lambda: TEN_ERLANGS.changed(aht=-1), "aht_change: -100 is not allowed; from -90 to 900 %"),
        (lambda: Goals(service_level=1), "service_level: 100 is not allowed; from 1 to 99.9 %"),
        (lambda: Goals(max_asa_seconds=0), "max_asa_seconds: 0 is not allowed; from 0.1 to 3,600 seconds"),
        (lambda: Goals(max_abandoned=0), "max_abandoned: 0 is not allowed; from 0.1 to 99 %"),
        (lambda: Goals(max_occupancy=1.01), "max_occupancy: 101 is not allowed; from 10 to 100 %"),
        (
            lambda: Goals(service_level=0.8, within_seconds=float("nan")),
            "within_seconds: nan is not allowed; from 0 to 3,600 seconds",
        ),
        (
            lambda: agents_needed(TEN_ERLANGS, Goals(service_level=0.8), shrinkage=1),
            "shrinkage: 100 is not allowed; from 0 to 90 %",
        ),
        (
            lambda: predict(TEN_ERLANGS, agents=0, within_seconds=20),
            "agents: 0 is not allowed; from 1 to 200,000 agents",
        ),
        (
            lambda: agents_needed_by_interval([], Goals(service_level=0.8)),
            "intervals: 0 is not allowed; from 1 to 1,000 intervals",
        ),
    ],
)
def test_a_figure_outside_its_limits_is_refused_by_name_with_the_limits(asked: object, line: str) -> None:
    assert callable(asked)
    with pytest.raises(TheoryRangeError) as refused:
        asked()

    assert str(refused.value) == line


def test_a_goal_that_means_nothing_is_refused() -> None:
    with pytest.raises(GoalError, match="max_abandoned: nobody hangs up unless patience_seconds is given"):
        agents_needed(TEN_ERLANGS, Goals(max_abandoned=0.05))
    with pytest.raises(GoalError, match="goals: none is given; name at least one of service_level, "):
        Goals()


@pytest.mark.parametrize("patience", [None, 0.1, 3600])
@pytest.mark.parametrize("goals", [Goals(service_level=0.999, within_seconds=0), Goals(max_occupancy=0.1)])
def test_the_largest_demand_allowed_with_the_hardest_goals_finds_its_agents(
    patience: float | None, goals: Goals
) -> None:
    demand = Demand(calls_per_second=100, aht_seconds=100, patience_seconds=patience)

    assert goals.reached_by(agents_needed(demand, goals).figures)
