"""Published strategy: a snapshot of the agent queues, one match, guarded by their versions.

The steps are those AWS described for call-centre routing on DynamoDB transactions: read all agent queue infos
in one transaction, query the wanted queue, commit on condition that none of the agent's queues has changed,
start again if one has. The published solution has no calls in the table; here the oldest call is found by the
heads of the call queues and guarded by conditions on itself. It is the measure for the default strategy, and
tested by the same cases.
"""

from collections.abc import Callable, Collection, Iterable, Mapping

from dynamo.transaction import MAX_ITEMS, Refused
from routing.exceptions import InvalidFieldError
from routing.matching.heads import HEAD_LENGTH, preferred_agents, read_head
from routing.matching.planning import Entry, Head, plan
from routing.model.deadlines import due_by
from routing.model.events import matched
from routing.model.outcomes import Match, Round
from routing.model.queues import CALLS, CallEntry, QueueInfo, QueueKey
from routing.router import Router
from routing.storage import store
from routing.storage.change_set import ChangeSet

# Far above the need of any measured contention; only an entry without an agent can use it up.
MAX_ATTEMPTS = 200


def match_one(router: Router) -> Round:
    """Makes at most one match; each refused commit counts as one conflict.

    An empty round means that no waiting call fits a waiting agent, or that `MAX_ATTEMPTS` commits were
    refused. Raises DynamoError, and InvalidFieldError with more queues than one snapshot can read.
    """
    for conflicts in range(MAX_ATTEMPTS):
        calls = store.read_call_queue_infos(router.table)
        infos = snapshot(router, {CALLS, *(queue.channel for queue, info in calls.items() if info.depth > 0)})
        fitting = _fitting(router, infos, calls)
        if not fitting:
            return Round((), conflicts)
        pair = _oldest_pair(router, fitting)
        if pair == []:
            return Round((), conflicts)
        if pair and _commit(router, pair[0], {**infos, **calls}):
            return Round(tuple(pair), conflicts)
    return Round((), MAX_ATTEMPTS)


def snapshot(router: Router, channels: Collection[str] = (CALLS,)) -> dict[QueueKey, QueueInfo]:
    """Every agent queue's version and depth at one moment. Raises InvalidFieldError above 100 queues."""
    queues = [queue for channel in sorted(channels) for queue in router.skills.agent_queues_of(channel)]
    if len(queues) > MAX_ITEMS:
        raise InvalidFieldError(
            "MATCHING_STRATEGY",
            "published",
            f"it reads all agent queues in one snapshot of at most {MAX_ITEMS}, and there are {len(queues)}; "
            "choose batched",
        )
    return store.snapshot_queue_infos(router.table, queues)


def _fitting(
    router: Router, infos: Mapping[QueueKey, QueueInfo], calls: Mapping[QueueKey, QueueInfo]
) -> dict[QueueKey, tuple[QueueKey, ...]]:
    """The call queues with a waiting call and a fitting waiting agent, with the agent queues that fit."""
    fitting = {
        queue: tuple(other for other in router.skills.fitting.get(queue, ()) if infos[other].depth > 0)
        for queue, info in calls.items()
        if info.depth > 0
    }
    return {queue: others for queue, others in fitting.items() if others}


def _oldest_pair(router: Router, fitting: Mapping[QueueKey, Collection[QueueKey]]) -> list[Match] | None:
    """The first of all these calls, with the agent who has waited longest for it.

    Empty if each waits for a preferred agent who is not there; None if they just left.
    """
    calls = _heads(router, fitting, store.read_call_entries, limit=1)
    ranks = {queue: head.rank_at(0) for queue, head in calls.items() if head.entries}
    if not ranks:
        return None
    first = min(ranks, key=lambda queue: ranks[queue])
    if not all(_is_plain(head.entries[0]) for head in calls.values() if head.entries):
        return _from_longer_heads(router, fitting)
    agents = _heads(router, fitting[first], store.read_agent_entries, limit=1)
    return plan({first: calls[first]}, agents, fitting, limit=1) or None


def _is_plain(call: CallEntry) -> bool:
    return not call.tried and not call.preferred_agent


def _from_longer_heads(router: Router, fitting: Mapping[QueueKey, Collection[QueueKey]]) -> list[Match]:
    """The same if a first call waits for one agent only, or has been tried with the first agents."""
    calls = _heads(router, fitting, store.read_call_entries, limit=HEAD_LENGTH)
    queues = {other for others in fitting.values() for other in others}
    agents = _heads(router, queues, store.read_agent_entries, limit=HEAD_LENGTH)
    preferred = preferred_agents(router, calls.values())
    return plan(calls, agents, fitting, preferred=preferred, limit=1)


def _heads(
    router: Router, queues: Iterable[QueueKey], read: Callable[..., list[Entry]], *, limit: int
) -> dict[QueueKey, Head[Entry]]:
    return {queue: read_head(router, queue, read, limit=limit) for queue in queues}


def _commit(router: Router, match: Match, infos: Mapping[QueueKey, QueueInfo]) -> bool:
    at = router.clock()
    changes = ChangeSet(router.new_id(), router.skills)
    changes.match(match, at=at, until=due_by(router.policies, match, at))
    versions = {queue: info.version for queue, info in infos.items()}
    if isinstance(router.table.commit(changes.transaction(versions=versions)), Refused):
        return False
    router.emit(matched([match], at))
    return True
