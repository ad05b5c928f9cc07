"""Queue entries of an agent or a call, derived from its status. Pure."""

from dynamo.items import Key
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import Call, CallStatus
from routing.model.queues import AgentEntry, QueueKey
from routing.storage import keys


def agent_places(agent: Agent | None) -> dict[Key, QueueKey]:
    """The keys of an agent's entries, one in each queue of its skills while it is queued, else none."""
    if agent is None or agent.status is not AgentStatus.QUEUED or agent.ticket is None:
        return {}
    return {keys.agent_entry_key(queue, agent.ticket): queue for queue in agent.queues}


def agent_entry(agent: Agent) -> AgentEntry | None:
    """The agent's entry as if read from the first of its queues; None unless it is queued."""
    queue = next(iter(agent_places(agent).values()), None)
    if queue is None or agent.ticket is None or agent.queued_at is None:
        return None
    return AgentEntry(
        queue=queue,
        ticket=agent.ticket,
        agent_id=agent.agent_id,
        name=agent.name,
        gender=agent.gender,
        languages=agent.languages,
        topics=agent.topics,
        queued_at=agent.queued_at,
        auto_answer=agent.auto_answer,
        team=agent.team,
    )


def call_places(call: Call | None, *, topics: bool) -> dict[Key, QueueKey]:
    """The key of a call's entry while it is queued, else none; `topics`: keys have a topic."""
    if call is None or call.status is not CallStatus.QUEUED or call.ticket is None:
        return {}
    queue = call.queue(topics=topics)
    return {keys.call_entry_key(queue, call.band, call.ticket): queue}
