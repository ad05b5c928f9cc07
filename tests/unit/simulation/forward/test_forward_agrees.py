"""Virtual time against the router on a table in memory: same callers, same results.

The router is looked after every tenth of a second, as a load run does it, so each step of a call comes a
little later than in virtual time. That adds about 4 % to handle times of five seconds, and what follows from
it: where callers wait for agents all the time, as many fewer are answered.
"""

import pytest

from routing.dispatcher.dispatching import drain
from routing.services import agent_create, agents_enqueue
from simulation.arrivals import START
from simulation.forward import Tally, fast_forward
from simulation.people.callers import PRIORITIES, Wish
from simulation.people.runner import Runner
from simulation.scenarios import Preference, Volume
from tests.thorough import every
from tests.unit.simulation.days import a_group, a_scenario, total
from tests.unit.simulation.plays import STEP, calls_of
from tests.unit.simulation.worlds import Clock, a_plan, a_router

ARRIVING_SECONDS, LONGEST_LIFE_SECONDS = 90, 40
TOLERANCE_SECONDS = 4 * STEP
TOLERANCE_OF_WAITS, TOLERANCE_OF_CALLS = 0.2, 0.05


def by_the_router(agents: int, *, seed: int) -> Tally:
    """Outcomes of the callers of two minutes, by real operations on a table."""
    clock = Clock()
    router = a_router(clock)
    for number in range(agents):
        agent_create(
            router, name=f"Agent {number}", gender="F", languages=["English"], agent_id=f"a-{number}"
        )
    agents_enqueue(router)
    plan = a_plan(seed=seed, wishes=(Wish("English", "F", "", 1),))
    runner, mark = Runner(router, plan), START
    for _ in range(round((ARRIVING_SECONDS + LONGEST_LIFE_SECONDS) / STEP)):
        clock.sleep(STEP)
        mark = runner.step(mark, now=clock.now).mark
        drain(router)
    found = Tally()
    for call in calls_of(router):
        if call.queued_at is None or plan.seconds_at(call.queued_at) > ARRIVING_SECONDS:
            continue
        found.offered += 1
        found.answered += call.answered_at is not None
        found.abandoned += call.answered_at is None and call.is_ended
        if call.answered_at is not None:
            found.waits.add((call.answered_at - call.queued_at).total_seconds())
    return found


def in_virtual_time(agents: int, *, seed: int) -> Tally:
    durations = a_plan(seed=seed).durations
    scenario = a_scenario(
        length_seconds=ARRIVING_SECONDS,
        warm_up_seconds=0,
        volume=Volume((2.0 * 1_800,)),
        mix=(Preference("English"),),
        groups=(a_group(agents=agents),),
        handle_time=durations.talk,
        wrap_up=durations.wrap_up,
        patience=durations.patience,
        answer_delay=durations.answer_delay,
        priorities=PRIORITIES,
        seed=seed,
    )
    return total(fast_forward(scenario))


@pytest.mark.parametrize(("agents", "seed"), every(2, [(12, 5), (7, 11)]))
def test_the_same_seed_gives_the_same_outcomes_within_the_tolerance(agents: int, seed: int) -> None:
    real, virtual = by_the_router(agents, seed=seed), in_virtual_time(agents, seed=seed)

    assert abs(real.offered - virtual.offered) <= 1
    assert real.answered + real.abandoned >= real.offered - 2
    assert virtual.answered == pytest.approx(real.answered, rel=TOLERANCE_OF_CALLS)
    assert virtual.abandoned == pytest.approx(real.abandoned, abs=TOLERANCE_OF_CALLS * real.offered)
    for ours, theirs in (
        (virtual.waits.mean, real.waits.mean),
        (virtual.waits.quantile(0.5), real.waits.quantile(0.5)),
        (virtual.waits.quantile(0.9), real.waits.quantile(0.9)),
    ):
        assert ours == pytest.approx(theirs, rel=TOLERANCE_OF_WAITS, abs=TOLERANCE_SECONDS)
