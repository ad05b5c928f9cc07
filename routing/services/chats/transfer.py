"""Service that transfers a chat in progress to another queue, or to a colleague."""

from dataclasses import dataclass, replace

from routing.exceptions import InvalidFieldError
from routing.model.agents import Agent, AgentStatus, person_id, row_id
from routing.model.calls import Call, CallStatus, check_reason
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.model.queues import ANY, QueueKey, call_queue
from routing.model.steps import Step
from routing.model.words import call_word, standing
from routing.router import Router
from routing.services.call_changes import Decision, Happened, and_agent, change_call, written
from routing.services.operation import Nothing
from routing.services.places import agent_named, back_in_line, call_ticket, entering, without_call
from routing.storage.change_set import ChangeSet


@dataclass(frozen=True)
class Target:
    """Where a chat goes: its queue, and there first to one chat row, if given."""

    queue: QueueKey
    row: Agent | None = None

    @property
    def row_id(self) -> str:
        return self.row.agent_id if self.row else ""

    def __str__(self) -> str:
        return f"to {person_id(self.row_id)}" if self.row else f"to {self.queue}"


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
        target = Target(_queue_for(router, call, to_queue, row), row)
        if call.status is CallStatus.QUEUED and _waits_at(router, call, target):
            return Nothing(call)
        refusal = not_transferable(call, agent_id) or _not_for(row, call)
        if refusal:
            return Conflict(refusal, call)
        if agent is not None:
            changes.agent(agent, without_call(agent, call_id, router, enter))
        waiting = back_in_line(_sent(router, call.tried_with_agent(), target), router, ticket)
        why = f"{target}: {reason}" if reason else str(target)
        happened = Happened(EventKind.CALL_TRANSFERRED, call.agent_id or "", by, why)
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


def _queue_for(router: Router, call: Call, queue: QueueKey | None, row: Agent | None) -> QueueKey:
    """The queue asked for; else the call's own, or as much of it as the colleague fits.

    Raises InvalidFieldError if the colleague does not fit, or the queue is one of another channel.
    """
    own = router.queue_of(call)
    if queue is not None and queue.channel != own.channel:
        raise InvalidFieldError("to_queue", str(queue), "a queue of the same channel")
    wider = replace(own, gender=ANY), replace(own, gender=ANY, topic=own.topic and ANY)
    for one in (queue,) if queue else (own, *wider):
        if row is None or set(row.queues) & set(router.skills.fitting[one]):
            return one
    asked = queue or call_queue(own.language, ANY, own.topic, own.channel)
    raise InvalidFieldError("to_agent", row.name if row else "", f"an agent who fits {asked}")


def _sent(router: Router, call: Call, target: Target) -> Call:
    """The call with the wishes of its target."""
    queue = target.queue
    wish = Step(queue.gender, queue.topic or call.topic)
    steps: tuple[Step, ...] = (wish,)
    if target.row is not None:
        seconds = router.policies.of(queue).preferred_agent_seconds
        steps = (replace(wish, agent_id=target.row_id, seconds=seconds), wish)
    return replace(call, language=queue.language, gender=queue.gender, topic=wish.topic, steps=steps, step=0)


def _waits_at(router: Router, call: Call, target: Target) -> bool:
    return router.queue_of(call) == target.queue and call.preferred_agent == target.row_id
