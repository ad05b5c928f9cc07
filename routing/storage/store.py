"""Reads of the core. Writes nothing.

All are strongly consistent except those through the index, and those told not to be. An unreadable item,
which only another program can have written, is left out of a list and logged, so that one bad item stops
nothing else; a read of it alone raises UnreadableItemError.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from types import MappingProxyType
from typing import TypeVar

from dynamo.items import Attributes, Key
from dynamo.table import Table
from routing.exceptions import UnreadableItemError
from routing.model.agent_minutes import AgentMinute
from routing.model.agents import Agent
from routing.model.calls import HIGHEST_PRIORITY, LOWEST_PRIORITY, Call, CallStatus
from routing.model.command import Command, KeptCommand
from routing.model.queues import AgentEntry, CallEntry, QueueInfo, QueueKey
from routing.model.trail import TrailEntry
from routing.storage import agent_items as items
from routing.storage import call_items, keys
from routing.storage.attributes import to_text
from routing.storage.command_items import command_from
from routing.storage.minute_items import agent_minute_from
from routing.storage.passed_over import passed_over
from routing.storage.ticket_items import last_ticket
from routing.storage.trail_items import trail_from

T = TypeVar("T")
Named = tuple[list[Agent], list[Call], list[QueueInfo]]
Agents = Mapping[str, Agent]
"""Agents by id."""

NOBODY: Agents = MappingProxyType({})


def read_agent(table: Table, agent_id: str) -> Agent | None:
    """The agent, or None. One read."""
    return _one(table, keys.agent_key(agent_id), items.agent_from)


def read_former_agents(table: Table, agent_ids: Iterable[str]) -> list[Agent]:
    """The removed agents with these ids."""
    found = table.get_many(keys.former_agent_key(agent_id) for agent_id in agent_ids)
    return [*_readable(found.values(), items.former_agent_from)]


def read_agents(table: Table, *, consistent: bool = True, known: Agents = NOBODY) -> list[Agent]:
    """Every agent, by id; one that is still as `known` is that object."""
    found = table.query(keys.ALL_AGENTS, prefix=keys.AGENT_PREFIX, consistent=consistent)
    return [*_readable(found, partial(items.agent_unless_known, known))]


def read_agents_by_id(table: Table, agent_ids: Iterable[str]) -> list[Agent]:
    """The agents with these ids that exist, in no particular order."""
    found = table.get_many([keys.agent_key(agent_id) for agent_id in agent_ids])
    return [*_readable(found.values(), items.agent_from)]


def read_call(table: Table, call_id: str) -> Call | None:
    """The call, or None. One read."""
    return _one(table, keys.call_key(call_id), call_items.call_from)


def read_command(table: Table, command: Command) -> KeptCommand | None:
    """The outcome kept under a command's key, of this command or another, or None. One read."""
    return _one(table, keys.command_key(command.key, command.part), command_from)


def read_calls_by_id(table: Table, call_ids: Iterable[str]) -> list[Call]:
    """The calls with these ids that exist, in no particular order."""
    found = table.get_many([keys.call_key(call_id) for call_id in call_ids])
    return [*_readable(found.values(), call_items.call_from)]


def read_named(
    table: Table,
    agent_ids: Iterable[str],
    call_ids: Iterable[str],
    queues: Iterable[QueueKey] = (),
    *,
    consistent: bool = True,
) -> Named:
    """The agents, calls and queue infos with these names that exist, in no particular order.

    One read for each 100.
    """
    of_agents = {*map(keys.agent_key, agent_ids)}
    of_calls = {*map(keys.call_key, call_ids)}
    of_queues = {*map(keys.queue_info_key, queues)}
    found = table.get_many([*of_agents, *of_calls, *of_queues], consistent=consistent)
    agents = (item for key, item in found.items() if key in of_agents)
    calls = (item for key, item in found.items() if key in of_calls)
    infos = _infos(item for key, item in found.items() if key in of_queues)
    return (
        [*_readable(agents, items.agent_from)],
        [*_readable(calls, call_items.call_from)],
        [*infos.values()],
    )


def scan_calls(table: Table) -> Iterator[Call]:
    """Every call, read page by page from the whole table: for reports, not for routing."""
    stored = (item for item in table.scan() if str(item["pk"]).startswith(keys.CALL_PREFIX))
    yield from _readable(stored, call_items.call_from)


def read_agent_queue_infos(table: Table, *, consistent: bool = True) -> dict[QueueKey, QueueInfo]:
    """All agent queues' versions and depths; each is consistent in itself, not with the others."""
    return _infos(table.query(keys.ALL_QUEUES, consistent=consistent))


def read_depths(table: Table, queues: Sequence[QueueKey]) -> dict[QueueKey, int]:
    """The depth of each of at most 100 queues. One read; none without a queue."""
    found = table.get_many([keys.queue_info_key(queue) for queue in queues]) if queues else {}
    return {info.key: info.depth for info in _infos(found.values()).values()}


def read_arrival(
    table: Table, *, call_id: str | None, agent_id: str, queues: Sequence[QueueKey]
) -> tuple[Call | None, Agent | None, dict[QueueKey, int]]:
    """State for an enqueue: the call itself, its preferred agent, the depths of queues on its way.

    At most one read: only what is named is read.
    """
    of_call, of_agent = keys.call_key(call_id or ""), keys.agent_key(agent_id)
    wanted = [key for key, named in ((of_call, call_id), (of_agent, agent_id)) if named]
    wanted += [keys.queue_info_key(queue) for queue in queues]
    found = table.get_many(wanted) if wanted else {}
    stored_call, stored_agent = found.pop(of_call, None), found.pop(of_agent, None)
    call = call_items.call_from(stored_call) if stored_call else None
    # An unreadable preferred agent counts as absent: the call goes to others.
    agent = next(_readable([stored_agent] if stored_agent else [], items.agent_from), None)
    return call, agent, {info.key: info.depth for info in _infos(found.values()).values()}


def read_agent_and_last_call(table: Table, agent_id: str) -> tuple[Agent | None, int | None]:
    """An agent, and the last ticket reserved for calls, None if unknown. One read."""
    key = keys.agent_key(agent_id)
    found = table.get_many([key, keys.CALL_TICKETS])
    agent = items.agent_from(found[key]) if key in found else None
    return agent, last_ticket(found.get(keys.CALL_TICKETS))


def read_dead_letters(table: Table, *, limit: int) -> list[Call]:
    """The dead letters, the oldest first, as far as the index has them."""
    found = table.get_many(table.pending(keys.DEAD_LETTERS, limit=limit))
    calls = _readable(found.values(), call_items.call_from)
    dead = [call for call in calls if call.status is CallStatus.DEAD_LETTERED]
    return sorted(dead, key=lambda call: (call.status_since, call.call_id))


def read_new_calls(table: Table, *, limit: int) -> list[Call]:
    """The created calls not queued yet, among the first due entries of each group."""
    due = (key for group in keys.DUE_GROUPS for key in table.pending(group, limit=limit))
    found = table.get_many([key for key in due if key.pk.startswith(keys.CALL_PREFIX)])
    calls = _readable(found.values(), call_items.call_from)
    new = [call for call in calls if call.status is CallStatus.CREATED]
    return sorted(new, key=lambda call: (call.status_since, call.call_id))


def count_dead_letters(table: Table, *, most: int) -> int:
    """The number of dead letters in the index, counted up to `most`."""
    return len(table.pending(keys.DEAD_LETTERS, limit=most))


def read_ended(
    table: Table, hour: datetime, *, limit: int | None = None, until: datetime | None = None
) -> list[Call]:
    """The calls that ended within the hour of a moment, the newest first, as far as the index has them.

    With `until` only those that ended by then.
    """
    group, last = keys.ended_group(hour), to_text(until) if until else ""
    found = table.get_many(table.pending(group, until=last, limit=limit, newest_first=True))
    calls = [call for call in _readable(found.values(), call_items.call_from) if call.ended_at]
    return sorted(calls, key=lambda call: (to_text(call.ended_at or hour), call.call_id), reverse=True)


def read_agent_minutes(table: Table) -> list[AgentMinute]:
    """The agents by the minute, in no particular order. One read."""
    return [*_readable(table.query(keys.AGENT_MINUTES), agent_minute_from)]


def read_trail(table: Table, day: date, *, hour: int, limit: int | None = None) -> list[TrailEntry]:
    """The audit entries of one hour of a day, in UTC, the newest first."""
    prefix = keys.trail_hour(day, hour)
    found = table.query(keys.trail_of(day), limit=limit, newest_first=True, prefix=prefix)
    return [*_readable(found, trail_from)]


def read_call_queue_infos(table: Table, *, consistent: bool = True) -> dict[QueueKey, QueueInfo]:
    """All call queues' versions and depths; each is consistent in itself, not with the others."""
    return _infos(table.query(keys.ALL_CALL_QUEUES, consistent=consistent))


def snapshot_queue_infos(table: Table, queues: Sequence[QueueKey]) -> dict[QueueKey, QueueInfo]:
    """The infos of at most 100 queues at one moment."""
    found = table.snapshot([keys.queue_info_key(queue) for queue in queues])
    present = _infos(found.values())
    return {queue: present.get(queue, QueueInfo(queue, 0, 0)) for queue in queues}


def read_agent_entries(
    table: Table, queue: QueueKey, *, limit: int | None = None, newest_first: bool = False
) -> list[AgentEntry]:
    """The first entries of an agent queue, in its order."""
    return _first(table, queue, items.agent_entry_from, limit=limit, newest_first=newest_first)


def read_call_entries(
    table: Table, queue: QueueKey, *, limit: int | None = None, newest_first: bool = False
) -> list[CallEntry]:
    """The first entries of a call queue, in its order: priority comes first at either end."""
    if not newest_first:
        return _first(table, queue, call_items.call_entry_from, limit=limit)
    found: list[CallEntry] = []
    # The far end of the whole queue is its lowest priority, so each priority is read separately.
    for priority in range(HIGHEST_PRIORITY, LOWEST_PRIORITY + 1):
        missing = None if limit is None else limit - len(found)
        if missing != 0:
            band = keys.call_band(priority)
            read = call_items.call_entry_from
            found += _first(table, queue, read, limit=missing, newest_first=True, prefix=band)
    return found


def _infos(rows: Iterable[Attributes]) -> dict[QueueKey, QueueInfo]:
    return {info.key: info for info in _readable(rows, items.queue_info_from)}


def _first(
    table: Table,
    queue: QueueKey,
    read: Callable[[Attributes], T],
    *,
    limit: int | None,
    newest_first: bool = False,
    prefix: str = "",
) -> list[T]:
    """The first readable entries, up to the limit."""
    rows = table.query(str(queue), limit=limit, newest_first=newest_first, prefix=prefix)
    found = [*_readable(rows, read)]
    passed_over = len(rows) - len(found)
    if limit is None or not passed_over or len(rows) < limit:
        return found
    longer = limit + passed_over
    return _first(table, queue, read, limit=longer, newest_first=newest_first, prefix=prefix)[:limit]


def _one(table: Table, key: Key, read: Callable[[Attributes], T]) -> T | None:
    item = table.get(key)
    return read(item) if item else None


def _readable(stored: Iterable[Attributes], read: Callable[[Attributes], T]) -> Iterator[T]:
    for item in stored:
        try:
            yield read(item)
        except UnreadableItemError as error:
            passed_over.tell(error)


def read_ended_ids(table: Table, hour: datetime, *, since: datetime) -> list[str]:
    """The ids of the calls that ended within the hour of a moment, and since another, as far as the index has
    them.
    """
    ended = table.pending(keys.ended_group(hour), since=to_text(since))
    return [key.pk.removeprefix(keys.CALL_PREFIX) for key in ended]
