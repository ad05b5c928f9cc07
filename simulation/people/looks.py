"""Looks at the table: all agents and waiting calls, or some calls with their agents."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from routing import selectors
from routing.model.agents import Agent
from routing.model.calls import Call
from routing.router import Router
from simulation.arrivals import Arrival
from simulation.people.behaviour import AGENT_WITH, Scene
from simulation.people.run_plan import Played


@dataclass(frozen=True)
class SeenCalls:
    """Calls, and the agents of those that have one; `wanted` are the calls asked for."""

    wanted: tuple[str, ...]
    calls: Mapping[str, Call]
    agents: Mapping[str, Agent]


def look_at_all(router: Router) -> Scene:
    """Reads the waiting calls before the agents: a call that is matched in between is seen twice."""
    waiting = tuple(selectors.waiting_calls(router))
    return Scene(tuple(selectors.agents(router)), waiting)


def look_at_calls(router: Router, call_ids: Sequence[str]) -> SeenCalls:
    """Reads these calls, and the agents they ring at or were answered by. One read, or two."""
    calls = selectors.calls(router, call_ids)
    with_agents = [call.agent_id for call in calls if call.status in AGENT_WITH and call.agent_id]
    agents = selectors.agents_by_id(router, with_agents) if with_agents else []
    return SeenCalls(
        tuple(call_ids),
        {call.call_id: call for call in calls},
        {agent.agent_id: agent for agent in agents},
    )


def calls_there(router: Router, plan: Played, arrivals: Iterable[Arrival]) -> set[str]:
    """The ids of these arrivals' calls that are in the table."""
    wanted = [plan.call_id(arrival.number) for arrival in arrivals]
    return {call.call_id for call in selectors.calls(router, wanted)}
