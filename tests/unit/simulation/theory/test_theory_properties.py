"""Theory: properties for every demand and every number of agents."""

from dataclasses import replace
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routing.model.service_level import Denominator, ServiceLevel
from simulation.theory import (
    Demand,
    Figures,
    Goals,
    agents_needed,
    erlang_a,
    erlang_b,
    erlang_c,
    predict,
)

# Sums of a thousand terms are exact to about twelve digits.
EXACT = 1e-9
DEMANDS = st.builds(
    Demand,
    calls_per_second=st.floats(0.0005, 1.0),
    aht_seconds=st.floats(1.0, 300.0),
    patience_seconds=st.none() | st.floats(0.5, 900.0),
)
AGENTS = st.integers(1, 350)
SECONDS = st.floats(0, 300)
LEVELS = st.builds(ServiceLevel, st.sampled_from(Denominator), st.floats(0, 120))
GOALS = st.builds(
    Goals,
    service_level=st.floats(0.05, 0.99),
    within_seconds=st.floats(0, 120),
    max_asa_seconds=st.none() | st.floats(0.5, 300),
    max_occupancy=st.none() | st.floats(0.3, 1),
    level=LEVELS,
)


def not_worse(better: Figures, worse: Figures) -> None:
    assert better.wait_probability <= worse.wait_probability + EXACT
    assert better.service_level >= worse.service_level - EXACT
    assert better.asa_seconds <= worse.asa_seconds * (1 + EXACT) + EXACT
    assert better.abandoned <= worse.abandoned + EXACT
    assert better.queue_depth <= worse.queue_depth * (1 + EXACT) + EXACT


@given(demand=DEMANDS, agents=AGENTS, within=SECONDS, level=LEVELS)
def test_a_smaller_denominator_never_lowers_the_service_level(
    demand: Demand, agents: int, within: float, level: ServiceLevel
) -> None:
    figures = predict(demand, agents=agents, within_seconds=within, level=level)
    offered = predict(demand, agents=agents, within_seconds=within)

    assert offered.service_level - EXACT <= figures.service_level <= 1
    assert figures.level_share * figures.service_level == pytest.approx(offered.service_level, abs=EXACT)
    assert 1 - figures.abandoned - EXACT <= figures.level_share <= 1 + EXACT


@given(demand=DEMANDS, agents=AGENTS, within=SECONDS)
def test_shares_are_shares_and_times_are_not_negative(demand: Demand, agents: int, within: float) -> None:
    figures = predict(demand, agents=agents, within_seconds=within)

    assert 0 <= figures.wait_probability <= 1
    assert 0 <= figures.abandoned <= 1
    assert 0 <= figures.service_level <= 1 - figures.abandoned + EXACT
    assert 0 <= figures.occupancy <= 1 + EXACT
    assert figures.asa_seconds >= 0
    assert figures.queue_depth >= 0
    assert figures.service_level >= 1 - figures.wait_probability - EXACT


@given(demand=DEMANDS, agents=AGENTS, more=st.integers(1, 50), within=SECONDS, level=LEVELS)
def test_more_agents_never_make_a_figure_worse(
    demand: Demand, agents: int, more: int, within: float, level: ServiceLevel
) -> None:
    few = predict(demand, agents=agents, within_seconds=within, level=level)
    many = predict(demand, agents=agents + more, within_seconds=within, level=level)

    not_worse(many, few)
    assert many.occupancy <= few.occupancy + EXACT


@given(demand=DEMANDS, agents=AGENTS, more=st.floats(0, 1), within=SECONDS, level=LEVELS)
def test_more_calls_never_make_a_figure_better(
    demand: Demand, agents: int, more: float, within: float, level: ServiceLevel
) -> None:
    calm = predict(demand, agents=agents, within_seconds=within, level=level)
    busy = predict(demand.changed(volume=more), agents=agents, within_seconds=within, level=level)

    not_worse(calm, busy)
    assert busy.occupancy >= calm.occupancy - EXACT


@given(demand=DEMANDS, agents=AGENTS, within=SECONDS, later=SECONDS)
def test_a_longer_target_time_never_lowers_the_service_level(
    demand: Demand, agents: int, within: float, later: float
) -> None:
    soon = predict(demand, agents=agents, within_seconds=within)
    late = predict(demand, agents=agents, within_seconds=within + later)

    assert late.service_level >= soon.service_level - EXACT


@given(load=st.floats(0.1, 100), spare=st.floats(0.5, 20), within=SECONDS)
def test_endless_patience_makes_erlang_a_erlang_c(load: float, spare: float, within: float) -> None:
    agents = int(load + spare) + 1
    demand = Demand(calls_per_second=load / 180, aht_seconds=180)
    endless = erlang_a(
        calls_per_second=demand.calls_per_second,
        aht_seconds=180,
        patience_seconds=1e12,
        agents=agents,
        within_seconds=within,
    )
    patient = predict(demand, agents=agents, within_seconds=within)

    assert endless.wait_probability == pytest.approx(patient.wait_probability, rel=1e-5, abs=EXACT)
    assert endless.within_target == pytest.approx(patient.service_level, rel=1e-5, abs=EXACT)
    assert endless.asa_seconds == pytest.approx(patient.asa_seconds, rel=1e-5, abs=EXACT)
    assert endless.abandoned == pytest.approx(0, abs=1e-6)


@given(load=st.floats(0.1, 100), agents=st.integers(1, 120))
def test_no_patience_at_all_makes_erlang_a_erlang_b(load: float, agents: int) -> None:
    hasty = erlang_a(
        calls_per_second=load / 180, aht_seconds=180, patience_seconds=1e-9, agents=agents, within_seconds=0
    )

    assert hasty.abandoned == pytest.approx(erlang_b(load, agents), rel=1e-6, abs=EXACT)
    assert hasty.within_target == pytest.approx(1 - erlang_b(load, agents), rel=1e-6)


@given(load=st.floats(0.1, 300), agents=AGENTS)
def test_erlang_c_lies_above_erlang_b(load: float, agents: int) -> None:
    assert 0 <= erlang_b(load, agents) <= erlang_c(load, agents) <= 1


@given(demand=DEMANDS, agents=AGENTS, patience=st.floats(0.5, 900), more=st.floats(1, 4), within=SECONDS)
def test_less_patience_never_makes_those_who_stay_wait_longer(
    demand: Demand, agents: int, patience: float, more: float, within: float
) -> None:
    hasty = predict(replace(demand, patience_seconds=patience), agents=agents, within_seconds=within)
    staid = predict(replace(demand, patience_seconds=patience * more), agents=agents, within_seconds=within)
    endless = predict(replace(demand, patience_seconds=None), agents=agents, within_seconds=within)

    for shorter, longer in ((hasty, staid), (staid, endless)):
        assert shorter.wait_probability <= longer.wait_probability + EXACT
        assert shorter.asa_seconds <= longer.asa_seconds * (1 + EXACT) + EXACT
        assert shorter.abandoned >= longer.abandoned - EXACT


@given(demand=DEMANDS, goals=GOALS)
def test_the_agents_needed_reach_the_goals_and_one_less_does_not(demand: Demand, goals: Goals) -> None:
    needed = agents_needed(demand, goals)

    assert goals.reached_by(needed.figures)
    assert needed.figures.asa_seconds < inf
    if needed.agents > 1:
        one_less = goals.expected(demand, needed.agents - 1)
        assert not goals.reached_by(one_less)


@given(demand=DEMANDS, goals=GOALS, shrinkage=st.floats(0, 0.9))
def test_the_scheduled_agents_suffice_after_shrinkage_and_one_less_does_not(
    demand: Demand, goals: Goals, shrinkage: float
) -> None:
    needed = agents_needed(demand, goals, shrinkage=shrinkage)

    assert needed.scheduled_agents * (1 - shrinkage) >= needed.agents - 1e-6
    assert (needed.scheduled_agents - 1) * (1 - shrinkage) < needed.agents
