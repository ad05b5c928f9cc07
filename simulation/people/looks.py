"""Looks at the table: all of a run's people, or the calls at the heads of their queues."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from routing import selectors
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import Call, CallStatus
from routing.router import Router
from simulation.arrivals import Arrival
from simulation.people.behaviour import Scene
from simulation.people.run_plan import Played

WITH_AGENT = frozenset({CallStatus.OFFERED, CallStatus.IN_PROGRESS})


@dataclass(frozen=True)
class Heads:
    """Calls that waited, and the agents of those that do not any more; `wanted` are the calls asked for."""

    wanted: tuple[str, ...]
    calls: Mapping[str, Call]
    agents: Mapping[str, Agent]


def look_at_all(router: Router, plan: Played, by_hand: Collection[str]) -> Scene:
    """Reads the waiting calls before the agents: a call that is matched in between is seen twice."""
    waiting = tuple(selectors.waiting_calls(router))
    agents = tuple(selectors.agents(router))
    ringing = (agent.call_id for agent in agents if agent.status is AgentStatus.OFFERED and agent.call_id)
    calls = selectors.calls(router, [one for one in ringing if plan.number_of(one) is not None])
    return Scene(agents, tuple(calls), waiting, frozenset(by_hand))


def look_at_heads(router: Router, call_ids: Sequence[str]) -> Heads:
    """Reads these calls, and the agents of those that ring or are answered by now. One read, or two."""
    calls = selectors.calls(router, call_ids)
    with_agents = [call.agent_id for call in calls if call.status in WITH_AGENT and call.agent_id]
    agents = selectors.agents_by_id(router, with_agents) if with_agents else []
    return Heads(
        tuple(call_ids),
        {call.call_id: call for call in calls},
        {agent.agent_id: agent for agent in agents},
    )


def calls_there(router: Router, plan: Played, arrivals: Iterable[Arrival]) -> set[str]:
    """The ids of these arrivals' calls that are in the table."""
    wanted = [plan.call_id(arrival.number) for arrival in arrivals]
    return {call.call_id for call in selectors.calls(router, wanted)}
