"""Scenarios as JSON and CSV: round trip, and errors that name the field."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routing.model.policies import AgentPolicy, Policies, QueuePolicy
from routing.model.queues import agent_queue, call_queue
from simulation.durations import Constant, Exponential, Lognormal, Uniform
from simulation.luck import luck_of
from simulation.scenarios import (
    READY_MADE,
    Preference,
    Relaxed,
    Scenario,
    ScenarioError,
    Shift,
    Target,
    Volume,
    calls_from_csv,
    scenario_from,
    scenario_from_json,
    scenario_to,
    scenario_to_json,
)
from simulation.scenarios.chances import Chances
from tests.unit.simulation.days import a_group, a_scenario, by

TIMES = st.sampled_from([Exponential(90), Lognormal(90, 60), Constant(90), Uniform(60, 120)])
TREATED: tuple[dict[str, Any], ...] = (
    {"policy": QueuePolicy(25, max_length=40), "agents": AgentPolicy(2, no_answer_rest_seconds=30)},
    {"policy": QueuePolicy(25), "English": QueuePolicy(20, max_wait_seconds=90, overflow="deadLetter")},
)
SCENARIOS = st.builds(
    a_scenario,
    volume=st.lists(st.floats(1, 1_000), min_size=2, max_size=5).map(lambda calls: Volume(tuple(calls))),
    handle_time=TIMES,
    patience=st.none() | TIMES,
    missed_share=st.floats(0, 0.9),
    target=st.builds(Target, st.floats(0.01, 1), st.floats(0, 3_600)),
    seed=st.integers(0, 2**31 - 1),
    priorities=st.sampled_from([((5, 1.0),), ((0, 1), (9, 2.5))]),
    mix=st.sampled_from(
        [
            (Preference("English", share=2),),
            (Preference("English", "F", then=(Relaxed(30, "F"), Relaxed(40.5))), Preference("English")),
        ]
    ),
    policies=st.sampled_from([Policies(), *(by(**one)["policies"] for one in TREATED)]),
    newest_first=st.sets(st.sampled_from([call_queue("English", "F"), agent_queue("English", "F")])).map(
        frozenset
    ),
    groups=st.sampled_from([(a_group(),), (a_group(shifts=(Shift(0, 600), Shift(900, 3600))), a_group("B"))]),
)


@given(scenario=SCENARIOS | st.sampled_from(list(READY_MADE.values())))
def test_what_is_written_is_read_as_the_same(scenario: Scenario) -> None:
    assert scenario_from_json(scenario_to_json(scenario)) == scenario


def given_with(**changes: Any) -> dict[str, Any]:
    return {**scenario_to(a_scenario()), **changes}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": None}, "name: is missing"),
        ({"colour": 1}, "scenario: there is no field 'colour'; choose among name, length_seconds,"),
        ({"calls": "many"}, "calls: 'many' is not a number"),
        ({"calls": [1, "x"]}, "calls, interval 2: 'x' is not a number"),
        ({"calls_csv": "interval,calls\n1,5"}, "calls: give either calls (a number, or a list) or calls_csv"),
        (
            {"handle_time": {"mean_seconds": 5}},
            "handle_time, distribution: None is none of constant, exponential",
        ),
        ({"policies": {"*": {"ring_seconds": 0}}}, "policies, *, ring_seconds: 0 is not allowed; from 1"),
        (
            {"policies": {"*": {"wrap_up_seconds": 5}}},
            "policies, *: 'wrap_up_seconds' is not simulated; choose",
        ),
        (
            {"policies": {"W#Latin#Any": {"max_length": 5}}},
            "policies: 'W#Latin#Any' is not allowed; language",
        ),
        (
            {"policies": {"*": {"max_length": 5, "overflow": "W#Latin#Any"}}},
            "policies, *, overflow: 'W#Latin#Any' is not allowed",
        ),
        ({"policies": [1]}, "policies: must be an object"),
        ({"agent_policy": {"max_missed_offers": 0}}, "agent_policy, max_missed_offers: 0 is not allowed"),
        ({"queue_order": {"W#English#Any": "random"}}, "queue_order, W#English#Any: 'random' is not allowed"),
        ({"queue_order": {"X": "lifo"}}, "queue_order: queue: 'X' is no queue key"),
        (
            {"mix": [{"language": "English", "then": [{"after_seconds": 5}]}]},
            "mix 1, then 1, after_seconds: 5 is not allowed; more than the ring time of 20 seconds",
        ),
        ({"mix": [{"language": "English", "then": [{"gender": "F"}]}]}, "mix 1, then 1: needs after_seconds"),
        ({"handle_time": {"distribution": "exponential"}}, "handle_time: needs mean_seconds"),
        (
            {"patience": {"distribution": "lognormal", "mean_seconds": 0, "spread_seconds": 1}},
            "patience: must have",
        ),
        (
            {"patience": {"distribution": "lognormal", "mean_seconds": 60, "spread_seconds": 1e308}},
            "patience: has a figure that is too large",
        ),
        (
            {"patience": {"distribution": "lognormal", "mean_seconds": "x", "spread_seconds": 1}},
            "patience: needs numbers",
        ),
        (
            {"wrap_up": {"distribution": "constant", "mean_seconds": "x"}},
            "wrap_up, mean_seconds: 'x' is not a number",
        ),
        ({"groups": {}}, "groups: must be a list"),
        ({"groups": [[]]}, "groups 1: must be an object"),
        (
            {"groups": [{"name": "A", "agents": 1, "languages": [1], "gender": "F"}]},
            "groups 1, languages 1: 1 is not",
        ),
        ({"groups": [{"name": "A"}]}, "groups 1: needs agents, gender"),
        ({"mix": [{"language": 5}]}, "mix 1, language: 5 is not a text"),
        (
            {"mix": [{"language": "English", "size": 5}]},
            "mix 1: there is no field 'size'; choose among language,",
        ),
        ({"priorities": {"high": 1}}, "priorities: 'high' is no priority; from 0 to 9"),
        ({"priorities": {"9" * 5_000: 1}}, "priorities: '99999999999999999999' is no priority; from 0 to 9"),
        ({"priorities": {"5": "x"}}, "priorities, 5: 'x' is not a number"),
        (
            {"target": {"within_seconds": -1}},
            "target, within_seconds: -1 is not allowed; from 0 to 3,600 seconds",
        ),
        ({"interval_minutes": "x"}, "interval_minutes: 'x' is not a number"),
        ({"priorities": {"٣": 1}}, "priorities: '٣' is no priority; from 0 to 9"),
        ({"calls_csv": "interval,calls\n1,٣٠", "calls": None}, "calls: give either"),
        (
            {"mix": [{"language": "English", "topic": "Billing"}]},
            "mix 1, topic: 'Billing' is not allowed; no group has topics",
        ),
        (
            {"mix": [{"language": "English", "then": [{"after_seconds": 30, "topic": "Sales"}]}]},
            "mix 1, then 1, topic: 'Sales' is not allowed; no group has topics",
        ),
        (
            {"patience": {"distribution": "uniform", "least_seconds": 90, "most_seconds": 60}},
            "patience, least_seconds: 90 is not allowed; at most most_seconds (60)",
        ),
        (
            {"handle_time": {"distribution": "uniform", "least_seconds": 0, "most_seconds": 0}},
            "handle_time, most_seconds: 0 is not allowed; from 0.1 to 7,200 seconds",
        ),
        (
            {"handle_time": {"distribution": "lognormal", "mean_seconds": 2, "spread_seconds": 6000}},
            "handle_time, spread_seconds: 6,000 is not allowed; from 0 to 20, 10 times mean_seconds",
        ),
        ({"name": "two\nlines"}, "name: 'two\\nlines' is not allowed; a name is one line"),
        ({"name": "\ud800"}, "name: '\\ud800' is not allowed; a name is one line of printable text"),
    ],
)
def test_what_is_wrong_names_the_field(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        scenario_from(given_with(**changes))

    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("text", ["{", "[]", "3", '"x"', "null", "[" * 100_000])
def test_text_that_is_no_scenario_is_refused(text: str) -> None:
    with pytest.raises(ScenarioError):
        scenario_from_json(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"name": "A", "seed": 1, "seed": 2}', "seed: stands more than once in an object; once is allowed"),
        ('{"priorities": {"5": 1, "5": 2}}', "5: stands more than once in an object; once is allowed"),
    ],
)
def test_a_field_that_stands_twice_is_refused(text: str, message: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        scenario_from_json(text)

    assert str(refused.value) == message


def test_a_byte_order_mark_before_the_text_is_no_fault() -> None:
    assert scenario_from_json("\ufeff" + scenario_to_json(a_scenario())) == a_scenario()


def test_the_order_in_which_priorities_are_written_changes_no_figure() -> None:
    one, other = (
        scenario_from(given_with(priorities=shares)) for shares in ({"5": 90, "2": 10}, {"2": 10, "5": 90})
    )

    chances = [[Chances(day).priority_of(luck_of(1, n)) for n in range(200)] for day in (one, other)]
    assert chances[0] == chances[1]
    assert set(chances[0]) == {2, 5}


def test_call_numbers_may_come_as_csv() -> None:
    facts = given_with(calls_csv="interval,calls\r\n1,40\r\n2,60.5\r\n\r\n")
    del facts["calls"]

    assert scenario_from(facts).volume.calls == (40, 60.5)
    assert calls_from_csv("\ufeffInterval, Calls\n1,3\n") == (3,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "csv, line 1: the headers must be interval,calls, and are ''"),
        ("calls\n5\n", "csv, line 1: the headers must be interval,calls, and are 'calls'"),
        ("interval,calls\n", "csv: 1 to 700 intervals are allowed, and there are 0"),
        ("interval,calls\n1,5\n3,5\n", "csv, line 3, column interval: '3' is not expected here"),
        (
            "interval,calls\n1,five\n",
            "csv, line 2, column calls: 'five' is not allowed; a number from 0 to 8,640,000",
        ),
        ("interval,calls\n1,-2\n", "csv, line 2, column calls: '-2' is not allowed"),
        ("interval,calls\n1,٣٠\n", "csv, line 2, column calls: '٣٠' is not allowed"),
        ("interval,calls\n1,1_0\n", "csv, line 2, column calls: '1_0' is not allowed"),
        ("interval,calls\n1,inf\n", "csv, line 2, column calls: 'inf' is not allowed"),
        ("interval,calls\n1,5,6\n", "csv, line 2: 2 columns are expected, and there are 3"),
        ('interval,calls\n1,"5\n', "csv, line 2"),
        ("x" * 200_001, "csv: 200,001 characters are too many"),
    ],
)
def test_csv_errors_name_line_and_column(text: str, message: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        calls_from_csv(text)

    assert str(refused.value).startswith(message)


def test_the_written_form_is_plain_json() -> None:
    assert json.loads(scenario_to_json(a_scenario()))["handle_time"] == {
        "distribution": "exponential",
        "mean_seconds": 100,
    }
