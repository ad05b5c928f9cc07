"""Owns bringing every agent back to the start, for demonstrations and after a bad day."""

from routing import store
from routing.agents import Agent, AgentStatus, Choice
from routing.calls import Call, CallStatus
from routing.change_set import ChangeSet
from routing.operation import Nothing, Write, carry_out
from routing.outcomes import Conflict
from routing.router import Router
from routing.services.places import agent_changed, agent_named


def agents_reset(router: Router, *, by: str = "") -> list[Agent]:
    """Brings every agent back to available, out of all queues; answers those it changed.

    A call that was ringing goes back to its place; one in progress is completed.
    """
    changed = [_agent_reset(router, agent.agent_id, by) for agent in store.read_agents(router.table)]
    return [agent for agent in changed if isinstance(agent, Agent)]


def _agent_reset(router: Router, agent_id: str, by: str) -> Agent | Conflict | None:
    def decide(changes: ChangeSet) -> Write[Agent | None] | Nothing[Agent | None]:
        agent, at = agent_named(router, agent_id), router.clock()
        if agent.status is AgentStatus.AVAILABLE and agent.choice is Choice.READY:
            return Nothing(None)
        call = store.read_call(router.table, agent.call_id) if agent.call_id else None
        if call is not None and call.agent_id == agent_id and not call.is_ended:
            changes.call(call, _let_go(call, router))
        written = changes.agent(agent, agent.chose(Choice.READY, by=by).moved(AgentStatus.AVAILABLE, at=at))
        call_id = call.call_id if call else None
        return Write(changes, written, (agent_changed(router, changes, agent_id, by, call_id),))

    return carry_out(router, decide)


def _let_go(call: Call, router: Router) -> Call:
    after = CallStatus.QUEUED if call.status is CallStatus.OFFERED else CallStatus.COMPLETED
    return call.moved(after, at=router.clock())
