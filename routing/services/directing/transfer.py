"""Service that transfers a chat in progress to another queue, or to a colleague."""

from dataclasses import replace

from routing.exceptions import InvalidFieldError
from routing.model.agents import Agent, AgentStatus, row_id
from routing.model.calls import Call, CallStatus, check_reason
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.model.queues import QueueKey
from routing.model.words import call_word, standing
from routing.router import Router
from routing.services.call_changes import Decision, Happened, and_agent, change_call, written
from routing.services.directing.targets import Target, target_of
from routing.services.operation import Nothing
from routing.services.places import agent_named, back_in_line, call_ticket, entering, without_call
from routing.storage.change_set import ChangeSet


def call_transfer(
    router: Router,
    *,
    call_id: str,
    to_agent: str = "",
    to_queue: QueueKey | None = None,
    agent_id: str | None = None,
    reason: str = "",
    by: str = "",
    expected_version: int | None = None,
) -> Call | Conflict:
    """Takes a chat in progress from its agent and lets it wait at its old place, in another queue or its own.

    With `to_agent` only that colleague gets it, for the time of the queue's policy, then all others. Safe to
    repeat while it waits. A Conflict if it is no chat, not in progress, or with another agent than
    `agent_id`; if the colleague is offline. Raises UnknownCallError, UnknownAgentError, InvalidFieldError.
    """
    check_reason(reason)
    if not to_agent and to_queue is None:
        raise InvalidFieldError("to_agent", to_agent, "name an agent or a queue")
    ticket, enter = call_ticket(router), entering(router)

    def decide(changes: ChangeSet, call: Call, agent: Agent | None) -> Decision:
        row = agent_named(router, row_id(to_agent)) if to_agent else None
        target = target_of(router, call, to_queue, row)
        if call.status is CallStatus.QUEUED and target.has(call, router):
            return Nothing(call)
        refusal = not_transferable(call, agent_id) or _not_for(row, call)
        if refusal:
            return Conflict(refusal, call)
        if agent is not None:
            changes.agent(agent, without_call(agent, call_id, router, enter))
        waiting = back_in_line(_sent(router, call.tried_with_agent(), target), router, ticket)
        happened = Happened(EventKind.CALL_TRANSFERRED, call.agent_id or "", by, target.explained(reason))
        return and_agent(written(router, changes, call, waiting, happened), router, by)

    return change_call(router, call_id, decide, expected_version=expected_version)


def not_transferable(call: Call, agent_id: str | None) -> str:
    """Why a chat cannot leave its agent; empty if it can. `agent_id`: only a chat of this agent."""
    if not call.channel:
        return "only chats can be transferred; return a call to its queue"
    if call.status is not CallStatus.IN_PROGRESS:
        return f"{standing(call)}, not in progress"
    if agent_id is not None and row_id(agent_id) != call.agent_id:
        return f"{standing(call)} with another agent"
    return ""


def _not_for(row: Agent | None, call: Call) -> str:
    """Why a colleague cannot get a chat; empty if that is possible."""
    if row is not None and row.agent_id == call.agent_id:
        return f"{call.channel} is already {call_word(call)} with this agent"
    return f"{row.name} is offline" if row is not None and row.status is AgentStatus.OFFLINE else ""


def _sent(router: Router, call: Call, target: Target) -> Call:
    """The call with the wishes of its target."""
    queue, wish = target.queue, target.wish(call, router)
    steps = (wish, replace(wish, agent_id="", seconds=0)) if target.row else (wish,)
    return replace(call, language=queue.language, gender=queue.gender, topic=wish.topic, steps=steps, step=0)
