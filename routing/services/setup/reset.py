"""Reset of every agent, for demonstrations and after a bad day."""

from dataclasses import replace

from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.outcomes import Conflict
from routing.router import Router
from routing.services.operation import Nothing, Write, carry_out
from routing.services.places import agent_changed, agent_named, pause_left
from routing.services.release import calls_let_go
from routing.storage import store
from routing.storage.change_set import ChangeSet

RESET = "reset"


def agents_reset(router: Router, *, by: str = "") -> list[Agent]:
    """Resets every agent to available, out of all queues; answers those it changed.

    A ringing call goes back to its place; one in progress is completed, a chat waits again.
    """
    changed = [_agent_reset(router, agent.agent_id, by) for agent in store.read_agents(router.table)]
    return [agent for agent in changed if isinstance(agent, Agent)]


def _agent_reset(router: Router, agent_id: str, by: str) -> Agent | Conflict | None:
    def decide(changes: ChangeSet) -> Write[Agent | None] | Nothing[Agent | None] | Conflict:
        agent = agent_named(router, agent_id)
        if agent == _at_the_start(agent, router, by):
            return Nothing(None)
        told = calls_let_go(router, changes, agent, by=by, reason=RESET)
        if isinstance(told, Conflict):
            return told
        after = changes.agent(agent, _at_the_start(agent, router, by))
        call_id = told[0].call_id if told else None
        event = agent_changed(router, changes, agent_id, by, call_id, reason=RESET)
        return Write(changes, after, (event, *told))

    return carry_out(router, decide)


def _at_the_start(agent: Agent, router: Router, by: str) -> Agent:
    """The agent available, without rest, choice or missed offers; a deactivated one as it is."""
    if agent.is_deactivated:
        return agent
    fresh = replace(agent.holding(()), missed_offers=0, until=None)
    if agent.choice is not Choice.READY:
        fresh = pause_left(router, agent, fresh.chose(Choice.READY, by=by, why=RESET))
    if agent.status is not AgentStatus.AVAILABLE:
        fresh = fresh.moved(AgentStatus.AVAILABLE, at=router.clock())
    return agent if fresh == agent else replace(fresh, changed_by=by, change_reason=RESET)
