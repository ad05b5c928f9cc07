"""Scenario under a deployment's policies, as far as they concern its queues. Pure."""

from dataclasses import replace

from routing.model.policies import Policies
from routing.model.queues import QueueKey
from simulation.scenarios.policies import as_played
from simulation.scenarios.scenario import Scenario


def as_deployed(scenario: Scenario, policies: Policies, newest_first: frozenset[QueueKey]) -> Scenario:
    """The scenario with these policies and this order instead of its own.

    Raises ScenarioError if they lead callers to a queue without agents of the scenario, or let offers ring
    longer than a caller's step.
    """
    skills = scenario.skills
    known = {*skills.call_queues, *skills.agent_queues}
    played = as_played(policies, skills.call_queues)
    return replace(scenario, policies=played, newest_first=newest_first & known)
