"""Chats whose messages are simulated: one agent's attention for several customers, and what slots cost."""

from dataclasses import replace
from statistics import fmean
from typing import Any

import pytest

from simulation.durations import Constant, Exponential, Lognormal
from simulation.forward import Counts, fast_forward
from simulation.reports import by_slots, compared, report_lines, report_to, simulated
from simulation.reports.replied import chats_of
from simulation.scenarios import (
    Messages,
    Preference,
    Scenario,
    ScenarioError,
    Volume,
    scenario_from,
    scenario_to,
)
from tests.unit.simulation.days import HOUR, a_group, a_scenario
from tests.unit.simulation.forward.test_forward_chats import CHAT

BRIEF = Messages(reply_time=Exponential(20), think_time=Exponential(40), per_chat=4)


def written(
    messages: Messages | None = BRIEF, *, agents: int = 2, slots: int = 3, **changes: Any
) -> Scenario:
    """Hours of chats only, about as many as the agents can answer."""
    facts = {
        "length_seconds": 6 * HOUR,
        "mix": (CHAT,),
        "groups": (a_group(agents=agents, chat_slots=slots),),
        "messages": messages,
        "volume": Volume((30,)),
    }
    return a_scenario(**{**facts, **changes})


def shape(counts: Counts) -> tuple[object, ...]:
    tally = chats_of(counts)
    return tally.offered, tally.answered, tally.waits.buckets, counts.groups


def test_chats_of_one_message_take_the_time_of_its_answer() -> None:
    one = Messages(reply_time=Constant(100), think_time=Constant(50), per_chat=1)
    whole = written(chat_time=Constant(100), messages=None, slots=1)

    assert shape(fast_forward(written(one, slots=1))) == shape(fast_forward(whole))


def test_a_chat_lasts_for_all_of_its_answers_and_thoughts() -> None:
    messages = Messages(reply_time=Constant(10), think_time=Constant(5), per_chat=3)
    counts = fast_forward(written(messages, agents=20, slots=1, warm_up_seconds=0))
    tally, held = chats_of(counts), counts.groups[1].busy

    assert tally.replies.count / tally.answered == pytest.approx(3, rel=0.1)
    assert held == pytest.approx(
        10 * tally.replies.count + 5 * (tally.replies.count - tally.answered), rel=0.02
    )


def test_an_agent_with_many_slots_is_a_queue_of_one_server() -> None:
    """M/M/1: a customer is answered after 1 ÷ (μ - λ) on average (Kleinrock, Queueing Systems I, 3.2)."""
    answered_in, between = 20.0, 40.0
    single = Messages(reply_time=Exponential(answered_in), think_time=Constant(0), per_chat=1)
    scenario = written(
        single, agents=1, slots=10, volume=Volume((1_800 / between,)), length_seconds=60 * HOUR
    )
    runs = [chats_of(fast_forward(scenario, seed=seed)) for seed in range(4)]

    assert fmean(run.first_replies.mean or 0 for run in runs) == pytest.approx(
        1 / (1 / answered_in - 1 / between), rel=0.07
    )


def test_with_more_slots_customers_wait_less_for_an_agent_and_longer_for_each_answer() -> None:
    found = by_slots(written(patience=Exponential(300)))

    assert [one.slots for one in found] == [1, 2, 3, 4, 5, 6]
    assert [one.service_level for one in found] == sorted(one.service_level or 0 for one in found)
    assert (found[0].reply_p90_seconds or 0) < (found[-1].reply_p90_seconds or 0)
    assert (found[0].asa_seconds or 0) > (found[-1].asa_seconds or 0)


def test_a_customer_without_an_answer_leaves_and_frees_the_slot() -> None:
    slow = Messages(Constant(100), Constant(1), per_chat=2, patience=Constant(60))
    counts = fast_forward(written(slow, agents=1, slots=2, warm_up_seconds=0, volume=Volume((5,))))
    tally = chats_of(counts)

    assert tally.left == tally.answered == tally.offered > 0
    assert tally.replies.count == 0
    assert counts.groups[1].busy == pytest.approx(60 * tally.left)


def test_all_its_slots_are_free_again_when_everybody_is_gone() -> None:
    hasty = replace(BRIEF, patience=Exponential(60))
    counts = fast_forward(
        written(hasty, patience=Exponential(60), answer_delay=Exponential(3), missed_share=0.1)
    )
    tally = chats_of(counts)

    assert tally.answered + tally.abandoned + tally.set_aside == tally.offered > 0
    assert 0 < tally.left < tally.answered
    assert counts.left_over == 0


def test_the_report_says_how_customers_were_answered_and_what_other_slots_would_do() -> None:
    scenario = written()
    report = simulated(scenario, replications=2)
    slots = by_slots(scenario, replications=2)
    told = report_to(report, compared(scenario, report), slots)

    now = told["by_slots"][2]
    assert now["slots"] == 3
    assert now["service_level"] == told["channels"]["chat"]["service_level"]
    assert now["first_response_seconds"] == told["replied"]["first_response_seconds"]
    lines = list(report_lines(report, compared(scenario, report), slots))
    assert any(line.startswith("chats: first response ") for line in lines)
    assert "slots per agent" in " ".join(lines)
    assert not any(line.startswith("each number of slots") for line in lines)
    of_many = replace(report, replications=11)
    assert "each number of slots over the first 10 replications:" in report_lines(
        of_many, compared(scenario, report), slots
    )


def test_agents_who_get_no_calls_do_not_lower_the_occupancy_of_their_slots() -> None:
    report = simulated(written())
    by_group = {one.name: one.occupancy for one in report.groups}
    assert report.spread["occupancy"].mean == pytest.approx(by_group["Agents, chats"])

    mixed = simulated(written(mix=(Preference("English", share=0.1), CHAT)))
    by_group = {one.name: one.occupancy for one in mixed.groups}
    assert mixed.spread["occupancy"].mean == pytest.approx(by_group["Agents"])


def test_without_messages_nothing_is_said_of_answers() -> None:
    scenario = written(messages=None, chat_time=Constant(100))
    report = simulated(scenario)

    assert by_slots(scenario) == ()
    assert not {"replied", "by_slots"} & report_to(report, compared(scenario, report)).keys()


def test_it_is_written_and_read_as_the_same() -> None:
    scenario = written(Messages(Lognormal(20, 15), Constant(0), 2.5, Exponential(90)))
    assert scenario_from(scenario_to(scenario)) == scenario
    assert "messages" not in scenario_to(a_scenario())


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        ({"think_time": {}}, "messages, think_time, distribution: "),
        ({"per_chat": 0}, "messages, per_chat: "),
        ({"per_chat": "many"}, "messages, per_chat: 'many' is not a number"),
        ({"reply_time": None}, "messages: needs reply_time|messages, reply_time: "),
        (
            {"reply_time": {"distribution": "constant", "mean_seconds": 0}},
            "messages, reply_time, mean_seconds: ",
        ),
        ({"tempo": 1}, "messages: there is no field 'tempo'"),
    ],
)
def test_what_is_wrong_with_them_is_named(messages: dict[str, Any], said: str) -> None:
    plain = scenario_to(written())
    with pytest.raises(ScenarioError, match=said):
        scenario_from({**plain, "messages": {**plain["messages"], **messages}})


def test_a_chat_takes_one_time_only() -> None:
    with pytest.raises(ScenarioError, match="messages: give either chat_time or messages"):
        written(chat_time=Constant(5))
