"""Scenario in real time: arrivals, shifts, counts, and nothing left half done."""

from dataclasses import replace

import pytest

from routing import selectors
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.repair.audit import audit
from simulation.durations import Constant, Exponential
from simulation.in_real_time import Ended
from simulation.scenarios import Shift, Volume
from simulation.scenarios.volume import scenario_arrivals
from tests.unit.simulation.days import a_group, total
from tests.unit.simulation.sittings import Sitting, callers_of, other_seed, ten_agents
from tests.unit.simulation.worlds import NINE

Usual = tuple[Sitting, Ended]


@pytest.fixture(scope="module")
def usual() -> Usual:
    """Ten agents for a minute, played to the end; to be read only."""
    sitting = Sitting(ten_agents())
    return sitting, sitting.played()


def test_every_call_of_the_seed_arrives_and_comes_to_an_end(usual: Usual) -> None:
    sitting, ended = usual

    planned = list(scenario_arrivals(sitting.scenario.parts, seed=sitting.scenario.seed))
    calls = sitting.calls()
    assert [call.call_id for call in calls] == [f"0badcafe-{number:06d}" for number in range(len(planned))]
    late = [
        (call.created_at - NINE).total_seconds() - one.seconds
        for call, one in zip(calls, planned, strict=True)
    ]
    assert 0 <= min(late) <= max(late) <= 0.2
    assert all(call.is_ended for call in calls)
    assert (ended.was_stopped, ended.is_clean, ended.counts.left_over) == (False, True, 0)
    assert {agent.status for agent in selectors.agents(sitting.router)} == {AgentStatus.OFFLINE}
    assert audit(sitting.router) == []


def test_the_same_seed_brings_the_same_callers_and_another_seed_others() -> None:
    scenario = ten_agents(length_seconds=10)
    sittings = [Sitting(one) for one in (scenario, scenario, other_seed(scenario))]
    for sitting in sittings:
        sitting.played()

    first, again, other = (callers_of(sitting.router) for sitting in sittings)
    assert first == again != other


def test_counts_are_what_became_of_the_calls() -> None:
    sitting = Sitting(ten_agents(handle_time=Exponential(8)))

    found = total(sitting.played().counts)

    calls = sitting.calls()
    assert found.offered == len(calls)
    assert found.answered == sum(call.answered_at is not None for call in calls)
    assert found.abandoned == sum(call.status is CallStatus.ABANDONED for call in calls) > 5
    assert found.waits.total == pytest.approx(
        sum((call.answered_at - call.created_at).total_seconds() for call in calls if call.answered_at)
    )


@pytest.mark.parametrize("speed", [1, 10])
def test_short_abandons_are_those_of_the_scenario_whatever_its_speed(speed: float) -> None:
    """Callers hang up after 4 or 8 s of the scenario; a step of the play is a tenth of a second."""
    for patience, is_short in ((Constant(4), True), (Constant(8), False)):
        sitting = Sitting(ten_agents(handle_time=Exponential(12), patience=patience, speed=speed))

        found = total(sitting.played().counts)

        assert found.abandoned > 5
        assert found.abandoned_soon == (found.abandoned if is_short else 0)


def test_a_stop_in_the_middle_leaves_nothing_half_done_and_reports_what_there_is() -> None:
    sitting = Sitting(ten_agents(handle_time=Exponential(8), missed_share=0.2))

    ended = sitting.played(stop_after_seconds=30)

    calls, found = sitting.calls(), total(ended.counts)
    assert ended.was_stopped
    assert ended.is_clean
    assert ended.counts.stopped_at == pytest.approx(30, abs=1.5)
    assert 30 < found.offered == len(calls) < 100
    assert all(call.is_ended for call in calls)
    assert found.answered + found.abandoned + found.set_aside + ended.counts.left_over == found.offered
    assert ended.counts.left_over > 0
    assert {agent.status for agent in selectors.agents(sitting.router)} == {AgentStatus.OFFLINE}
    assert audit(sitting.router) == []


def test_speed_divides_the_time_it_takes_and_no_figure() -> None:
    slow, fast = Sitting(ten_agents(length_seconds=30)), Sitting(ten_agents(length_seconds=30, speed=4))
    figures = [total(one.played().counts) for one in (slow, fast)]

    took = [(one.clock.now - NINE).total_seconds() for one in (slow, fast)]
    assert took[0] == pytest.approx(4 * took[1], rel=0.2)
    assert figures[0].offered == figures[1].offered
    assert figures[0].waits.mean == pytest.approx(figures[1].waits.mean or 0, rel=0.3, abs=1)


def test_agents_come_and_go_with_their_shifts() -> None:
    early, late = (Shift(0, 10),), (Shift(25, 30),)
    sitting = Sitting(
        ten_agents(
            groups=(
                a_group("Early", 5, languages=("English", "Spanish"), shifts=early),
                a_group("Late", 5, languages=("English", "Spanish"), shifts=late),
            ),
            patience=None,
            length_seconds=30,
        )
    )
    sitting.played()

    answered = sorted(
        (call.answered_at - NINE).total_seconds() for call in sitting.calls() if call.answered_at
    )
    assert not [seconds for seconds in answered if 12 < seconds < 25]
    assert len([seconds for seconds in answered if seconds < 12]) > 8
    assert len([seconds for seconds in answered if seconds > 25]) > 30


def test_a_changing_rate_brings_as_many_as_the_intervals_say() -> None:
    scenario = ten_agents(length_seconds=180, volume=Volume((20, 0, 60), interval_minutes=1), speed=4)
    sitting = Sitting(scenario)

    counts = sitting.played().counts

    offered = [sum(cells[number].offered for cells in counts.cells) for number in range(3)]
    assert offered[1] == 0
    assert 10 < offered[0] < 32 < offered[2]


def test_missed_offers_ring_on_at_others_and_agents_come_back_from_their_pause() -> None:
    sitting = Sitting(ten_agents(length_seconds=30, missed_share=0.5, patience=None, speed=10))

    ended = sitting.played()

    calls = sitting.calls()
    assert max(call.failures for call in calls) > 1
    assert ended.counts.matches == sum(call.attempts for call in calls) > len(calls)
    assert total(ended.counts).set_aside == sum(call.status is CallStatus.REMOVED for call in calls)
    assert ended.counts.left_over == 0
    assert selectors.dead_letters(sitting.router) == []


def test_who_waits_when_nobody_is_there_any_more_is_left_over() -> None:
    groups = (a_group(agents=5, languages=("English", "Spanish"), shifts=(Shift(0, 30),)),)
    sitting = Sitting(ten_agents(groups=groups, patience=None))

    ended = sitting.played()

    found = total(ended.counts)
    assert ended.counts.left_over > 20
    assert found.answered + ended.counts.left_over == found.offered
    assert not ended.was_stopped


def test_agents_who_answer_at_once_do_not_ring() -> None:
    scenario = ten_agents(answer_delay=Constant(0), wrap_up=Constant(0), volume=Volume((0.5 * 1_800,)))

    found = total(Sitting(scenario).played().counts)

    assert found.at_once == found.offered > 10


def test_each_second_it_is_told_how_far_the_run_is(usual: Usual) -> None:
    sitting, _ = usual

    told = sitting.progress
    assert [round(one.elapsed_seconds) for one in told[:5]] == [0, 1, 2, 3, 4]
    middle, planned = told[30], len(sitting.calls())
    assert (middle.total, told[-1].arrived) == (planned, planned)
    assert middle.rate == pytest.approx(middle.target_rate, rel=0.1)
    assert middle.line == (
        f"0:30  {middle.arrived}/{planned} calls, {middle.rate:.1f} of {middle.target_rate:.1f} calls/s, "
        "0 errors, ends in 0:30"
    )
    assert ", 25% of actions late, ends in" in replace(middle, timed=8, late=2).line


def test_busy_and_idle_time_add_up_to_the_time_agents_were_there(usual: Usual) -> None:
    counts = usual[1].counts

    together = sum(hours.busy + hours.idle for hours in counts.groups)
    assert together == pytest.approx(10 * 60, rel=0.01)
    assert sum(hours.busy for hours in counts.groups) > 0.5 * together
