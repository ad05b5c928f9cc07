"""Matches in virtual time equal the planner's matches of the whole queues."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from routing.matching.planning import plan
from routing.model.outcomes import Match
from routing.model.policies import QueuePolicy
from simulation.durations import Constant
from simulation.forward import fast_forward
from simulation.forward.centre import CallQueue, Centre
from simulation.scenarios import Scenario, Shift, Volume
from tests.unit.simulation.days import a_group, a_scenario, by, several, total

by_heads = Centre.matches


def of_whole_queues(centre: Centre, limit: int | None = None) -> list[Match]:
    calls: dict[Any, Any] = {one.key: one.line.head(len(one.line.ranks) + 2) for one in centre.calls}
    agents: dict[Any, Any] = {key: line.head(len(line.ranks) + 2) for key, line in centre.agents.items()}
    fitting = {one.key: [key for key, _ in one.fitting] for one in centre.calls}
    return plan(calls, agents, fitting, limit=limit)


class Watched:
    """Holds each answer of a centre against the whole queues, and counts them."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.matches: list[Match] = []

        def matches(centre: Centre, queues: Iterable[CallQueue], *, limit: int = 1) -> list[Match]:
            return self.look(centre, queues, limit=limit)

        patch.setattr(Centre, "matches", matches)

    def look(self, centre: Centre, queues: Iterable[CallQueue], *, limit: int = 1) -> list[Match]:
        found = by_heads(centre, queues, limit=limit)
        everything = of_whole_queues(centre, limit)
        # Heads of several queues may end a plan early; then the rest follows in the next look.
        assert found == everything[: len(found)]
        assert bool(found) == bool(everything)
        self.matches += found
        return found


@pytest.mark.parametrize("seed", range(4))
def test_heads_of_the_queues_touched_give_what_whole_queues_would(seed: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        watched = Watched(patch)
        counts = fast_forward(several(seed=seed, **by(QueuePolicy(promote_after_seconds=15))))

    assert len(watched.matches) == counts.matches > 250
    assert any(match.call.tried for match in watched.matches)
    assert {match.call.priority for match in watched.matches} > {2, 5}


def test_a_shift_that_starts_with_calls_waiting_matches_them_in_order() -> None:
    shifts = (Shift(1_200, 3_000),)
    crew = (
        a_group("English", 30, shifts=shifts, gender="M"),
        a_group("Both", 30, shifts=shifts, languages=("English", "Spanish")),
        a_group("Spanish", 20, languages=("Spanish",), gender="M", shifts=shifts),
    )
    with pytest.MonkeyPatch.context() as patch:
        watched = Watched(patch)
        counts = fast_forward(several(groups=crew, patience=None, missed_share=0.0, answer_delay=Constant(3)))

    first = [match.call.ticket for match in watched.matches[:40]]
    assert first == sorted(first)
    assert counts.matches > 200
    assert counts.left_over == counts.arrived - counts.matches


def test_the_oldest_call_goes_first_and_to_the_agent_who_has_waited_longest() -> None:
    with pytest.MonkeyPatch.context() as patch:
        watched = Watched(patch)
        fast_forward(a_scenario())

    tickets = [match.call.ticket for match in watched.matches]
    agents = [match.agent.ticket for match in watched.matches]
    assert len(tickets) > 60
    assert tickets == sorted(tickets)
    assert agents == sorted(agents)


SCENARIOS = st.builds(
    several,
    seed=st.integers(0, 10**6),
    volume=st.sampled_from([Volume((20,), 15), Volume((150,), 15), Volume((40, 0, 200, 10), 15)]),
    patience=st.sampled_from([None, several().patience]),
    missed_share=st.sampled_from([0.0, 0.3, 0.9]),
    priorities=st.sampled_from([((5, 1.0),), ((9, 1.0), (0, 0.2))]),
    warm_up_seconds=st.sampled_from([0.0, 600.0]),
    length_seconds=st.just(1_800),
)


@settings(max_examples=25, deadline=None)
@given(scenario=SCENARIOS)
def test_every_call_has_one_outcome_and_nobody_is_busy_beyond_the_time_there_is(scenario: Scenario) -> None:
    counts = fast_forward(scenario)
    everything = total(counts)
    ended = everything.answered + everything.abandoned + everything.set_aside

    assert counts.left_over == 0
    assert ended == everything.offered <= counts.arrived
    assert everything.waits.count == everything.answered >= everything.in_time
    there = scenario.length_seconds - scenario.warm_up_seconds
    for group, hours in zip(scenario.groups, counts.groups, strict=True):
        assert 0 <= hours.busy + hours.idle <= group.agents * there + 1e-6
    if not scenario.missed_share:
        together = sum(one.busy + one.idle for one in counts.groups)
        assert together == pytest.approx(there * sum(group.agents for group in scenario.groups), rel=0.02)


def test_an_agent_whose_call_was_given_up_as_it_rang_keeps_its_place() -> None:
    given_up = a_scenario(volume=Volume((300,)), answer_delay=Constant(10), patience=Constant(9))
    with pytest.MonkeyPatch.context() as patch:
        watched = Watched(patch)
        counts = fast_forward(given_up)

    assert counts.matches > 300
    assert total(counts).answered == 0
    assert {match.agent.ticket for match in watched.matches} <= {1, 2, 3, 4, 5}
