"""Looks at the table: all agents and waiting calls, or some calls with their agents."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from routing import selectors
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import Call, CallStatus
from routing.model.copies import replace
from routing.router import Router
from simulation.arrivals import Arrival
from simulation.people.behaviour import AGENT_WITH, Scene
from simulation.people.run_plan import Played

Agents = Mapping[str, Agent]
"""Agents by id."""

NOBODY: Agents = MappingProxyType({})


@dataclass(frozen=True)
class SeenCalls:
    """Calls, and the agents of those that have one; `wanted` are the calls asked for."""

    wanted: tuple[str, ...]
    calls: Mapping[str, Call]
    agents: Agents


def look_at_all(router: Router, known: Agents = NOBODY) -> Scene:
    """Reads the waiting calls before the agents: a call that is matched in between is seen twice."""
    waiting = tuple(selectors.waiting_calls(router))
    return Scene(tuple(selectors.agents(router, known=known)), waiting)


def look_at_calls(router: Router, call_ids: Sequence[str], known: Agents = NOBODY) -> SeenCalls:
    """Reads these calls, and the agents they ring at or were answered by.

    One read, and another for agents of whom it is not known how the offer found them.
    """
    calls = selectors.calls(router, call_ids)
    with_agents = {call.agent_id: call for call in calls if call.status in AGENT_WITH and call.agent_id}
    offered = {one: _as_offered(known.get(one), call) for one, call in with_agents.items()}
    agents = {one: agent for one, agent in offered.items() if agent is not None}
    to_read = with_agents.keys() - agents.keys()
    read = selectors.agents_by_id(router, to_read) if to_read else []
    return SeenCalls(
        tuple(call_ids),
        {call.call_id: call for call in calls},
        {**agents, **{agent.agent_id: agent for agent in read}},
    )


def _as_offered(agent: Agent | None, call: Call) -> Agent | None:
    """An agent last seen waiting as the match wrote it that offered this call; None for any other.

    Its version is one higher, so a write on it stands only if nothing but the match has changed it since.
    """
    is_offered = call.status is CallStatus.OFFERED and not call.channel
    if agent is None or agent.status is not AgentStatus.QUEUED or not is_offered or not call.operations:
        return None
    ringing = agent.moved(AgentStatus.OFFERED, at=call.status_since, until=call.until)
    operations = (*agent.operations, call.operations[-1])
    return replace(ringing, call_id=call.call_id, version=agent.version + 1, operations=operations)


def calls_there(router: Router, plan: Played, arrivals: Iterable[Arrival]) -> set[str]:
    """The ids of these arrivals' calls that are in the table."""
    wanted = [plan.call_id(arrival.number) for arrival in arrivals]
    return {call.call_id for call in selectors.calls(router, wanted)}
