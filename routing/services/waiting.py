"""Services of waiting calls: touch, change priority, remove, dequeue."""

from routing.model.agents import Agent
from routing.model.calls import Call, CallStatus, check_call_fields, check_reason
from routing.model.copies import replace
from routing.model.deadlines import promotion_from
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.model.queues import QueueKey
from routing.model.words import standing
from routing.router import Router
from routing.services.call_changes import MAX_READINGS, Decision, Happened, call_named, change_call, written
from routing.services.operation import Nothing, Write, carry_out
from routing.services.places import call_ticket, returning, settled
from routing.storage import store
from routing.storage.change_set import ChangeSet


def call_touch(
    router: Router, *, call_id: str, by: str = "", expected_version: int | None = None
) -> Call | Conflict:
    """Puts a waiting call at the end of its priority.

    Not safe to repeat without `expected_version`: each time it goes to the end again. A Conflict if the call
    does not wait. Raises UnknownCallError.
    """
    ticket = call_ticket(router)

    def decide(changes: ChangeSet, call: Call, _agent: Agent | None) -> Decision:
        if call.status is not CallStatus.QUEUED:
            return Conflict(f"{standing(call)}, not waiting", call)
        touched = replace(call, ticket=ticket())
        return written(router, changes, call, touched, Happened(EventKind.CALL_TOUCHED, by=by))

    return change_call(router, call_id, decide, expected_version=expected_version)


def call_change_priority(
    router: Router, *, call_id: str, priority: int, by: str = "", expected_version: int | None = None
) -> Call | Conflict:
    """Changes the priority of a waiting call at once; within it, its ticket decides as before.

    A Conflict if the call does not wait, or rings. Raises UnknownCallError, InvalidFieldError.
    """
    check_call_fields(priority=priority)

    def decide(changes: ChangeSet, call: Call, _agent: Agent | None) -> Decision:
        if call.status is not CallStatus.QUEUED:
            return Conflict(f"{standing(call)}, not waiting", call)
        if call.priority == call.band == priority:
            return Nothing(call)
        moved = replace(call, priority=priority, band=priority)
        moved = replace(moved, promote_at=promotion_from(moved, router.policy_of(call), router.clock()))
        happened = Happened(
            EventKind.CALL_PRIORITY_CHANGED, by=by, reason=f"priority {call.priority} → {priority}"
        )
        return written(router, changes, call, moved, happened)

    return change_call(router, call_id, decide, expected_version=expected_version)


def call_remove(
    router: Router, *, call_id: str, reason: str, by: str = "", expected_version: int | None = None
) -> Call | Conflict:
    """Ends a call without an answer; the reason is kept.

    An agent it rang at goes back to its old place. A Conflict if the call is in progress or has ended in
    another way. Raises UnknownCallError, InvalidFieldError.
    """
    check_reason(reason, required=True)
    enter = returning(router)

    def decide(changes: ChangeSet, call: Call, agent: Agent | None) -> Decision:
        if call.status is CallStatus.REMOVED:
            return Nothing(call)
        if call.is_ended or call.status is CallStatus.IN_PROGRESS:
            return Conflict(f"{standing(call)} already", call)
        if agent is not None:
            changes.agent(agent, settled(agent, router, enter))
        removed = call.moved(CallStatus.REMOVED, at=router.clock())
        agent_id = agent.agent_id if agent else ""
        return written(router, changes, call, removed, Happened(EventKind.CALL_REMOVED, agent_id, by, reason))

    return change_call(router, call_id, decide, expected_version=expected_version)


def call_dequeue(
    router: Router, *, queue: QueueKey, call_id: str = "", by: str = ""
) -> Call | Conflict | None:
    """Takes the best waiting call of a call queue and finishes it at once; None if no call waits there.

    For programs that serve callers without an agent: it counts as answered at that moment. Each call is given
    to one taker only. With a `call_id` only that call is taken, and a Conflict if it is not the best. Raises
    UnknownCallError.
    """

    def decide(changes: ChangeSet) -> Write[Call | None] | Nothing[Call | None] | Conflict:
        call = _first_in(router, queue)
        if call_id and (call is None or call.call_id != call_id):
            return Conflict("call is not the first of this queue", call_named(router, call_id))
        if call is None:
            return Nothing(None)
        if call.status is not CallStatus.QUEUED:
            return Conflict("others took every call that was first; try again", call)
        at = router.clock()
        done = replace(call.moved(CallStatus.COMPLETED, at=at), answered_at=at)
        decision = written(router, changes, call, done, Happened(EventKind.CALL_DEQUEUED, by=by))
        if isinstance(decision, Conflict):
            return decision
        return Write(decision.changes, decision.answer, decision.events)

    return carry_out(router, decide)


def _first_in(router: Router, queue: QueueKey) -> Call | None:
    """The call at the head of a queue; one that left between the two reads is skipped."""
    call = None
    for _ in range(MAX_READINGS):
        newest_first = queue in router.newest_first
        head = store.read_call_entries(router.table, queue, limit=1, newest_first=newest_first)
        call = store.read_call(router.table, head[0].call_id) if head else None
        if call is None or call.status is CallStatus.QUEUED:
            break
    return call
