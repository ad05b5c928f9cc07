"""Services of matching: one round by the chosen strategy, direct assignment from one queue."""

from dataclasses import replace

from dynamo.transaction import Refused
from routing.exceptions import InvalidFieldError
from routing.matching.known import Known
from routing.matching.published import MAX_ATTEMPTS
from routing.matching.strategies import strategy_named
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import Call, CallStatus, Note
from routing.model.deadlines import after
from routing.model.events import Event, EventKind
from routing.model.outcomes import Assignment, Conflict, Round
from routing.model.queues import AgentEntry, QueueInfo, QueueKey, call_queue
from routing.router import Router
from routing.storage import keys, store
from routing.storage.change_set import ChangeSet


def match_once(router: Router, known: Known | None = None) -> Round:
    """One round of matching by the router's strategy; empty if no waiting call fits a waiting agent.

    Any number of matchers may run at once, each with what is `known` to it from earlier rounds. Raises
    DynamoError, InvalidFieldError.
    """
    return strategy_named(router.strategy)(router, known)


def queue_assign(router: Router, *, queue: QueueKey) -> Assignment | Conflict | None:
    """Gives the longest-waiting agent of one queue a new call, in progress at once.

    None if no agent waits there. Guarded by the versions of the queues it changes, so the depths and versions
    answered are exactly those before and after; starts again if one of them changed, and answers a Conflict
    after `MAX_ATTEMPTS` lost races. Raises InvalidFieldError for a queue of chats, DynamoError.
    """
    if queue.channel:
        raise InvalidFieldError("queue", str(queue), "no chat queue: a chat belongs to a conversation")
    for _ in range(MAX_ATTEMPTS):
        entry = next(iter(_head(router, queue)), None)
        if entry is None:
            return None
        assignment = _assign(router, entry)
        if assignment is not None:
            return assignment
    return Conflict(f"others changed its queues {MAX_ATTEMPTS} times meanwhile; try again")


def _head(router: Router, queue: QueueKey) -> list[AgentEntry]:
    return store.read_agent_entries(router.table, queue, limit=1, newest_first=queue in router.newest_first)


def _assign(router: Router, entry: AgentEntry) -> Assignment | None:
    queues = entry.queues
    before = store.snapshot_queue_infos(router.table, queues)
    agent = store.read_agent(router.table, entry.agent_id)
    if agent is None or agent.status is not AgentStatus.QUEUED or agent.ticket != entry.ticket:
        return None
    changes = ChangeSet(router.new_id(), router.skills)
    call = changes.call(None, _direct_call(router, entry.queue, agent))
    changes.agent(agent, _attending(agent, call))
    names = tuple(map(str, queues))
    event = Event(
        EventKind.CALL_ACCEPTED,
        router.clock(),
        agent.agent_id,
        call.call_id,
        names,
        queue=str(router.queue_of(call)),
    )
    if router.origin:
        changes.log([event], origin=router.origin)
    transaction = changes.transaction(versions={queue: info.version for queue, info in before.items()})
    if isinstance(router.table.commit(transaction), Refused):
        return None
    router.emit([event])
    now = {queue: QueueInfo(queue, info.version + 1, info.depth - 1) for queue, info in before.items()}
    deleted = tuple(keys.agent_entry_key(one, entry.ticket) for one in queues)
    return Assignment(entry, call, before, now, deleted)


def _direct_call(router: Router, queue: QueueKey, agent: Agent) -> Call:
    at = router.clock()
    asked_for = call_queue(queue.language, queue.gender, queue.topic)
    return Call(
        call_id=router.new_id(),
        language=queue.language,
        gender=queue.gender,
        topic=queue.topic,
        source="direct assignment",
        status=CallStatus.IN_PROGRESS,
        status_since=at,
        created_at=at,
        offered_at=at,
        answered_at=at,
        until=after(at, router.policies.of(asked_for).talk_limit_seconds),
        agent_id=agent.agent_id,
        attempts=1,
        notes=(Note(at, EventKind.CALL_ACCEPTED, agent.agent_id),),
    )


def _attending(agent: Agent, call: Call) -> Agent:
    attending = replace(agent, call_id=call.call_id, missed_offers=0)
    return attending.moved(AgentStatus.ATTENDING_CALL, at=call.status_since, until=call.until)
