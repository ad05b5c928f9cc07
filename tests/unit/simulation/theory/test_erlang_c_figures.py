"""Erlang C against figures of another program: pyworkforce 0.5.1, `queuing.ErlangC`.

For a load of A erlangs and n agents (A. K. Erlang, 1917) it computes

    1 / B(0) = 1;  1 / B(k) = 1 + k / (A * B(k - 1))
    P(wait) = n * B(n) / (n - A * (1 - B(n)))
    service level = 1 - P(wait) * exp(-(n - A) * seconds / aht)
    occupancy = A / n

and looks for the fewest agents upwards from round(A + 1), which it then divides by 1 - shrinkage.
"""

import pytest

from simulation.theory import Goals, agents_needed, demand_of, predict

# calls, minutes, aht, seconds, agents: P(wait), service level, occupancy
FIGURES = (
    (1, 60, 20, 1, 1, 0.005555555555555554, 0.994713923935564, 0.005555555555555555),
    (1, 15, 900, 120, 2, 0.33333333333333337, 0.7082755603190174, 0.5),
    (20, 15, 240, 20, 7, 0.40953240115809986, 0.6435738252421866, 0.7619047619047619),
    (100, 30, 180, 20, 11, 0.6821182046893323, 0.38961381172915344, 0.9090909090909091),
    (100, 30, 180, 20, 14, 0.1741319335950498, 0.8883500191794669, 0.7142857142857143),
    (100, 30, 240, 10, 43, 9.158526680060758e-11, 0.9999999999733934, 0.31007751937984496),
    (240, 60, 300, 30, 23, 0.4157375746848622, 0.6920140296514276, 0.8695652173913043),
    (500, 30, 95, 15, 28, 0.6756546483739946, 0.47610247333186606, 0.9424603174603174),
    (777, 15, 37, 5, 37, 0.2920989018562127, 0.8525101858810901, 0.8633333333333333),
    (1200, 60, 420, 60, 150, 0.30352932765203733, 0.9272588820377139, 0.9333333333333333),
    (2000, 30, 900, 120, 1001, 0.9612582058524993, 0.15873246552678666, 0.9990009990009991),
    (2000, 15, 60, 1, 163, 0.007882213483113569, 0.9951925619184123, 0.8179959100204499),
    (333, 30, 611, 45, 118, 0.5399446668962006, 0.6254236573067118, 0.9579237288135592),
    (57, 30, 333, 33, 13, 0.3770444999882871, 0.7043799753115387, 0.8111538461538461),
)
# calls in half an hour, aht, service level, seconds, most occupancy, shrinkage: agents, scheduled agents
NEEDED = (
    (1, 20, 0.8, 20, 1.0, 0.0, 1, 1),
    (20, 240, 0.8, 20, 1.0, 0.0, 5, 5),
    (100, 180, 0.8, 20, 1.0, 0.3, 14, 20),
    (100, 180, 0.8, 20, 0.85, 0.3, 14, 20),
    (100, 180, 0.95, 5, 1.0, 0.25, 16, 22),
    (240, 300, 0.9, 30, 0.9, 0.25, 48, 64),
    (500, 95, 0.7, 15, 0.7, 0.3, 38, 55),
    (777, 37, 0.95, 5, 1.0, 0.0, 22, 22),
    (1200, 420, 0.8, 60, 0.9, 0.3, 312, 446),
    (2000, 900, 0.8, 120, 1.0, 0.25, 1010, 1347),
    (2000, 60, 0.9, 10, 0.85, 0.0, 79, 79),
    (333, 611, 0.7, 45, 1.0, 0.3, 120, 172),
)


@pytest.mark.parametrize("row", FIGURES)
def test_what_callers_and_agents_see(row: tuple[int, int, int, int, int, float, float, float]) -> None:
    calls, minutes, aht, seconds, agents, *expected = row
    demand = demand_of(calls=calls, interval_seconds=minutes * 60, aht_seconds=aht)
    figures = predict(demand, agents=agents, within_seconds=seconds)

    found = [figures.wait_probability, figures.service_level, figures.occupancy]
    assert found == pytest.approx(expected, rel=1e-8, abs=1e-12)


@pytest.mark.parametrize("row", NEEDED)
def test_how_many_agents_half_an_hour_needs(row: tuple[int, int, float, int, float, float, int, int]) -> None:
    calls, aht, service_level, seconds, max_occupancy, shrinkage, *expected = row
    demand = demand_of(calls=calls, interval_seconds=1800, aht_seconds=aht)
    goals = Goals(service_level=service_level, within_seconds=seconds, max_occupancy=max_occupancy)
    needed = agents_needed(demand, goals, shrinkage=shrinkage)

    assert [needed.agents, needed.scheduled_agents] == expected
