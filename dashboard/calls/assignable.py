"""Agents to whom a waiting or ringing call can be assigned."""

from routing import selectors
from routing.model.agents import Agent, AgentStatus, person_id
from routing.model.calls import Call
from routing.model.words import agent_word
from routing.router import Router

ORDER = [AgentStatus.QUEUED, AgentStatus.OFFERED, AgentStatus.ATTENDING_CALL, AgentStatus.WRAP_UP]


def assignable(router: Router, call: Call) -> list[tuple[str, str]]:
    """Ids and words of those signed in, and within reach, who fit the call's queue, those who wait first."""
    wanted = set(router.skills.fitting.get(router.queue_of(call), ()))
    found = [
        one
        for one in selectors.agents(router, consistent=False)
        if _is_open(one, call) and router.reach.covers(one)
    ]
    fitting = sorted((one for one in found if wanted & set(one.queues)), key=_rank)
    return [(person_id(one.agent_id), f"{one.name} ({agent_word(one)})") for one in fitting]


def _is_open(agent: Agent, call: Call) -> bool:
    return agent.status is not AgentStatus.OFFLINE and agent.agent_id != call.agent_id


def _rank(agent: Agent) -> tuple[int, str]:
    place = ORDER.index(agent.status) if agent.status in ORDER else len(ORDER)
    return place, agent.name.casefold()
