"""Selectors of the core: agents, calls, queues and totals as plain dataclasses."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from routing.exceptions import UnreadableItemError
from routing.matching import batched
from routing.matching.heads import HEAD_LENGTH
from routing.model.agent_minutes import KEPT, AgentMinute
from routing.model.agents import Agent
from routing.model.calls import MAX_TEXT_LENGTH, SET_ASIDE, Call, CallStatus
from routing.model.outcomes import Match
from routing.model.queues import AGENT_SIDE, CHAT, AgentEntry, CallEntry, QueueInfo, QueueKey, turn
from routing.model.service_level import answered_within
from routing.model.trail import TrailEntry
from routing.router import Router
from routing.services.lease import lease_trouble
from routing.storage import store
from routing.storage.passed_over import passed_over

# More than a person can work through.
MOST_DEAD_LETTERS = 10_000
# Calls read of each other queue to count those ahead.
MOST_AHEAD = 200
ONE_HOUR = timedelta(hours=1)


def agents(router: Router, *, consistent: bool = True, known: store.Agents = store.NOBODY) -> list[Agent]:
    """Every agent, by name; `known` ones are kept. Not `consistent`, it costs half and may lag; so below."""
    found = store.read_agents(router.table, consistent=consistent, known=known)
    return sorted(found, key=lambda agent: (agent.name, agent.agent_id))


def agent_minutes(router: Router) -> list[AgentMinute]:
    """Agents by status at the end of each minute of the last hour that a feed counted, the oldest first."""
    now = router.clock()
    kept = (minute for minute in store.read_agent_minutes(router.table) if now - KEPT <= minute.began <= now)
    return sorted(kept, key=lambda minute: minute.began)


def dispatcher_trouble(router: Router) -> str:
    """Reason why no dispatcher leads, in words; empty if one does or did a moment ago (a restart)."""
    return lease_trouble(router)


def unreadable_items() -> list[UnreadableItemError]:
    """Items that could not be read, left out by this process within the last minute, by key."""
    return passed_over.recent()


def agents_by_id(router: Router, agent_ids: Iterable[str]) -> list[Agent]:
    """The agents with these ids that exist."""
    return store.read_agents_by_id(router.table, agent_ids)


def named(
    router: Router, agents: Iterable[str], calls: Iterable[str], keys: Iterable[QueueKey], *, consistent: bool
) -> store.Named:
    """The agents and calls with these ids, and the queue infos with these keys, that exist."""
    return store.read_named(router.table, agents, calls, keys, consistent=consistent)


def agent(router: Router, agent_id: str) -> Agent | None:
    """The agent, or None; no id is longer than a key of the table holds."""
    return store.read_agent(router.table, agent_id) if len(agent_id) <= MAX_TEXT_LENGTH else None


def calls(router: Router, call_ids: Iterable[str]) -> list[Call]:
    """The calls with these ids that exist."""
    return store.read_calls_by_id(router.table, call_ids)


def call(router: Router, call_id: str) -> Call | None:
    """The call, or None; as above."""
    return store.read_call(router.table, call_id) if len(call_id) <= MAX_TEXT_LENGTH else None


def dead_letters(router: Router, *, limit: int = 1000) -> list[Call]:
    """The dead letters, the oldest first, up to the limit; the newest may be missing for a moment."""
    return store.read_dead_letters(router.table, limit=limit)


def new_calls(router: Router, *, limit: int = 50) -> list[Call]:
    """The created calls not queued yet, the oldest first, among the first `limit` due of each group."""
    return store.read_new_calls(router.table, limit=limit)


def dead_letter_count(router: Router, *, most: int = 100) -> int:
    """The number of dead letters, counted up to `most`. One query of the index."""
    return store.count_dead_letters(router.table, most=most)


def ended_calls(
    router: Router, *, hours: int = 24, limit: int = 500, until: datetime | None = None
) -> list[Call]:
    """The calls that ended in the last hours, the newest first, up to the limit. A query for each hour.

    The hours are those before `until`, or before now. Calls that ended just now may be missing for a moment.
    """
    at, found = until or router.clock(), list[Call]()
    for hour in range(hours + 1):
        if len(found) < limit:
            wanted = at - timedelta(hours=hour)
            found += store.read_ended(router.table, wanted, limit=limit - len(found), until=until)
    return found


def ended_within_hour(router: Router, hour: datetime) -> list[Call]:
    """Every call that ended in the hour (of UTC) of a moment, perhaps without those that ended just now."""
    return store.read_ended(router.table, hour)


def ended_call_ids(router: Router, hour: datetime, *, since: datetime) -> list[str]:
    """The ids of those that ended since a moment. Reads the index only."""
    return store.read_ended_ids(router.table, hour, since=since)


def living_calls(router: Router, *, waiting: int = 500) -> list[Call]:
    """The waiting calls in order of service, up to the limit; then those ringing or in progress."""
    infos = store.read_call_queue_infos(router.table).values()
    heads = (queue_entries(router, info.key, limit=waiting) for info in infos if info.depth > 0)
    entries = sorted((entry for head in heads for entry in head), key=lambda entry: _turn(router, entry))
    ids = [entry.call_id for entry in entries if isinstance(entry, CallEntry)][:waiting]
    with_agents = {call_id for agent in store.read_agents(router.table) for call_id in agent.call_ids}
    found = {call.call_id: call for call in calls(router, with_agents.union(ids))}
    others = [call for call in found.values() if call.status in (CallStatus.OFFERED, CallStatus.IN_PROGRESS)]
    served = sorted(others, key=lambda call: (call.status is CallStatus.IN_PROGRESS, call.status_since))
    return [*(found[one] for one in ids if one in found and found[one].status is CallStatus.QUEUED), *served]


def calls_since(router: Router, since: datetime) -> Iterator[Call]:
    """Every active call, dead letter, and call that ended after a moment; some twice. Ended ones by the hour.

    In this order, so that a call that ends meanwhile is not missed; one that ended just now may be.
    """
    living = {entry.call_id for entry in waiting_calls(router)}
    living |= {call_id for agent in store.read_agents(router.table) for call_id in agent.call_ids}
    yield from store.read_calls_by_id(router.table, living)
    yield from dead_letters(router, limit=MOST_DEAD_LETTERS)
    at = router.clock()
    while at > since - timedelta(hours=1):
        yield from store.read_ended(router.table, at)
        at -= timedelta(hours=1)


def audit_trail_between(
    router: Router, since: datetime, until: datetime, *, limit: int = 500
) -> list[TrailEntry]:
    """The audit entries from one moment until before another, the newest first, up to the limit.

    Reads hour by hour, so a day of any time zone costs no more than its own hours.
    """
    found: list[TrailEntry] = []
    hour = (until.astimezone(UTC) - datetime.resolution).replace(minute=0, second=0, microsecond=0)
    while hour + ONE_HOUR > since and len(found) < limit:
        # In the hour that `until` divides, later entries must not use up the limit.
        most = limit if hour + ONE_HOUR <= until else None
        entries = store.read_trail(router.table, hour.date(), hour=hour.hour, limit=most)
        found += [entry for entry in entries if since <= entry.at < until]
        hour -= ONE_HOUR
    return found[:limit]


def all_calls(router: Router) -> Iterator[Call]:
    """Every call in the table, in no order. Reads the whole table."""
    return store.scan_calls(router.table)


def agent_queue_infos(router: Router, *, consistent: bool = True) -> list[QueueInfo]:
    """Version and depth of every agent queue, in the order of the skills; of chats only queues in use."""
    found = store.read_agent_queue_infos(router.table, consistent=consistent)
    return _complete((*router.skills.agent_queues, *router.skills.agent_queues_of(CHAT)), found)


def call_queue_infos(router: Router, *, consistent: bool = True) -> list[QueueInfo]:
    """Version and depth of every call queue, in the order of the skills; of chats only queues in use."""
    found = store.read_call_queue_infos(router.table, consistent=consistent)
    return _complete((*router.skills.call_queues, *router.skills.call_queues_of(CHAT)), found)


def queue_entries(
    router: Router, queue: QueueKey, *, limit: int | None = None
) -> Sequence[AgentEntry | CallEntry]:
    """The entries of a queue, in order of service."""
    newest_first = queue in router.newest_first
    if queue.side == AGENT_SIDE:
        return store.read_agent_entries(router.table, queue, limit=limit, newest_first=newest_first)
    return store.read_call_entries(router.table, queue, limit=limit, newest_first=newest_first)


def longest_waits(router: Router, infos: Iterable[QueueInfo]) -> dict[QueueKey, datetime]:
    """The start of the longest wait in each of these queues that is not empty.

    Of a call queue the first `MOST_AHEAD` are read. One read for each queue.
    """
    found: dict[QueueKey, datetime] = {}
    for queue in (info.key for info in infos if info.depth > 0):
        entries: Sequence[AgentEntry | CallEntry] = (
            store.read_agent_entries(router.table, queue, limit=1)
            if queue.side == AGENT_SIDE
            else store.read_call_entries(router.table, queue, limit=MOST_AHEAD)
        )
        if entries:
            found[queue] = min(entry.waiting_since for entry in entries)
    return found


def next_matches(router: Router) -> list[Match]:
    """The first matches that the strategy would commit now, in order. Commits nothing.

    Both strategies give the same answer; `published` would make the first match and read again.
    """
    return batched.next_matches(router)


def first_in_line(router: Router, queue: QueueKey) -> AgentEntry | CallEntry | None:
    """The match of the next entry of a queue: the first of the other side that fits.

    None if none waits, or only calls for one preferred agent. One read for each queue that fits.
    """
    heads = (queue_entries(router, other, limit=HEAD_LENGTH) for other in fitting_queues(router, queue))
    entries = (entry for head in heads for entry in head)
    free = [entry for entry in entries if isinstance(entry, AgentEntry) or not entry.preferred_agent]
    return min(free, key=lambda entry: _turn(router, entry), default=None)


def calls_ahead(router: Router, waiting: Sequence[CallEntry]) -> list[int]:
    """The number of calls ahead of each of these calls, the first of one queue in their order.

    Counts its own queue and all that compete for the same agents. One read for each.
    """
    if not waiting:
        return []
    own = waiting[0].queue
    wanted = set(fitting_queues(router, own))
    rivals = [queue for queue in router.skills.fitting if wanted & set(fitting_queues(router, queue))]
    heads = [queue_entries(router, queue, limit=MOST_AHEAD) for queue in rivals if queue != own]
    turns = [_turn(router, entry) for head in heads for entry in head]
    return [place + sum(turn < _turn(router, entry) for turn in turns) for place, entry in enumerate(waiting)]


def waiting_calls(router: Router, *, consistent: bool = True) -> list[CallEntry]:
    """Every waiting call, in order of service; with `consistent` off, queues may be missed."""
    infos = store.read_call_queue_infos(router.table, consistent=consistent)
    waiting = [info.key for info in infos.values() if info.depth > 0]
    entries = (entry for queue in waiting for entry in store.read_call_entries(router.table, queue))
    return sorted(entries, key=lambda entry: _turn(router, entry))


@dataclass(frozen=True)
class Totals:
    """Calls created since a moment, by outcome. Every offered call is in one other count.

    `set_aside` are those removed, rejected or dead letters; `within_target` are the answered ones that waited
    at most the target.
    """

    offered: int = 0
    answered: int = 0
    abandoned: int = 0
    set_aside: int = 0
    waiting: int = 0
    within_target: int = 0


def totals(router: Router, *, target_seconds: float, since: datetime | None = None) -> Totals:
    """Counts the calls queued since a moment (all if None). Reads the whole table."""
    counted = [
        one for one in all_calls(router) if one.queued_at and (since is None or one.queued_at >= since)
    ]
    answered = [one for one in counted if one.answered_at]
    others = [one for one in counted if not one.answered_at]
    abandoned = sum(one.status is CallStatus.ABANDONED for one in others)
    set_aside = sum(one.status in SET_ASIDE for one in others)
    return Totals(
        offered=len(counted),
        answered=len(answered),
        abandoned=abandoned,
        set_aside=set_aside,
        waiting=len(others) - abandoned - set_aside,
        within_target=sum(answered_within(one, target_seconds) for one in answered),
    )


def fitting_queues(router: Router, queue: QueueKey) -> tuple[QueueKey, ...]:
    """The queues of the other side that match a queue."""
    fitting = router.skills.fitting
    if queue.side == AGENT_SIDE:
        return tuple(other for other, agents_wanted in fitting.items() if queue in agents_wanted)
    return fitting.get(queue, ())


def _turn(router: Router, entry: AgentEntry | CallEntry) -> tuple[int, int]:
    return turn(entry, newest_first=entry.queue in router.newest_first)


def _complete(queues: Iterable[QueueKey], found: dict[QueueKey, QueueInfo]) -> list[QueueInfo]:
    known = {one: QueueInfo(one, 0, 0) for one in queues if one in found or not one.channel}
    return [*(known | {one: info for one, info in found.items() if info.depth > 0 or one in known}).values()]
