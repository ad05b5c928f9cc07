"""Chats in virtual time: several at once, beside calls, and compared with another program."""

from dataclasses import replace
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import pytest

from simulation.durations import Constant, Exponential
from simulation.forward import Counts, Tally, fast_forward
from simulation.in_real_time.real_time_limits import check_channels, check_real_time
from simulation.reports.comparison import compared, prediction_for
from simulation.reports.outcome import added
from simulation.reports.plain import report_lines, report_to
from simulation.reports.replications import simulated
from simulation.scenarios import (
    Preference,
    Relaxed,
    Scenario,
    ScenarioError,
    Shift,
    Volume,
    scenario_from,
    scenario_to,
)
from simulation.theory import Demand
from tests.thorough import every
from tests.unit.simulation.days import HOUR, a_group, a_scenario
from tests.unit.simulation.theory.test_theory_oracles import BATCHES, ERRORS_ALLOWED, batches

CHAT = Preference("English", channel="chat")


def chats(**changes: Any) -> Scenario:
    """An hour of chats only, for three agents who hold two each."""
    facts = {
        "mix": (CHAT,),
        "groups": (a_group(agents=3, chat_slots=2),),
        "chat_time": Exponential(100),
    }
    return a_scenario(**{**facts, **changes})


def of(counts: Counts, channel: str) -> Tally:
    rows = zip(counts.queues, counts.cells, strict=True)
    return added(tally for queue, row in rows if queue.channel == channel for tally in row)


def quiet(slots: int, chats_in_half_an_hour: float = 60, **changes: Any) -> Scenario:
    """One agent, chats of exactly ten minutes."""
    return chats(
        volume=Volume((chats_in_half_an_hour,)),
        groups=(a_group(agents=1, chat_slots=slots),),
        chat_time=Constant(600),
        warm_up_seconds=0,
        **changes,
    )


@pytest.mark.parametrize("slots", [1, 2, 5])
def test_an_agent_holds_as_many_chats_as_slots_and_never_more(slots: int) -> None:
    counts = fast_forward(quiet(slots))
    calls, held = counts.groups

    assert calls.busy == 0, "a chat is no call"
    assert 0.9 * slots * HOUR < held.busy <= slots * HOUR
    assert held.busy + held.idle == pytest.approx(slots * HOUR)


def test_chats_and_calls_of_an_agent_do_not_hold_up_each_other() -> None:
    mixed = a_scenario(
        mix=(Preference("English"), CHAT), groups=(a_group(agents=3, chat_slots=2),), chat_time=Constant(600)
    )
    counts = fast_forward(mixed)
    more = fast_forward(replace(mixed, chat_time=Constant(1_200)))

    assert of(counts, "").waits.buckets == of(more, "").waits.buckets
    assert of(more, "chat").longest > of(counts, "chat").longest


def test_all_chats_are_answered_or_given_up_and_a_shift_ends_after_its_chats() -> None:
    group = a_group(agents=4, chat_slots=3, shifts=(Shift(0, 1_000), Shift(1_200, 3_000)))
    late = a_group("Late", agents=2, chat_slots=1)
    scenario = chats(
        groups=(group, late),
        volume=Volume((200,)),
        patience=Exponential(60),
        answer_delay=Exponential(5),
        missed_share=0.2,
        warm_up_seconds=0,
    )
    counts = fast_forward(scenario)
    tally = of(counts, "chat")

    assert tally.answered + tally.abandoned + tally.set_aside == tally.offered > 300
    assert counts.groups[2].busy <= 4 * 3 * HOUR
    assert counts.left_over == 0


@pytest.mark.parametrize(("agents", "slots", "patience"), every(2, [(3, 3, 90.0), (5, 2, 45.0)]))
def test_ciw_sees_the_same_station_of_slots(agents: int, slots: int, patience: float) -> None:
    """Ciw has servers and no capacity: a station of agents with slots is one of as many servers as slots."""
    demand = Demand(calls_per_second=10 / 180, aht_seconds=180, patience_seconds=patience)
    seen = batches(demand, agents=agents * slots, within=20.0)
    scenario = chats(
        length_seconds=40 * HOUR,
        warm_up_seconds=2 * HOUR,
        volume=Volume((demand.calls_per_second * 1_800,)),
        groups=(a_group(agents=agents, chat_slots=slots),),
        chat_time=Exponential(180),
        patience=Exponential(patience),
    )
    runs = [of(fast_forward(scenario, seed=seed), "chat") for seed in range(8)]
    for theirs, ours in (
        ([one.waited for one in seen], [1 - run.at_once / run.offered for run in runs]),
        ([one.abandoned for one in seen], [run.abandoned / run.offered for run in runs]),
        ([one.asa_seconds for one in seen], [float(run.waits.mean or 0) for run in runs]),
    ):
        error = sqrt(stdev(theirs) ** 2 / BATCHES + stdev(ours) ** 2 / len(ours))
        assert abs(fmean(theirs) - fmean(ours)) <= ERRORS_ALLOWED * error + 0.01 * fmean(theirs)
        assert error <= max(0.1 * fmean(theirs), 0.005)


def test_theory_says_that_it_has_no_capacity() -> None:
    predicted, failing = prediction_for(chats())
    assert predicted is None
    assert "an agent serves one customer at a time" in " ".join(failing)


def test_the_report_has_calls_and_chats_apart_and_is_as_before_without_chats() -> None:
    mixed = a_scenario(
        mix=(Preference("English"), CHAT), groups=(a_group(chat_slots=2),), chat_time=Constant(60)
    )
    report = simulated(mixed)
    comparison = compared(mixed, report)
    written = report_to(report, comparison)

    assert set(written["channels"]) == {"call", "chat"}
    both = sum(one["offered"] for one in written["channels"].values())
    assert both == written["total"]["offered"]
    assert [one["name"] for one in written["groups"]] == ["Agents", "Agents, chats"]
    assert any(line.startswith("all chats") for line in report_lines(report, comparison))

    plain = report_to(simulated(a_scenario()), compared(a_scenario(), simulated(a_scenario())))
    assert "channels" not in plain
    assert len(plain["groups"]) == 1


def test_a_scenario_with_chats_is_written_and_read_as_the_same() -> None:
    scenario = chats()
    written = scenario_to(scenario)
    assert (written["mix"][0]["channel"], written["groups"][0]["chat_slots"]) == ("chat", 2)
    assert scenario_from(written) == scenario
    assert not {"chat_time", "channel", "chat_slots"} & {
        *(plain := scenario_to(a_scenario())),
        *plain["mix"][0],
        *plain["groups"][0],
    }


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"chat_time": None}, "chat_time: is missing; the mix has chats"),
        ({"groups": (a_group(),)}, "mix 1: no agent with chat_slots can serve a chat that asks for English"),
        ({"mix": (Preference("English", channel="fax"),)}, "mix 1, channel: 'fax' is not allowed; chat, or"),
    ],
)
def test_what_chats_lack_is_named(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(ScenarioError, match=field):
        chats(**changes)


@pytest.mark.parametrize("slots", [-1, 11])
def test_slots_have_limits(slots: int) -> None:
    with pytest.raises(ScenarioError, match="chat_slots: "):
        a_group(chat_slots=slots)


def test_a_deployment_without_chats_refuses_them() -> None:
    with pytest.raises(ScenarioError, match="mix: the deployment routes no chats, and the scenario has some"):
        check_channels(chats(), ("",))
    check_channels(chats(), ("", "chat"))
    check_channels(a_scenario(), ("",))


def test_real_time_refuses_chats_with_further_steps() -> None:
    steps = replace(CHAT, then=(Relaxed(30),))
    with pytest.raises(ScenarioError, match="mix 1, then: chats have further steps in virtual time only"):
        check_real_time(chats(mix=(steps,)))
    check_real_time(chats())
