"""Release of a stuck agent from its call, wrap-up or rest."""

from dataclasses import replace

from routing.model.agents import Agent, AgentStatus
from routing.model.calls import CallStatus, check_reason
from routing.model.events import Event, EventKind
from routing.model.outcomes import Conflict
from routing.router import Router
from routing.services.call_changes import Happened, written
from routing.services.operation import Nothing, Write, carry_out
from routing.services.places import agent_changed, agent_named, entering, returning, settled
from routing.storage import store
from routing.storage.change_set import ChangeSet

# Outcome of a released agent's call, by its status.
LETS_GO = {
    CallStatus.OFFERED: (CallStatus.QUEUED, EventKind.CALL_RESTORED),
    CallStatus.IN_PROGRESS: (CallStatus.COMPLETED, EventKind.CALL_COMPLETED),
}


def agent_release(
    router: Router, *, agent_id: str, reason: str, by: str = "", expected_version: int | None = None
) -> Agent | Conflict:
    """Frees an agent from its call, wrap-up or rest: it goes to the status of its choice.

    A ringing call goes back to its place, one in progress is completed (`call_hand_back` lets it wait again).
    Also works if the call is missing or contradicts the agent. Raises UnknownAgentError, InvalidFieldError.
    """
    check_reason(reason, required=True)
    at_its_place, at_the_end = returning(router), entering(router)

    def decide(changes: ChangeSet) -> Write[Agent] | Nothing[Agent] | Conflict:
        agent = agent_named(router, agent_id)
        if agent.is_free and agent.status is not AgentStatus.AVAILABLE:
            return Nothing(agent)
        if expected_version not in (None, agent.version):
            return Conflict(f"agent is at version {agent.version}, not {expected_version}", agent)
        enter = at_its_place if agent.status is AgentStatus.OFFERED else at_the_end
        told = call_let_go(router, changes, agent, by=by, reason=reason)
        free = replace(settled(agent, router, enter), changed_by=by, change_reason=reason)
        after = changes.agent(agent, free)
        event = agent_changed(router, changes, agent_id, by, agent.call_id, reason=reason)
        return Write(changes, after, (event, *told))

    return carry_out(router, decide)


def call_let_go(
    router: Router, changes: ChangeSet, agent: Agent, *, by: str = "", reason: str = ""
) -> tuple[Event, ...]:
    """Writes the call of a released agent, if it has one, and answers its events."""
    call = store.read_call(router.table, agent.call_id) if agent.call_id else None
    if call is None or call.agent_id != agent.agent_id or call.status not in LETS_GO:
        return ()
    status, kind = LETS_GO[call.status]
    before = call.tried_with_agent() if status is CallStatus.QUEUED else call
    after = before.moved(status, at=router.clock())
    return written(router, changes, call, after, Happened(kind, agent.agent_id, by, reason)).events
