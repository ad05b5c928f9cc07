"""Policies from settings: what each queue gets, and errors."""

from dataclasses import fields
from typing import Any

import pytest

from routing.exceptions import InvalidFieldError
from routing.model.policies import FLAGS, LIMITS, AgentPolicy, Policies, QueuePolicy, read_policies
from routing.model.queues import call_queue
from routing.model.skills import Skills

SKILLS = Skills(("English", "Spanish"), ("F", "M"))
ANYBODY, WOMEN = call_queue("Spanish", "Any"), call_queue("Spanish", "F")


def read(queues: dict[str, dict[str, Any]] | None = None, **agents: Any) -> Policies:
    return read_policies(queues or {}, agents, SKILLS)


def refused(queues: dict[str, dict[str, Any]] | None = None, **agents: Any) -> str:
    """The error for invalid policies."""
    with pytest.raises(InvalidFieldError) as caught:
        read(queues, **agents)
    return str(caught.value)


def test_without_any_the_defaults_hold_everywhere() -> None:
    assert read() == Policies()
    assert read().of(ANYBODY) == QueuePolicy()
    assert read().agents == AgentPolicy()


def test_a_queue_takes_from_all_queues_what_it_does_not_say_itself() -> None:
    policies = read({"*": {"ring_seconds": 10, "max_offers": 3}, "W#Spanish#Any": {"max_offers": 7}})

    assert (policies.of(ANYBODY).ring_seconds, policies.of(ANYBODY).max_offers) == (10, 7)
    assert (policies.of(WOMEN).ring_seconds, policies.of(WOMEN).max_offers) == (10, 3)
    assert policies.of(WOMEN).wrap_up_seconds == QueuePolicy().wrap_up_seconds


def test_the_order_in_which_they_are_written_does_not_matter() -> None:
    one = {"W#Spanish#Any": {"max_offers": 7}, "*": {"ring_seconds": 10}}

    assert read(one) == read(dict(reversed(one.items())))


def test_agents_have_one_policy() -> None:
    assert read(max_missed_offers=1, no_answer_rest_seconds=0.5).agents == AgentPolicy(
        max_missed_offers=1, no_answer_rest_seconds=0.5
    )


def test_topics_are_part_of_a_queue_where_they_are_routed_by() -> None:
    skills = Skills(("Spanish",), ("F",), ("Billing",))
    policies = read_policies({"W#Spanish#Any#Billing": {"max_offers": 1}}, {}, skills)

    assert policies.of(call_queue("Spanish", "Any", "Billing")).max_offers == 1
    assert policies.of(call_queue("Spanish", "Any", "Any")).max_offers == 5
    with pytest.raises(InvalidFieldError, match="queues: 'W#Spanish#Any' is not allowed"):
        read_policies({"W#Spanish#Any": {}}, {}, skills)


# --- limits


def test_every_field_has_limits_that_its_default_keeps() -> None:
    policies = (QueuePolicy(), AgentPolicy())
    known = {one.name: getattr(policy, one.name) for policy in policies for one in fields(policy)}

    assert known.keys() - {"overflow"} - FLAGS == LIMITS.keys()
    assert {name: known[name] for name in FLAGS} == dict.fromkeys(FLAGS, False)
    assert [name for name, (least, most) in LIMITS.items() if not least <= known[name] <= most] == []


@pytest.mark.parametrize("name", sorted(LIMITS.keys()))
def test_a_value_at_its_limit_is_taken_and_one_beyond_is_not(name: str) -> None:
    least, most = LIMITS[name]
    is_queue = name in {one.name for one in fields(QueuePolicy)}

    def try_(value: float) -> Policies:
        # Which have to leave each other room.
        others = {"ring_seconds": 1, "preferred_agent_seconds": 86_400, "wrap_up_seconds": 1}
        queues: dict[str, dict[str, Any]] = {"*": {**others, name: value} if is_queue else others}
        return read_policies(
            queues, {"longest_wrap_up_seconds": 14_400} if is_queue else {name: value}, SKILLS
        )

    for value in {least, most} - ({1} if name == "preferred_agent_seconds" else set()):
        assert try_(value) is not None
    for value in (least - 1, most + 1):
        with pytest.raises(InvalidFieldError, match=rf"{name}: {value} is not allowed; from {least:g} to"):
            try_(value)


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ({"ring_seconds": "20"}, "ring_seconds: '20' is not allowed; a number"),
        ({"ring_seconds": True}, "ring_seconds: True is not allowed; a number"),
        ({"ring_seconds": None}, "ring_seconds: None is not allowed; a number"),
        ({"ring_seconds": float("nan")}, "ring_seconds: nan is not allowed; from 1 to 600"),
        ({"max_offers": 2.5}, "max_offers: 2.5 is not allowed; a number"),
        ({"restore_to_end": 1}, "restore_to_end: 1 is not allowed; true or false"),
        ({"overflow": 7}, "overflow: 7 is not allowed; reject, deadLetter or a call queue"),
        ({"overflow": "bin"}, "overflow: 'bin' is not allowed; queue: 'bin' is no queue key"),
        ({"overflow": "Q#Spanish#F"}, "overflow: 'Q#Spanish#F' is not allowed; queue: 'Q#Spanish#F' is"),
        ({"overflow": "W#Klingon#F"}, "overflow: 'W#Klingon#F' is not allowed; language: 'Klingon'"),
        ({"ring": 20}, "ring: 20 is not allowed; there is no such field; choose one of ring_seconds, "),
    ],
)
@pytest.mark.parametrize("queue", ["*", "W#Spanish#Any"])
def test_what_cannot_be_meant_is_refused_with_setting_queue_and_field(
    queue: str, policy: dict[str, Any], said: str
) -> None:
    assert refused({queue: policy}).startswith(f"queues {queue} {said}")


@pytest.mark.parametrize("queue", ["Q#Spanish#F", "W#Spanish", "W#Spanish#X", "W#Klingon#Any", ""])
def test_a_queue_that_is_none_is_refused(queue: str) -> None:
    assert refused({queue: {}}).startswith(f"queues: {queue!r} is not allowed; ")


def test_fields_of_agents_are_named_with_their_setting() -> None:
    assert refused(max_missed_offers=0) == "agents max_missed_offers: 0 is not allowed; from 1 to 100"
    assert refused(ring_seconds=5).startswith("agents ring_seconds: 5 is not allowed; there is no")


# --- fields together


@pytest.mark.parametrize(("ring_seconds", "waited"), [(1, 30), (20, 30), (40, 60), (600, 900)])
def test_a_preferred_agent_is_waited_for_longer_than_it_rings(ring_seconds: float, waited: float) -> None:
    assert read({"*": {"ring_seconds": ring_seconds}}).of(ANYBODY).preferred_agent_seconds == waited
    named = read({"W#Spanish#Any": {"ring_seconds": ring_seconds}})
    assert named.of(ANYBODY).preferred_agent_seconds == waited
    assert named.of(WOMEN).preferred_agent_seconds == 30


def test_who_says_how_long_a_preferred_agent_is_waited_for_has_to_leave_time_to_ring() -> None:
    assert read({"*": {"preferred_agent_seconds": 20.5}}).of(ANYBODY).preferred_agent_seconds == 20.5
    assert refused({"*": {"preferred_agent_seconds": 20}}) == (
        "queues * preferred_agent_seconds: 20 is not allowed; more than the ring time of 20 seconds"
    )
    assert refused({"W#Spanish#F": {"ring_seconds": 50, "preferred_agent_seconds": 40}}).startswith(
        "queues W#Spanish#F preferred_agent_seconds: 40 is not allowed"
    )


def test_no_wrap_up_begins_longer_than_it_may_become() -> None:
    limit = "at most 60, the longest_wrap_up_seconds of agents"

    assert read({"*": {"wrap_up_seconds": 60}}, longest_wrap_up_seconds=60).of(ANYBODY).wrap_up_seconds == 60
    assert refused({"*": {"wrap_up_seconds": 60.5}}, longest_wrap_up_seconds=60) == (
        f"queues * wrap_up_seconds: 60.5 is not allowed; {limit}"
    )
    named = {"*": {"wrap_up_seconds": 10}, "W#Spanish#F": {"wrap_up_seconds": 61}}
    assert refused(named, longest_wrap_up_seconds=60) == (
        f"queues W#Spanish#F wrap_up_seconds: 61 is not allowed; {limit}"
    )
    assert refused(longest_wrap_up_seconds=29).startswith("queues * wrap_up_seconds: 30 is not")


def test_an_overflow_may_name_any_call_queue_there_is() -> None:
    assert read({"*": {"overflow": "W#English#Any"}}).of(ANYBODY).overflow == "W#English#Any"
    assert read({"W#Spanish#F": {"overflow": "deadLetter"}}).of(WOMEN).overflow == "deadLetter"
