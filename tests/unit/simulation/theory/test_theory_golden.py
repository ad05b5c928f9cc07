"""Theory against published figures, to their last digit, and closed forms."""

from math import exp, factorial

import pytest

from routing.model.service_level import Denominator, ServiceLevel
from simulation.theory import Figures, demand_of, erlang_a, erlang_b, erlang_c, predict


@pytest.mark.parametrize(
    ("agents", "waits", "service_level", "asa"),
    [
        (11, 0.6821, 0.3896, 122.78),
        (12, 0.4494, 0.6402, 40.44),
        (13, 0.2853, 0.7956, 17.12),
        (14, 0.1741, 0.8884, 7.84),
    ],
)
def test_erlang_c_gives_the_golden_values_of_ten_erlangs(
    agents: int, waits: float, service_level: float, asa: float
) -> None:
    demand = demand_of(calls=100, interval_seconds=1800, aht_seconds=180)
    figures = predict(demand, agents=agents, within_seconds=20)

    assert figures.model == "Erlang C"
    assert round(figures.wait_probability, 4) == waits
    assert round(figures.service_level, 4) == service_level
    assert round(figures.asa_seconds, 2) == asa
    assert figures.abandoned == 0
    assert figures.occupancy == pytest.approx(10 / agents)


@pytest.mark.parametrize(
    ("agents", "waits", "service_level", "abandoned"),
    [
        (11, 0.4170, 0.7054, 8.34),
        (12, 0.3032, 0.8023, 5.31),
        (13, 0.2084, 0.8751, 3.22),
        (14, 0.1355, 0.9256, 1.87),
    ],
)
def test_erlang_a_gives_the_golden_values_of_ten_erlangs(
    agents: int, waits: float, service_level: float, abandoned: float
) -> None:
    demand = demand_of(calls=100, interval_seconds=1800, aht_seconds=180, patience_seconds=180)
    figures = predict(demand, agents=agents, within_seconds=20)

    assert figures.model == "Erlang A"
    assert round(figures.wait_probability, 4) == waits
    assert round(figures.service_level, 4) == service_level
    assert round(figures.abandoned * 100, 2) == abandoned
    assert figures.occupancy == pytest.approx(10 * (1 - figures.abandoned) / agents)


@pytest.mark.parametrize(
    ("of", "within", "whole"),
    [
        (Denominator.OFFERED, 0.8023, 1),
        (Denominator.ANSWERED, 0.8023, 1 - 0.0531),
        # 0.3032 wait; of these hang up before 0.001 s as good as none, and all of 0.0531 before an hour.
        (Denominator.DECIDED, 0.8023, 1),
    ],
)
def test_the_service_level_of_erlang_a_has_the_denominator_that_was_asked_for(
    of: Denominator, within: float, whole: float
) -> None:
    demand = demand_of(calls=100, interval_seconds=1800, aht_seconds=180, patience_seconds=180)

    def figures(short: float) -> Figures:
        return predict(demand, agents=12, within_seconds=20, level=ServiceLevel(of, short))

    assert figures(0.001).service_level == pytest.approx(within / whole, abs=1e-4)
    assert figures(0.001).level_share == pytest.approx(whole, abs=1e-4)
    if of is Denominator.DECIDED:
        assert figures(3_600).service_level == pytest.approx(within / (1 - 0.0531), abs=1e-4)
    else:
        assert figures(3_600) == figures(0.001)


def test_under_erlang_c_every_denominator_is_all_calls() -> None:
    demand = demand_of(calls=100, interval_seconds=1800, aht_seconds=180)
    levels = [ServiceLevel(of) for of in Denominator]

    found = [predict(demand, agents=14, within_seconds=20, level=level) for level in levels]
    assert found == [found[0]] * 3
    assert (round(found[0].service_level, 4), found[0].level_share) == (0.8884, 1)


def test_both_give_the_published_comparison_of_fifty_agents() -> None:
    # O. Garnett, A. Mandelbaum and M. Reiman, "Designing a call center with impatient customers", 2002: 48
    # calls a minute, a minute each, 50 agents; with a patience of two minutes 3.1 % hang up, the mean wait
    # falls from 20.8 s to 3.7 s, the queue from 17 to 3 and the utilization from 96 % to 93 %.
    patient = predict(demand_of(calls=48, interval_seconds=60, aht_seconds=60), agents=50, within_seconds=20)
    impatient = predict(
        demand_of(calls=48, interval_seconds=60, aht_seconds=60, patience_seconds=120),
        agents=50,
        within_seconds=20,
    )

    assert round(patient.asa_seconds, 1) == 20.8
    assert (round(patient.queue_depth), round(patient.occupancy, 2)) == (17, 0.96)
    assert round(impatient.abandoned, 3) == 0.031
    assert round(impatient.queue_depth * 60 / 48, 1) == 3.7
    assert (round(impatient.queue_depth), round(impatient.occupancy, 2)) == (3, 0.93)


@pytest.mark.parametrize(
    ("lines", "load", "last_digit"),
    [
        (1, 0.0101, 0.0001),
        (5, 1.36, 0.01),
        (10, 4.46, 0.01),
        (20, 12.0, 0.1),
        (50, 37.9, 0.1),
        (100, 84.1, 0.1),
    ],
)
def test_erlang_b_gives_the_tabulated_load_at_one_percent_blocking(
    lines: int, load: float, last_digit: float
) -> None:
    assert erlang_b(load - last_digit / 2, lines) < 0.01 < erlang_b(load + last_digit / 2, lines)


@pytest.mark.parametrize(("load", "agents"), [(0.5, 1), (3.0, 4), (10.0, 14), (20.0, 12)])
def test_erlang_b_is_the_formula_with_factorials(load: float, agents: int) -> None:
    terms = [load**k / factorial(k) for k in range(agents + 1)]

    assert erlang_b(load, agents) == pytest.approx(terms[-1] / sum(terms), rel=1e-12)


@pytest.mark.parametrize("load", [0.1, 0.5, 0.9, 0.99])
def test_one_agent_of_erlang_c_is_the_single_server_queue(load: float) -> None:
    figures = predict(
        demand_of(calls=load * 60, interval_seconds=60, aht_seconds=1), agents=1, within_seconds=2
    )

    assert erlang_c(load, 1) == pytest.approx(load)
    assert figures.service_level == pytest.approx(1 - load * exp(-(1 - load) * 2))
    assert figures.asa_seconds == pytest.approx(load / (1 - load))


@pytest.mark.parametrize(("load", "agents"), [(3.0, 2), (10.0, 11), (120.0, 120)])
def test_patience_as_long_as_the_handle_time_makes_calls_present_a_poisson_number(
    load: float, agents: int
) -> None:
    # Each call present then leaves at the same rate, whether it is served or hangs up: M/M/∞.
    shares = [exp(-load)]
    for present in range(1, 600):
        shares.append(shares[-1] * load / present)
    result = erlang_a(
        calls_per_second=load / 180, aht_seconds=180, patience_seconds=180, agents=agents, within_seconds=0
    )
    waiting = sum((present - agents) * share for present, share in enumerate(shares) if present > agents)

    assert result.wait_probability == pytest.approx(sum(shares[agents:]), rel=1e-10)
    assert result.within_target == pytest.approx(sum(shares[:agents]), rel=1e-10)
    assert result.abandoned == pytest.approx(waiting / load, rel=1e-10)


def test_a_queue_that_grows_without_end_is_said_to_do_so() -> None:
    overloaded = predict(
        demand_of(calls=100, interval_seconds=1800, aht_seconds=180), agents=10, within_seconds=20
    )

    assert (overloaded.wait_probability, overloaded.service_level, overloaded.occupancy) == (1, 0, 1)
    assert overloaded.asa_seconds == overloaded.queue_depth == float("inf")


def test_no_calls_need_no_agents_and_nobody_waits() -> None:
    quiet = predict(demand_of(calls=0, interval_seconds=1800, aht_seconds=180), agents=0, within_seconds=20)

    assert (quiet.service_level, quiet.asa_seconds, quiet.occupancy, quiet.queue_depth) == (1, 0, 0, 0)
