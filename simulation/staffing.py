"""Owns that enough agents are there when a load starts. What a person chose for an agent is left alone."""

from collections.abc import Collection

from routing import selectors
from routing.agents import Agent, AgentStatus, Choice
from routing.router import Router
from routing.services import agent_choose, agents_enqueue, agents_seed
from simulation.names import faker_seeded_with


def agents_staff(router: Router, *, agents: int, seed: int, by_hand: Collection[str] = ()) -> list[Agent]:
    """Makes sure that at least so many agents are ready, and answers all who are.

    Agents nobody has chosen anything for yet come in first, then new ones are made up. Those whom people
    play do not count and are not called in. Safe to repeat: whatever was done before counts. Raises
    DynamoError.
    """
    present = [agent for agent in selectors.agents(router) if agent.agent_id not in by_hand]
    ready = sum(agent.choice is Choice.READY for agent in present)
    untouched = [agent for agent in present if agent.status is AgentStatus.OFFLINE and not agent.changed_by]
    called_in = untouched[: max(0, agents - ready)]
    for agent in called_in:
        agent_choose(router, agent_id=agent.agent_id, choice=Choice.READY, by="load")
    missing = agents - ready - len(called_in)
    if missing > 0:
        faker = faker_seeded_with(seed)
        agents_seed(router, count=missing, faker=faker, random=faker.random)
    agents_enqueue(router)
    staff = [agent for agent in selectors.agents(router) if agent.agent_id not in by_hand]
    return [agent for agent in staff if agent.choice is Choice.READY]
