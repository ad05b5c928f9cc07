"""Scenario: every field within limits, and an agent for every caller."""

import pickle
from typing import Any

import pytest

from simulation.durations import Constant, Exponential, Lognormal
from simulation.scenarios import (
    READY_MADE,
    Preference,
    ScenarioError,
    ScenarioRangeError,
    Shift,
    Target,
    Volume,
)
from tests.unit.simulation.days import a_group, a_scenario


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": " "}, "name: ' ' is not allowed; a name has 1 to 80 characters"),
        ({"length_seconds": 9}, "length_seconds: 9 is not allowed; from 10 to 604,800 seconds"),
        ({"length_seconds": True}, "length_seconds: True is not a number"),
        ({"length_seconds": float("nan")}, "length_seconds: nan is not allowed; from 10 to 604,800 seconds"),
        ({"warm_up_seconds": 3600}, "warm_up_seconds: less than length_seconds (3600) is allowed"),
        ({"length_seconds": 10**400}, "length_seconds: inf is not allowed; from 10 to 604,800 seconds"),
        ({"missed_share": 0.95}, "missed_share: 0.95 is not allowed; from 0 to 0.9"),
        ({"seed": 1.5}, "seed: 1.5 is not a whole number"),
        ({"seed": -1}, "seed: -1 is not allowed; from 0 to 2,147,483,647"),
        ({"speed": 1000}, "speed: 1,000 is not allowed; from 0.1 to 100 times real time"),
        ({"target": Target(1.2)}, "target, share: 1.2 is not allowed; from 0.01 to 1"),
        (
            {"handle_time": Exponential(0)},
            "handle_time, mean_seconds: 0 is not allowed; from 0.1 to 7,200 seconds",
        ),
        (
            {"patience": Constant(9000)},
            "patience, mean_seconds: 9,000 is not allowed; from 0.1 to 7,200 seconds",
        ),
        ({"handle_time": None}, "handle_time: None is no distribution"),
        ({"priorities": ((12, 1),)}, "priorities: 12 is not allowed; from 0 to 9"),
        ({"priorities": ((5, 0),)}, "priorities: at least one share must be above 0"),
        ({"mix": ()}, "mix: 0 is not allowed; from 1 to 100 lines"),
        ({"mix": (Preference("English", share=-1),)}, "mix 1, share: -1 is not allowed; from 0 to 1,000,000"),
        ({"groups": (a_group(), a_group())}, "groups: each name may appear once"),
        (
            {"groups": (a_group("A", 6_000), a_group("B", 6_000))},
            "groups, agents in all: 12,000 is not allowed; from 1 to 10,000 agents",
        ),
        ({"groups": (a_group(languages=("En#", "English")),)}, "groups: languages: 'En#' is not allowed"),
    ],
)
def test_what_is_out_of_its_limits_is_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        a_scenario(**changes)

    assert str(refused.value).startswith(message)


def test_a_shift_in_which_nobody_would_be_at_work_is_refused() -> None:
    late = a_group(shifts=(Shift(0, 60), Shift(3_600, 7_200)))
    with pytest.raises(ScenarioError) as refused:
        a_scenario(groups=(late,))

    assert str(refused.value) == (
        "groups, Agents, shift 2: it begins at 3600 seconds, and the run ends at 3600 (length_seconds)"
    )
    assert a_scenario(groups=(a_group(shifts=(Shift(0, 60), Shift(3_599, 7_200))),))


def test_limits_come_with_the_error() -> None:
    with pytest.raises(ScenarioRangeError) as refused:
        a_scenario(speed=1000)

    limits = refused.value.limits
    assert (refused.value.field, limits.least, limits.most) == ("speed", 0.1, 100)


@pytest.mark.parametrize(
    ("agents", "reason"),
    [
        ({"agents": 0}, "groups, Agents, agents: 0 is not allowed; from 1 to 10,000 agents"),
        ({"name": ""}, "groups, name: '' is not allowed"),
        ({"shifts": (Shift(10, 10),)}, "groups, Agents, shift 1: it ends after it begins"),
        ({"shifts": (Shift(0, 20), Shift(10, 30))}, "groups, Agents, shift 2: it ends after it begins"),
        (
            {"shifts": (Shift(-1, 20),)},
            "groups, Agents, shift 1: -1 is not allowed; from 0 to 604,800 seconds",
        ),
    ],
)
def test_a_group_that_cannot_be_is_refused(agents: dict[str, Any], reason: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        a_group(**agents)

    assert str(refused.value).startswith(reason)


@pytest.mark.parametrize(
    ("wanted", "asked"),
    [
        (Preference("French"), "French, Any"),
        (Preference("English", "M"), "English, M"),
        (Preference("English", topic="Billing"), "English, Any, Billing"),
    ],
)
def test_callers_whom_nobody_can_serve_are_named_before_it_starts(wanted: Preference, asked: str) -> None:
    groups = (
        a_group(topics=("Sales",)),
        a_group("Others", gender="M", languages=("German",), topics=("Sales",)),
    )

    with pytest.raises(ScenarioError) as refused:
        a_scenario(mix=(Preference("English"), wanted), groups=groups)

    assert str(refused.value) == f"mix 2: no agent can serve a caller who asks for {asked}"


def test_callers_with_any_topic_can_be_served_where_topics_are_routed_by() -> None:
    assert a_scenario(groups=(a_group(topics=("Sales",)),)).skills.topics == ("Sales",)


def test_a_list_of_intervals_covers_the_run_and_its_rate_is_limited() -> None:
    with pytest.raises(
        ScenarioError, match=r"calls: 1 intervals|calls: 2 intervals of 15 minutes are 1800 seconds"
    ):
        a_scenario(volume=Volume((10, 20), interval_minutes=15))
    with pytest.raises(
        ScenarioError, match=r"calls, interval 2: 200 is not allowed; from 0 to 100 calls per"
    ):
        Volume((10, 360_000))
    with pytest.raises(
        ScenarioError, match=r"interval_minutes: 10,080 is not allowed; from 1 to 700 intervals"
    ):
        a_scenario(length_seconds=604_800, volume=Volume((1,), interval_minutes=1))


def test_the_ready_made_are_seven_and_can_be_sent_to_a_worker() -> None:
    assert list(READY_MADE) == [
        "published",
        "monday",
        "shift-start",
        "one-queue",
        "overload",
        "scarce",
        "chats",
    ]
    assert sum(group.agents for group in READY_MADE["published"].groups) == 5
    assert len(READY_MADE["published"].skills.languages) == 3
    assert sum(group.agents for group in READY_MADE["shift-start"].groups) == 500
    assert all(pickle.loads(pickle.dumps(one)) == one for one in READY_MADE.values())  # noqa: S301  # own bytes


def test_a_lognormal_time_has_the_mean_and_the_spread_it_is_given() -> None:
    drawn = [Lognormal(200, 150).at((n + 0.5) / 20_000) for n in range(20_000)]
    mean = sum(drawn) / len(drawn)
    spread = (sum((one - mean) ** 2 for one in drawn) / len(drawn)) ** 0.5

    assert mean == pytest.approx(200, rel=0.005)
    assert spread == pytest.approx(150, rel=0.03)
