"""Scenarios to JSON; reading the result gives the same scenario. Pure."""

import json
from dataclasses import fields
from typing import Any

from simulation.durations import Distribution
from simulation.scenarios.messages import MESSAGE_TIMES, Messages
from simulation.scenarios.policies import agent_policy_to, order_to, policies_to
from simulation.scenarios.population import AgentGroup, Preference
from simulation.scenarios.reading import CHAT_TIMES, DISTRIBUTIONS, PLAIN, TIMES
from simulation.scenarios.scenario import Scenario

_KINDS = {kind: name for name, kind in DISTRIBUTIONS.items()}


def scenario_to_json(scenario: Scenario) -> str:
    return json.dumps(scenario_to(scenario), indent=2)


def scenario_to(scenario: Scenario) -> dict[str, Any]:
    """The scenario as plain objects, lists, texts and numbers."""
    calls = scenario.volume.calls
    return {
        **{name: getattr(scenario, name) for name in PLAIN},
        "calls": calls[0] if len(calls) == 1 else list(calls),
        "interval_minutes": scenario.volume.interval_minutes,
        **{name: _distribution(getattr(scenario, name)) for name in TIMES},
        **{name: _distribution(given) for name in CHAT_TIMES if (given := getattr(scenario, name))},
        **({"messages": _messages(scenario.messages)} if scenario.messages else {}),
        "mix": [_preference(preference) for preference in scenario.mix],
        "groups": [_group(group) for group in scenario.groups],
        "priorities": {str(priority): share for priority, share in scenario.priorities},
        "target": _fields(scenario.target),
        **{name: given for name, given in _policies(scenario).items() if given},
    }


def _distribution(distribution: Distribution | None) -> dict[str, Any] | None:
    if distribution is None:
        return None
    return {"distribution": _KINDS[type(distribution)], **_fields(distribution)}  # type: ignore[index]  # checked


def _messages(messages: Messages) -> dict[str, Any]:
    return {**_fields(messages), **{name: _distribution(getattr(messages, name)) for name in MESSAGE_TIMES}}


def _preference(preference: Preference) -> dict[str, Any]:
    written = _fields(preference)
    for name in ("then", "channel"):
        if not written[name]:
            del written[name]
    return {**written, "then": [_fields(one) for one in preference.then]} if preference.then else written


def _policies(scenario: Scenario) -> dict[str, Any]:
    return {
        "policies": policies_to(scenario.policies, chats=scenario.has_chats),
        "agent_policy": agent_policy_to(scenario.policies),
        "queue_order": order_to(scenario.newest_first),
    }


def _group(group: AgentGroup) -> dict[str, Any]:
    slots = {"chat_slots": group.chat_slots} if group.chat_slots else {}
    lists = {"languages": list(group.languages), "topics": list(group.topics)}
    written = {**_fields(group), **lists, "shifts": [_fields(shift) for shift in group.shifts]}
    del written["chat_slots"]
    return {**written, **slots}


def _fields(value: Any) -> dict[str, Any]:
    return {one.name: getattr(value, one.name) for one in fields(value) if one.init}
