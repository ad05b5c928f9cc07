"""Heads of queues for matching, and the agents that calls name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from routing.matching.planning import Entry, Head
from routing.model.agents import BUSY_WITH_CALLS, person_id
from routing.model.calls import REMEMBERED_TRIED
from routing.model.queues import AgentEntry, CallEntry, QueueKey, turn
from routing.router import Router
from routing.storage import store
from routing.storage.entries import agent_entry

# Heads of this length fill several transactions; longer ones cost as much per match, and go stale.
HEAD_LENGTH = 40
# Read beyond the depths: some of the first may be gone by then, or have been tried for a call.
SPARE = REMEMBERED_TRIED


def read_head(
    router: Router, queue: QueueKey, read: Callable[..., list[Entry]], *, limit: int
) -> Head[Entry]:
    """The first entries of a queue.

    Calls that wait for one agent only must not hide those behind them: if they are half of the head, a longer
    one is read.
    """
    newest_first = queue in router.newest_first
    entries = read(router.table, queue, limit=limit, newest_first=newest_first)
    asks_for_one = sum(isinstance(entry, CallEntry) and bool(entry.preferred_agent) for entry in entries)
    if len(entries) == limit and 2 * asks_for_one > limit:
        return read_head(router, queue, read, limit=2 * limit)
    return Head(tuple(entries), whole=len(entries) < limit, newest_first=newest_first)


def up_to(last: int | None, head: Head[Entry]) -> Head[Entry]:
    """Without the entries that have later tickets than the last, if that is known."""
    if last is None or all(entry.ticket <= last for entry in head.entries):
        return head
    return replace(head, entries=tuple(entry for entry in head.entries if entry.ticket <= last))


def may_decide(
    all_calls: Mapping[QueueKey, Head[CallEntry]],
    calls: Mapping[QueueKey, Head[CallEntry]],
    all_agents: Mapping[QueueKey, Head[AgentEntry]],
    agents: Mapping[QueueKey, Head[AgentEntry]],
) -> bool:
    """Whether entries left out could decide what others get; of each side all that was read, and what counts.

    So could a call of a higher priority, the newest of a queue that is served from its end, and any agent if
    there is a call that was tried with others. All others come after those that count.
    """
    agent_is_left_out = any(agents[queue] is not head for queue, head in all_agents.items())
    is_tried = any(entry.tried for head in calls.values() for entry in head.entries)
    return (
        _goes_before(all_calls, calls) or _goes_before(all_agents, agents) or (agent_is_left_out and is_tried)
    )


def _goes_before(found: Mapping[QueueKey, Head[Entry]], counting: Mapping[QueueKey, Head[Entry]]) -> bool:
    """Whether an entry left out comes before any that counts."""
    left_out = [
        turn(entry, newest_first=head.newest_first)
        for queue, head in found.items()
        for entry in set(head.entries).difference(counting[queue].entries)
    ]
    last = [kept.rank_at(-1) for kept in counting.values() if kept.entries]
    return bool(left_out) and bool(last) and min(left_out) < max(last)


def asked_for(heads: Iterable[Head[CallEntry]]) -> set[str]:
    """The preferred agents of the calls in these heads, by id."""
    return {entry.preferred_agent for head in heads for entry in head.entries if entry.preferred_agent}


def busy_with_calls(router: Router, entries: Iterable[AgentEntry]) -> set[str]:
    """The chat rows among these whose agents have a call, where that keeps chats away; one read at most."""
    if router.chats_during_calls:
        return set()
    rows = {entry.agent_id for entry in entries if entry.queue.channel}
    people = store.read_agents_by_id(router.table, {*map(person_id, rows)}) if rows else ()
    busy = {person.agent_id for person in people if person.status in BUSY_WITH_CALLS}
    return {row for row in rows if person_id(row) in busy}


def preferred_agents(
    router: Router, heads: Iterable[Head[CallEntry]], *, last: int | None = None
) -> dict[str, AgentEntry]:
    """The preferred agents of these calls who wait with a ticket up to the last; one read at most."""
    wanted = asked_for(heads)
    found = store.read_agents_by_id(router.table, wanted) if wanted else ()
    entries = (agent_entry(agent) for agent in found)
    return {entry.agent_id: entry for entry in entries if entry and (last is None or entry.ticket <= last)}
