"""Service that assigns a waiting or ringing call to one agent."""

from dataclasses import replace
from datetime import datetime

from routing.model.agents import Agent, AgentStatus, row_id
from routing.model.calls import Call, CallStatus, check_reason
from routing.model.deadlines import moved_to, waiting_from
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.model.steps import Step
from routing.model.words import standing
from routing.router import Router
from routing.services.call_changes import Decision, Happened, change_call, written
from routing.services.directing.targets import Target, target_of
from routing.services.operation import Nothing
from routing.services.places import agent_named, call_ticket, returning, settled
from routing.storage.change_set import ChangeSet

UNANSWERED = (CallStatus.QUEUED, CallStatus.OFFERED)


def call_assign(
    router: Router,
    *,
    call_id: str,
    agent_id: str,
    reason: str = "",
    by: str = "",
    expected_version: int | None = None,
) -> Call | Conflict:
    """Keeps a waiting or ringing call for one agent, for the time in its queue's policy.

    Its place in line stays, so calls before it are served first. An agent it rang at keeps its place too.
    Safe to repeat, also once it rings at the agent or is in progress there. A Conflict if the call does not
    wait, or if the agent is offline. Raises UnknownCallError, UnknownAgentError, InvalidFieldError.
    """
    check_reason(reason)
    enter, ticket = returning(router), call_ticket(router)

    def decide(changes: ChangeSet, call: Call, agent: Agent | None) -> Decision:
        row = agent_named(router, row_id(agent_id, call.channel))
        if row.agent_id == (call.preferred_agent if call.status is CallStatus.QUEUED else call.agent_id):
            return Nothing(call)
        if call.status not in UNANSWERED:
            return Conflict(f"{standing(call)}, not waiting", call)
        if row.status is AgentStatus.OFFLINE:
            return Conflict(f"{row.name} is offline", call, is_rule=True)
        if agent is not None:
            changes.agent(agent, settled(agent, router, enter))
        at, target = router.clock(), target_of(router, call, None, row)
        waiting = _for_agent(router, call, target, at)
        if call.status is CallStatus.OFFERED:
            waiting = waiting.tried_with_agent().moved(CallStatus.QUEUED, at=at)
        waiting = replace(waiting, ticket=call.ticket or ticket(), queued_at=call.queued_at or at)
        happened = Happened(EventKind.CALL_ASSIGNED, call.agent_id or "", by, target.explained(reason))
        return written(router, changes, call, waiting, happened)

    return change_call(router, call_id, decide, expected_version=expected_version)


def _for_agent(router: Router, call: Call, target: Target, at: datetime) -> Call:
    """The call with a step for the agent before those it has left."""
    wish, left = target.wish(call, router), call.steps[call.step :]
    others = left[bool(call.preferred_agent) :] or (Step(call.gender, call.topic),)
    assigned = replace(call, gender=wish.gender, topic=wish.topic, steps=(wish, *others), step=0)
    policy = router.policies.of(target.queue)
    if target.queue != router.queue_of(call):
        assigned = moved_to(assigned, policy, at)
    return replace(assigned, relax_at=waiting_from(assigned, policy, at).relax_at)
