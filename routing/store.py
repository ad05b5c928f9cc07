"""Owns the core's reads, all strongly consistent, and the reserving of tickets. It writes nothing else."""

from collections.abc import Iterable, Iterator, Sequence

from dynamo.items import Attributes, Key, key_of
from dynamo.table import Table
from routing import call_items, items, keys
from routing.agents import Agent
from routing.calls import HIGHEST_PRIORITY, LOWEST_PRIORITY, Call, CallStatus
from routing.queues import AGENT_SIDE, AgentEntry, CallEntry, QueueInfo, QueueKey


def read_agent(table: Table, agent_id: str) -> Agent | None:
    """The agent, or None. One read."""
    item = table.get(keys.agent_key(agent_id))
    return items.agent_from(item) if item else None


def read_agents(table: Table) -> list[Agent]:
    """Every agent, by id."""
    return [items.agent_from(item) for item in table.query(keys.ALL_AGENTS, prefix=keys.AGENT_PREFIX)]


def read_agents_by_id(table: Table, agent_ids: Iterable[str]) -> list[Agent]:
    """The agents with these ids that exist, in no particular order."""
    found = table.get_many([keys.agent_key(agent_id) for agent_id in agent_ids])
    return [items.agent_from(item) for item in found.values()]


def read_call(table: Table, call_id: str) -> Call | None:
    """The call, or None. One read."""
    item = table.get(keys.call_key(call_id))
    return call_items.call_from(item) if item else None


def read_calls_by_id(table: Table, call_ids: Iterable[str]) -> list[Call]:
    """The calls with these ids that exist, in no particular order."""
    found = table.get_many([keys.call_key(call_id) for call_id in call_ids])
    return [call_items.call_from(item) for item in found.values()]


def scan_calls(table: Table) -> Iterator[Call]:
    """Every call ever kept, read page by page from the whole table: for reports, not for routing."""
    for item in table.scan():
        if str(item["pk"]).startswith(keys.CALL_PREFIX):
            yield call_items.call_from(item)


def read_agent_queue_infos(table: Table) -> dict[QueueKey, QueueInfo]:
    """All agent queues' versions and depths; each is consistent in itself, not with the others."""
    return _infos(table.query(keys.ALL_QUEUES))


def read_queue_info(table: Table, queue: QueueKey) -> QueueInfo:
    """One queue's version and depth. One read."""
    item = table.get(keys.queue_info_key(queue))
    return items.queue_info_from(item) if item else QueueInfo(queue, 0, 0)


def read_dead_letters(table: Table, *, limit: int) -> list[Call]:
    """The dead letters, the oldest first, as far as the index knows them already."""
    found = table.get_many(table.pending(keys.DEAD_LETTERS, limit=limit))
    calls = [call_items.call_from(item) for item in found.values()]
    dead = [call for call in calls if call.status is CallStatus.DEAD_LETTERED]
    return sorted(dead, key=lambda call: (call.status_since, call.call_id))


def read_call_queue_infos(table: Table) -> dict[QueueKey, QueueInfo]:
    """All call queues' versions and depths; each is consistent in itself, not with the others."""
    return _infos(table.query(keys.ALL_CALL_QUEUES))


def snapshot_queue_infos(table: Table, queues: Sequence[QueueKey]) -> dict[QueueKey, QueueInfo]:
    """The infos of at most 100 queues at one moment."""
    found = table.snapshot([keys.queue_info_key(queue) for queue in queues])
    present = _infos(found.values())
    return {queue: present.get(queue, QueueInfo(queue, 0, 0)) for queue in queues}


def read_agent_entries(
    table: Table, queue: QueueKey, *, limit: int | None = None, newest_first: bool = False
) -> list[AgentEntry]:
    """The first entries of an agent queue, in its order."""
    rows = table.query(str(queue), limit=limit, newest_first=newest_first)
    return [items.agent_entry_from(row) for row in rows]


def read_call_entries(
    table: Table, queue: QueueKey, *, limit: int | None = None, newest_first: bool = False
) -> list[CallEntry]:
    """The first entries of a call queue, in its order: priority goes first at either end."""
    if not newest_first:
        return [call_items.call_entry_from(row) for row in table.query(str(queue), limit=limit)]
    rows: list[Attributes] = []
    # The far end of the whole queue would be its lowest priority, so each priority is read by itself.
    for priority in range(HIGHEST_PRIORITY, LOWEST_PRIORITY + 1):
        missing = None if limit is None else limit - len(rows)
        if missing != 0:
            band = keys.call_band(priority)
            rows += table.query(str(queue), limit=missing, newest_first=True, prefix=band)
    return [call_items.call_entry_from(row) for row in rows]


def reserve_tickets(table: Table, side: str, count: int = 1) -> range:
    """The next tickets of one side, ascending; a lost reply costs a gap, never a ticket given twice."""
    counter: Key = keys.AGENT_TICKETS if side == AGENT_SIDE else keys.CALL_TICKETS
    last = table.add(counter, "Next", count)
    return range(last - count + 1, last + 1)


def last_tickets(table: Table) -> tuple[int, int]:
    """The last ticket reserved so far for agents, and for calls. One read."""
    last = {key_of(row): row["Next"] for row in table.query(keys.TICKETS)}
    return int(str(last.get(keys.AGENT_TICKETS, 0))), int(str(last.get(keys.CALL_TICKETS, 0)))


def _infos(rows: Iterable[Attributes]) -> dict[QueueKey, QueueInfo]:
    infos = [items.queue_info_from(row) for row in rows]
    return {info.key: info for info in infos}
