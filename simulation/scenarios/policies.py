"""Policies and service order of a scenario, in the terms of the settings, or those of a deployment. Pure.

Only the fields that a scenario can play are kept: it has its own wrap-up and target, and no collection of
data or preferred agents.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from routing.exceptions import InvalidFieldError, RoutingError
from routing.model.policies import (
    ALL_CHATS,
    ALL_QUEUES,
    SETTING,
    AgentPolicy,
    Policies,
    QueuePolicy,
    read_policies,
)
from routing.model.queues import QueueKey
from routing.model.skills import Skills
from simulation.scenarios.exceptions import ScenarioError, told
from simulation.scenarios.scenario import Scenario

PLAYED = (
    "ring_seconds",
    "promote_after_seconds",
    "highest_band",
    "max_offers",
    "max_wait_seconds",
    "max_length",
    "overflow",
)
PLAYED_OF_AGENTS = ("max_missed_offers", "no_answer_rest_seconds")
FIFO, LIFO = "fifo", "lifo"

Written = dict[str, Any]


def policies_from(
    queues: Mapping[str, Mapping[str, Any]], agents: Mapping[str, Any], skills: Skills
) -> Policies:
    """The policies that objects describe, as the settings QUEUE_POLICIES and AGENT_POLICY do.

    Raises ScenarioError, which names queue and field.
    """
    for queue, given in queues.items():
        _check_played(f"policies, {queue}", given, PLAYED)
    _check_played("agent_policy", agents, PLAYED_OF_AGENTS)
    try:
        return as_played(read_policies(queues, agents, skills), skills.fitting)
    except InvalidFieldError as error:
        raise ScenarioError(
            _field_of(error), f"{told(error.value)} is not allowed; {error.allowed}"
        ) from None


def order_from(order: Mapping[str, object], skills: Skills) -> frozenset[QueueKey]:
    """The queues served from their end, from an object like the setting QUEUE_ORDER. Raises ScenarioError."""
    for queue, named in order.items():
        if named not in (FIFO, LIFO):
            raise ScenarioError(f"queue_order, {queue}", f"{told(named)} is not allowed; {FIFO} or {LIFO}")
    try:
        return frozenset(skills.queue_named(queue) for queue, named in order.items() if named == LIFO)
    except RoutingError as error:
        raise ScenarioError("queue_order", str(error)) from None


def as_played(policies: Policies, known: Iterable[QueueKey]) -> Policies:
    """The part of policies that a scenario with these call queues plays."""
    there = set(known)
    named = {queue: _played(policy) for queue, policy in policies.queues.items() if queue in there}
    agents = AgentPolicy(**{name: getattr(policies.agents, name) for name in PLAYED_OF_AGENTS})
    played = Policies(agents, _played(policies.default))
    if any(queue.channel for queue in there):
        played = replace(played, chats=_played(policies.chats))
    others = {queue: one for queue, one in named.items() if one != played.of(queue)}
    return replace(played, queues=others)


def policies_to(policies: Policies, *, chats: bool = False) -> Written:
    """The policies of queues as an object: differences from the usual ones, and of a queue from those of its
    channel; `chats`: with those of chats.
    """
    usual = {ALL_QUEUES: _differences(PLAYED, policies.default, QueuePolicy())}
    if chats:
        usual[ALL_CHATS] = _differences(PLAYED, policies.chats, policies.default)
    named = {
        str(queue): _differences(PLAYED, policy, policies.of_channel(queue.channel))
        for queue, policy in sorted(policies.queues.items())
    }
    return {queue: given for queue, given in {**usual, **named}.items() if given}


def agent_policy_to(policies: Policies) -> Written:
    """The policy of agents as an object: differences from the usual one."""
    return _differences(PLAYED_OF_AGENTS, policies.agents, AgentPolicy())


def order_to(newest_first: Iterable[QueueKey]) -> Written:
    """The order of queues as an object, without first-in-first-out ones."""
    return {str(queue): LIFO for queue in sorted(newest_first)}


def _field_of(error: InvalidFieldError) -> str:
    """The field of a scenario for that of a setting, such as "policies, W#Spanish#Any, ring_seconds"."""
    setting, _, rest = error.field.partition(" ")
    queue, _, name = rest.rpartition(" ")
    first = "policies" if setting == SETTING else "agent_policy"
    return ", ".join(part for part in (first, queue, name) if part)


def _check_played(field: str, given: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for name in given:
        if name not in known:
            raise ScenarioError(field, f"{told(name)} is not simulated; choose among {', '.join(known)}")


def _played(policy: QueuePolicy) -> QueuePolicy:
    return QueuePolicy(**{name: getattr(policy, name) for name in PLAYED})


def _differences(names: Iterable[str], one: object, other: object) -> Written:
    return {name: getattr(one, name) for name in names if getattr(one, name) != getattr(other, name)}


def as_deployed(scenario: Scenario, policies: Policies, newest_first: frozenset[QueueKey]) -> Scenario:
    """The scenario with these policies and this order instead of its own.

    Raises ScenarioError if they lead callers to a queue without agents of the scenario, or let offers ring
    longer than a caller's step.
    """
    skills = scenario.skills
    known = {*skills.fitting, *(queue for fitting in skills.fitting.values() for queue in fitting)}
    played = as_played(policies, skills.fitting)
    return replace(scenario, policies=played, newest_first=newest_first & known)
