"""Agents of a load: signed in or made up at its start, brought back when routing paused them.

A person's choice for an agent is left alone.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from functools import partial

from routing import selectors
from routing.exceptions import UnknownAgentError
from routing.model.agents import Agent, AgentStatus, Choice
from routing.router import Router
from routing.services import agent_choose, agents_enqueue, agents_seed
from routing.services.call_changes import ROUTING
from routing.services.offers import NO_ANSWER
from simulation.people.hands import Each
from simulation.people.names import faker_seeded_with

BY = "load"
# Long enough to be visible on the board, short enough for the load to continue.
PAUSE = timedelta(seconds=30)


def agents_staff(
    router: Router, *, agents: int, seed: int, by_hand: Collection[str] = (), earlier: Collection[str] = ()
) -> list[Agent]:
    """Makes sure that at least that many agents are ready, and answers all ready ones.

    Agents of an `earlier` load paused by routing are brought back. Then agents without a choice sign in, then
    new ones are made up. Agents played by people do not count and are left alone. Safe to repeat: earlier
    results count. Raises DynamoError.
    """
    present = _for_calls(router, by_hand)
    back = [agent for agent in present if agent.agent_id in earlier and is_paused_by_routing(agent)]
    ready = sum(agent.choice is Choice.READY for agent in present) + len(back)
    untouched = [agent for agent in present if agent.status is AgentStatus.OFFLINE and not agent.changed_by]
    called_in = untouched[: max(0, agents - ready)]
    for agent in [*back, *called_in]:
        _call_in(router, agent)
    missing = agents - ready - len(called_in)
    if missing > 0:
        faker = faker_seeded_with(seed)
        agents_seed(router, count=missing, faker=faker, random=faker.random)
    agents_enqueue(router)
    return [agent for agent in _for_calls(router, by_hand) if agent.choice is Choice.READY]


def _for_calls(router: Router, by_hand: Collection[str]) -> list[Agent]:
    """The agents that a load may play; it answers no chats."""
    present = selectors.agents(router)
    return [agent for agent in present if not agent.channel and agent.agent_id not in by_hand]


def agents_bring_back(
    router: Router, seen: Iterable[Agent], *, staff: Collection[str], now: datetime, each: Each = map
) -> None:
    """Brings back agents of the load that routing paused a while ago. Safe to repeat. Raises DynamoError."""
    back = [
        agent
        for agent in seen
        if agent.agent_id in staff and is_paused_by_routing(agent) and agent.status_since <= now - PAUSE
    ]
    list(each(partial(_call_in, router), back))


def is_paused_by_routing(agent: Agent) -> bool:
    """Whether it missed too many calls in a row, without a choice since."""
    if agent.status is not AgentStatus.PAUSED:
        return False
    return (agent.changed_by, agent.pause_reason) == (ROUTING, NO_ANSWER)


def _call_in(router: Router, agent: Agent) -> None:
    """Makes an agent ready, unless it has changed since, or is gone."""
    try:
        agent_choose(
            router, agent_id=agent.agent_id, choice=Choice.READY, by=BY, expected_version=agent.version
        )
    except UnknownAgentError:
        return
