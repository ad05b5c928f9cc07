"""Theory for large groups of agents, as exact as for small ones."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from math import exp, expm1, inf, log

import pytest

from simulation.theory import Demand, erlang_a, erlang_b, erlang_c, predict


@dataclass(frozen=True)
class Case:
    """One M/M/c+M system, in calls per second, agents and seconds; no wait is beyond `longest`."""

    rate: float
    aht: float
    patience: float
    agents: int
    within: float
    longest: float


CASES = [
    Case(rate=5.5, aht=180, patience=240, agents=1000, within=20, longest=300),
    Case(rate=5.0, aht=240, patience=60, agents=1200, within=10, longest=100),
    Case(rate=12.0, aht=180, patience=600, agents=1500, within=30, longest=600),
    Case(rate=50.0, aht=180, patience=180, agents=9000, within=5, longest=100),
    Case(rate=2.0, aht=30, patience=3600, agents=61, within=20, longest=1000),
    Case(rate=0.01, aht=3000, patience=1, agents=20, within=1, longest=40),
    Case(rate=0.2, aht=10, patience=300, agents=1, within=120, longest=1500),
]


def states(case: Case) -> list[float]:
    """The shares of time with 0, 1, … calls present, from the balance of births and deaths, in logarithms."""
    steps = [
        log(case.rate)
        - log(min(present, case.agents) / case.aht + max(0, present - case.agents) / case.patience)
        for present in range(1, case.agents + 60_000)
    ]
    logs = list(accumulate(steps, initial=0.0))
    most = max(logs)
    shares = [exp(value - most) for value in logs]
    whole = sum(shares)
    return [share / whole for share in shares]


def simpson(
    case: Case, before_last: float, of: Callable[[float], float], *, until: float, start: float = 0.0
) -> float:
    """∫ of(x) e^(-θx) v(x) dx from `start` to `until`, v the density of the offered wait."""
    leaving, steps = 1 / case.patience, 40_000
    width = (until - start) / steps

    def at(x: float) -> float:
        growth = -case.rate / leaving * expm1(-leaving * x) - (case.agents / case.aht + leaving) * x
        return of(x) * case.rate * exp(growth + log(before_last))

    inner = sum((4 if step % 2 else 2) * at(start + step * width) for step in range(1, steps))
    return width / 3 * (at(start) + inner + at(until))


def lost_after(case: Case, before_last: float, waits: float, seconds: float) -> float:
    """Share of calls that hang up later than that: those still there, less those answered."""
    sooner = simpson(case, before_last, lambda x: exp(x / case.patience), until=seconds)
    answered = simpson(case, before_last, lambda _: 1.0, start=seconds, until=case.longest)
    return exp(-seconds / case.patience) * (waits - sooner) - answered


@pytest.mark.parametrize("case", CASES, ids=str)
def test_erlang_a_is_what_births_deaths_and_the_offered_wait_give(case: Case) -> None:
    shares = states(case)
    waiting = sum(
        (present - case.agents) * share for present, share in enumerate(shares) if present > case.agents
    )
    abandoned = waiting / case.patience / case.rate
    before_last = max(shares[case.agents - 1], 1e-300)
    soon = simpson(case, before_last, lambda _: 1.0, until=case.within)

    result = erlang_a(
        calls_per_second=case.rate,
        aht_seconds=case.aht,
        patience_seconds=case.patience,
        agents=case.agents,
        within_seconds=case.within,
        short_abandon_seconds=case.within / 2,
    )

    assert result.wait_probability == pytest.approx(sum(shares[case.agents :]), rel=1e-7)
    assert result.abandoned == pytest.approx(abandoned, rel=1e-7)
    assert result.within_target == pytest.approx(sum(shares[: case.agents]) + soon, abs=1e-7)
    answered_waits = simpson(case, before_last, lambda x: x, until=case.longest)
    assert result.asa_seconds == pytest.approx(answered_waits / (1 - abandoned), rel=1e-6)
    later = lost_after(case, before_last, result.wait_probability, case.within / 2)
    assert result.abandoned_soon == pytest.approx(abandoned - later, abs=1e-7)


def test_ten_thousand_erlangs_neither_overflow_nor_vanish() -> None:
    assert 0.007 < erlang_b(10_000, 10_000) < 0.009
    assert 0.2 < erlang_c(10_000, 10_100) < 0.3
    assert erlang_b(10_000, 1) == pytest.approx(10_000 / 10_001)
    assert erlang_b(1.0, 10_000) == 0
    assert erlang_c(9_999.999, 10_000) < 1


@pytest.mark.parametrize("agents", [1, 500, 9_000, 10_000, 11_000, 20_000])
@pytest.mark.parametrize("patience", [0.1, 180, 3600])
def test_ten_thousand_erlangs_of_impatient_callers_are_all_accounted_for(
    agents: int, patience: float
) -> None:
    demand = Demand(calls_per_second=10_000 / 180, aht_seconds=180, patience_seconds=patience)
    figures = predict(demand, agents=agents, within_seconds=20)

    assert 0 <= figures.abandoned < 1
    assert 0 <= figures.service_level <= 1 - figures.abandoned + 1e-12
    assert 0 < figures.occupancy <= 1 + 1e-9
    assert 0 <= figures.asa_seconds < inf
    if agents <= 9_000 and patience > 1:
        # So deep in overload agents are always busy, and all they cannot serve hang up.
        assert figures.abandoned == pytest.approx(1 - agents / 10_000, rel=1e-6)
