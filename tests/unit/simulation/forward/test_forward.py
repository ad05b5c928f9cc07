"""Simulated people in virtual time: ring, miss, rest, hang up, come and go."""

from dataclasses import replace
from typing import Any

import pytest

from routing.model.policies import AgentPolicy, QueuePolicy
from simulation.durations import Constant
from simulation.forward import Counts, fast_forward
from simulation.scenarios import Scenario, ScenarioError, Shift, Volume
from tests.unit.simulation.days import HOUR, a_group, a_scenario, by, several, total

LONG = Constant(1_000)


def quiet(**changes: Any) -> Scenario:
    """Few calls of exactly ten seconds each, for more agents than are needed, counted from the start."""
    facts = {
        "volume": Volume((60,)),
        "handle_time": Constant(10),
        "warm_up_seconds": 0,
        "groups": (a_group(agents=20),),
    }
    return a_scenario(**{**facts, **changes})


def waits(counts: Counts) -> dict[int, int]:
    return total(counts).waits.buckets


def test_the_same_seed_gives_the_same_run_and_another_seed_another() -> None:
    one, same, other = (fast_forward(several(seed=seed)) for seed in (4, 4, 5))

    assert (one.arrived, one.matches, one.groups, waits(one)) == (
        same.arrived,
        same.matches,
        same.groups,
        waits(same),
    )
    assert waits(one) != waits(other)
    assert fast_forward(several(seed=4), seed=5).groups == other.groups


def test_a_caller_who_finds_an_idle_agent_waits_only_for_the_answer() -> None:
    assert set(waits(fast_forward(quiet()))) == {0}
    ringing = total(fast_forward(quiet(answer_delay=Constant(4)))).waits
    assert ringing.mean == pytest.approx(4)
    assert ringing.quantile(0.99) == pytest.approx(4, rel=0.01)


def test_ring_talk_and_wrap_up_are_busy_and_all_else_is_idle() -> None:
    counts = fast_forward(quiet(answer_delay=Constant(4), wrap_up=Constant(6)))
    (hours,) = counts.groups

    assert hours.busy == pytest.approx(20 * counts.matches, abs=20)
    assert hours.busy + hours.idle == pytest.approx(20 * HOUR)


def test_an_offer_that_is_missed_rings_to_its_end_and_goes_to_another_agent() -> None:
    counts = fast_forward(
        quiet(missed_share=0.3, **by(QueuePolicy(ring_seconds=15), AgentPolicy(max_missed_offers=99)))
    )
    found = total(counts)

    assert 1.2 * found.answered < counts.matches < 1.8 * found.answered
    assert found.at_once < found.answered
    assert found.waits.quantile(0.9) == pytest.approx(15, rel=0.02)
    assert found.answered + found.set_aside == found.offered


def test_a_call_with_too_many_unanswered_offers_is_set_aside() -> None:
    found = total(fast_forward(quiet(missed_share=0.9, **by(QueuePolicy(max_offers=2)))))

    assert found.set_aside / found.offered == pytest.approx(0.81, abs=0.08)


def test_who_answers_later_than_it_rings_answers_never() -> None:
    found = total(fast_forward(quiet(answer_delay=Constant(20), **by(QueuePolicy(ring_seconds=20)))))

    assert (found.answered, found.set_aside) == (0, found.offered)


def test_an_agent_who_misses_too_many_in_a_row_stays_away_for_a_while() -> None:
    busy = {"groups": (a_group(agents=1),), "missed_share": 0.9, "patience": Constant(60)}
    patient, strict = (
        fast_forward(quiet(**busy, **by(agents=AgentPolicy(most, no_answer_rest_seconds=1))))
        for most in (99, 1)
    )

    assert strict.matches < patient.matches / 2


def test_callers_hang_up_when_their_patience_ends_also_while_it_rings() -> None:
    nobody_free = total(
        fast_forward(quiet(groups=(a_group(agents=1),), handle_time=LONG, patience=Constant(30)))
    )
    ringing = fast_forward(quiet(answer_delay=Constant(10), patience=Constant(9)))

    assert nobody_free.abandoned + nobody_free.answered == nobody_free.offered
    assert nobody_free.longest == pytest.approx(30)
    assert nobody_free.waits.longest < 30
    assert total(ringing).abandoned == total(ringing).offered > 0
    (hours,) = ringing.groups
    assert hours.busy == pytest.approx(9 * ringing.matches, abs=9)


def test_agents_are_there_in_their_shifts_only_and_finish_what_they_are_at() -> None:
    shift = (Shift(600, 1_200),)
    counts = fast_forward(quiet(groups=(a_group(agents=20, shifts=shift),), patience=Constant(1_200)))
    (hours,) = counts.groups
    found = total(counts)

    assert hours.busy + hours.idle == pytest.approx(20 * 600, abs=20 * 10)
    assert found.answered + found.abandoned == found.offered
    assert found.waits.longest <= 600
    assert max(counts.depth.most[:40]) > 10
    assert max(counts.depth.most[41:80]) <= 1


def test_who_finds_nobody_and_never_hangs_up_is_left_over() -> None:
    counts = fast_forward(quiet(groups=(a_group(shifts=(Shift(0, 600),)),)))

    assert counts.left_over == total(counts).offered - total(counts).answered > 50


def test_more_callers_than_fit_into_memory_are_refused_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulation.forward.waiting.MOST_WAITING", 20)
    with pytest.raises(
        ScenarioError, match=r"^groups: after [0-9,]+ seconds 20 callers wait, and no more are"
    ):
        fast_forward(quiet(groups=(a_group(agents=1),), handle_time=LONG))


def test_calls_in_the_warm_up_are_served_but_not_counted() -> None:
    cold, warm = fast_forward(quiet()), fast_forward(quiet(warm_up_seconds=1_800))

    assert cold.arrived == warm.arrived == total(cold).offered
    assert warm.cells[0][0].offered == 0
    assert warm.cells[0][1].offered == cold.cells[0][1].offered


def test_waiting_promotes_so_that_low_priorities_are_not_starved() -> None:
    crowded = several(volume=Volume((160,), 15), missed_share=0.0, priorities=((9, 1), (0, 3)), patience=None)
    never, soon = (
        total(fast_forward(replace(crowded, **by(QueuePolicy(promote_after_seconds=after)))))
        for after in (0, 30)
    )

    assert soon.longest < 0.9 * never.longest


def test_who_watches_hears_how_many_have_come_and_may_end_the_run() -> None:
    heard: list[int] = []
    fast = quiet(volume=Volume((9_000,)), groups=(a_group(agents=100),))

    def until_two_thousand(arrived: int) -> bool:
        heard.append(arrived)
        return arrived < 2_000

    counts = fast_forward(fast, watch=until_two_thousand)

    assert heard == [0, 1_000, 2_000]
    assert counts.arrived == 2_000
    assert counts.stopped_at is not None
    assert 300 < counts.stopped_at < 500
    (hours,) = counts.groups
    assert hours.busy + hours.idle == pytest.approx(100 * counts.stopped_at)


def test_depth_is_counted_in_steps() -> None:
    counts = fast_forward(quiet(groups=(a_group(agents=1),), handle_time=LONG, length_seconds=600))
    left = counts.depth.mean_between(590, 600)

    assert counts.depth.step_seconds == 2.5
    assert left == pytest.approx(total(counts).offered - 1, abs=1)
    assert counts.depth.most[-1] == total(counts).offered - 1
    assert sum(one.areas[-1] for one in counts.depths) == counts.depth.areas[-1]
