"""Owns the published strategy: a snapshot of the agent queues, one match, guarded by their versions.

The steps are those AWS described for call-centre routing on DynamoDB transactions: read all agent queue
infos in one transaction, query the wanted queue, commit on condition that none of the agent's queues has
changed, start again if one has. The published solution has no calls in the table; here the oldest call is
found by its queues' heads and guarded by conditions on itself. It is kept as the measure for the default
strategy, and tested by the same cases.
"""

from collections.abc import Callable, Iterable, Mapping

from dynamo.transaction import MAX_ITEMS, Refused
from routing import store
from routing.change_set import ChangeSet
from routing.events import call_offered
from routing.exceptions import InvalidFieldError
from routing.matching import Entry, Head, Rank
from routing.outcomes import Match, Round
from routing.queues import QueueInfo, QueueKey
from routing.router import Router

# Far above what any measured contention needed; only a ghost in a queue can use it up.
MAX_ATTEMPTS = 200


def match_one(router: Router) -> Round:
    """Makes at most one match; each refused commit counts as one conflict.

    An empty round means that no waiting call fits a waiting agent, or that `MAX_ATTEMPTS` commits were
    refused. Raises DynamoError, and InvalidFieldError where there are more queues than one snapshot can read.
    """
    for conflicts in range(MAX_ATTEMPTS):
        infos = snapshot(router)
        calls = store.read_call_queue_infos(router.table)
        fitting = _fitting(router, infos, calls)
        if not fitting:
            return Round((), conflicts)
        match = _oldest_pair(router, fitting)
        if match is not None and _commit(router, match, {**infos, **calls}):
            return Round((match,), conflicts)
    return Round((), MAX_ATTEMPTS)


def snapshot(router: Router) -> dict[QueueKey, QueueInfo]:
    """Every agent queue's version and depth at one moment. Raises InvalidFieldError above 100 queues."""
    queues = router.skills.agent_queues
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
    """The call queues in which somebody waits for whom somebody fits, with the agent queues of those."""
    fitting = {
        queue: tuple(other for other in router.skills.fitting.get(queue, ()) if infos[other].depth > 0)
        for queue, info in calls.items()
        if info.depth > 0
    }
    return {queue: others for queue, others in fitting.items() if others}


def _oldest_pair(router: Router, fitting: Mapping[QueueKey, Iterable[QueueKey]]) -> Match | None:
    """The first of all these calls, with the agent who has waited longest for it; None if they just left."""
    call = _first(router, fitting, store.read_call_entries)
    agent = call and _first(router, fitting[call.queue], store.read_agent_entries)
    return Match(call, agent) if call and agent else None


def _first(router: Router, queues: Iterable[QueueKey], read: Callable[..., list[Entry]]) -> Entry | None:
    """The entry that comes first at the heads of these queues."""
    found: list[tuple[Rank, Entry]] = []
    for queue in queues:
        newest_first = queue in router.newest_first
        entries = read(router.table, queue, limit=1, newest_first=newest_first)
        head = Head(tuple(entries), whole=False, newest_first=newest_first)
        found += [(head.rank_at(0), entry) for entry in entries]
    return min(found, key=lambda one: one[0])[1] if found else None


def _commit(router: Router, match: Match, infos: Mapping[QueueKey, QueueInfo]) -> bool:
    at = router.clock()
    changes = ChangeSet(router.new_id(), router.skills)
    changes.match(match, at=at)
    versions = {queue: info.version for queue, info in infos.items()}
    if isinstance(router.table.commit(changes.transaction(versions=versions)), Refused):
        return False
    router.emit([call_offered(match, at)])
    return True
