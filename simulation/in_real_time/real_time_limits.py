"""Limits of a run in real time: rate, agents, calls and length at its speed. Pure."""

from collections.abc import Collection

from routing.model.queues import CHAT
from simulation.ranges import Limits
from simulation.scenarios import Scenario, ScenarioError, ScenarioRangeError

LIMITS = {
    "calls_per_second": Limits(0, 100, "calls per second of real time"),
    "agents": Limits(1, 1_000, "agents"),
    "calls": Limits(1, 500_000, "calls in all"),
    "length_seconds": Limits(1, 86_400, "seconds of real time"),
}


def check_real_time(scenario: Scenario) -> None:
    """Raises ScenarioRangeError if the scenario at its speed exceeds the limits of real time.

    Chats with further steps are refused (ScenarioError): a scene has one queue.
    """
    for number, wish in enumerate(scenario.mix, start=1):
        if wish.channel and wish.then:
            raise ScenarioError(f"mix {number}, then", "chats have further steps in virtual time only")
    speed = scenario.speed
    _check(
        "calls_per_second", "calls per second at this speed", max(rate for _, rate in scenario.parts) * speed
    )
    _check("agents", "groups, agents in all", sum(group.agents for group in scenario.groups))
    _check("calls", "calls", scenario.expected_calls)
    _check("length_seconds", "length_seconds at this speed", scenario.length_seconds / speed)


def check_channels(scenario: Scenario, channels: Collection[str]) -> None:
    """Raises ScenarioError if the scenario has chats and the deployment routes none."""
    if scenario.has_chats and CHAT not in channels:
        raise ScenarioError("mix", "the deployment routes no chats, and the scenario has some")


def check_same_skills(scenario: Scenario, *, topics: bool) -> None:
    """Raises ScenarioError if only one of scenario and deployment routes by topics."""
    if bool(scenario.skills.topics) != topics:
        has, wants = ("routes", "none") if topics else ("does not route", "some")
        raise ScenarioError(
            "groups, topics", f"the deployment {has} by topics, and the scenario names {wants}"
        )


def _check(kind: str, field: str, value: float) -> None:
    limits = LIMITS[kind]
    if value not in limits:
        raise ScenarioRangeError(field, value, limits)
