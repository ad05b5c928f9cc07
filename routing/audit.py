"""Owns the audit: reads the table and names every invariant that does not hold. It repairs nothing.

A reading takes a while and the table moves meanwhile, so a finding counts only if a second reading finds
the very same thing, versions included.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from dynamo.items import Attributes, Key, key_of
from routing import items, keys
from routing.agents import Agent, AgentStatus
from routing.calls import Call, CallStatus
from routing.exceptions import RoutingError
from routing.queues import AgentEntry, CallEntry, QueueInfo, QueueKey, call_queue
from routing.router import Router
from routing.skills import queues_spanned

# The status a call has while an agent has it in the status beside it.
TOGETHER = {AgentStatus.OFFERED: CallStatus.OFFERED, AgentStatus.ATTENDING_CALL: CallStatus.IN_PROGRESS}


@dataclass(frozen=True, order=True)
class Finding:
    """One invariant that does not hold: which, where, and what was found."""

    rule: str
    subject: str
    detail: str


@dataclass
class Reading:
    """The table as one pass found it."""

    agents: dict[str, Agent] = field(default_factory=dict)
    calls: dict[str, Call] = field(default_factory=dict)
    infos: dict[QueueKey, QueueInfo] = field(default_factory=dict)
    agent_entries: dict[Key, AgentEntry] = field(default_factory=dict)
    call_entries: dict[Key, CallEntry] = field(default_factory=dict)
    unreadable: dict[Key, str] = field(default_factory=dict)

    def add(self, item: Attributes) -> None:
        """Sorts one item in; one that cannot be read is kept with the reason."""
        key = key_of(item)
        try:
            self._sort_in(key, item)
        except KeyError as error:
            self.unreadable[key] = f"it lacks {error.args[0]}"
        except (ValueError, RoutingError) as error:
            self.unreadable[key] = str(error)

    def _sort_in(self, key: Key, item: Attributes) -> None:
        """Items of other kinds are passed over."""
        if key.pk == keys.ALL_AGENTS:
            agent = items.agent_from(item)
            self.agents[agent.agent_id] = agent
        elif key.pk in (keys.ALL_QUEUES, keys.ALL_CALL_QUEUES):
            info = items.queue_info_from(item)
            self.infos[info.key] = info
        elif key.pk.startswith(keys.CALL_PREFIX):
            call = items.call_from(item)
            self.calls[call.call_id] = call
        elif key.pk.startswith("Q#"):
            self.agent_entries[key] = items.agent_entry_from(item)
        elif key.pk.startswith("W#"):
            self.call_entries[key] = items.call_entry_from(item)


def audit(router: Router, *, pause: Callable[[], None] = lambda: None) -> list[Finding]:
    """Every invariant that two readings in a row found broken alike; empty if the table is sound.

    `pause` is called between the readings. Raises DynamoError.
    """
    suspected = find(_read(router), topics=bool(router.skills.topics))
    if not suspected:
        return []
    pause()
    return sorted(suspected & find(_read(router), topics=bool(router.skills.topics)))


def find(reading: Reading, *, topics: bool = False) -> set[Finding]:
    """What is wrong in one reading. Pure."""
    return {
        *(
            Finding("an item can be read", f"{key.pk} {key.sk}", why)
            for key, why in reading.unreadable.items()
        ),
        *_depths(reading),
        *_agent_places(reading),
        *_call_places(reading, topics=topics),
        *_pairs(reading),
    }


def _read(router: Router) -> Reading:
    reading = Reading()
    for item in router.table.scan():
        reading.add(item)
    return reading


def _depths(reading: Reading) -> Iterator[Finding]:
    entries: Iterable[AgentEntry | CallEntry] = (
        *reading.agent_entries.values(),
        *reading.call_entries.values(),
    )
    counted = Counter(entry.queue for entry in entries)
    for queue in counted.keys() | reading.infos.keys():
        info = reading.infos.get(queue, QueueInfo(queue, 0, 0))
        if info.depth != counted[queue]:
            yield Finding(
                "depth equals entries",
                str(queue),
                f"depth {info.depth} at version {info.version}, but {counted[queue]} entries",
            )


def _agent_places(reading: Reading) -> Iterator[Finding]:
    expected = {
        keys.agent_entry_key(queue, agent.ticket): agent
        for agent in reading.agents.values()
        if agent.status is AgentStatus.QUEUED and agent.ticket is not None
        for queue in queues_spanned(agent.gender, agent.languages, agent.topics)
    }
    for agent in reading.agents.values():
        if agent.status is AgentStatus.QUEUED and agent.ticket is None:
            yield Finding("a queued agent has a ticket", agent.agent_id, f"none at version {agent.version}")
    for key, agent in expected.items():
        if key not in reading.agent_entries:
            yield Finding(
                "a queued agent is in all its queues",
                agent.agent_id,
                f"no entry {key.pk} {key.sk} at version {agent.version}",
            )
    for key, entry in reading.agent_entries.items():
        owner = expected.get(key)
        if owner is None or owner.agent_id != entry.agent_id:
            yield Finding(
                "an agent entry belongs to a queued agent", f"{key.pk} {key.sk}", _now(reading, entry)
            )


def _now(reading: Reading, entry: AgentEntry) -> str:
    agent = reading.agents.get(entry.agent_id)
    if agent is None:
        return f"there is no agent {entry.agent_id}"
    return f"agent {agent.agent_id} is {agent.status} with ticket {agent.ticket} at version {agent.version}"


def _call_places(reading: Reading, *, topics: bool) -> Iterator[Finding]:
    expected: dict[Key, Call] = {}
    for call in reading.calls.values():
        if call.status is not CallStatus.QUEUED:
            continue
        queue = call_queue(call.language, call.gender, call.topic if topics else "")
        key = keys.call_entry_key(queue, call.priority, call.ticket or 0)
        expected[key] = call
        if key not in reading.call_entries:
            yield Finding(
                "a queued call has its entry",
                call.call_id,
                f"no entry {key.pk} {key.sk} at version {call.version}",
            )
    for key, entry in reading.call_entries.items():
        owner = expected.get(key)
        if owner is None or owner.call_id != entry.call_id:
            found = reading.calls.get(entry.call_id)
            state = f"is {found.status} at version {found.version}" if found else "does not exist"
            yield Finding(
                "a call entry belongs to a queued call",
                f"{key.pk} {key.sk}",
                f"call {entry.call_id} {state}",
            )


def _pairs(reading: Reading) -> Iterator[Finding]:
    for agent in reading.agents.values():
        wanted = TOGETHER.get(agent.status)
        call = reading.calls.get(agent.call_id or "")
        if wanted and (call is None or call.status is not wanted or call.agent_id != agent.agent_id):
            state = f"{call.call_id} is {call.status} with agent {call.agent_id}" if call else "is missing"
            yield Finding(
                "an agent's call is with that agent",
                agent.agent_id,
                f"is {agent.status} at version {agent.version}, its call {state}",
            )
    holders: defaultdict[str, list[str]] = defaultdict(list)
    for call in reading.calls.values():
        if call.status not in TOGETHER.values():
            continue
        holders[call.agent_id or ""].append(f"{call.call_id} at version {call.version}")
        holder = reading.agents.get(call.agent_id or "")
        if holder is None or holder.call_id != call.call_id or TOGETHER.get(holder.status) != call.status:
            state = f"is {holder.status} with call {holder.call_id}" if holder else "does not exist"
            yield Finding(
                "a call's agent has that call",
                call.call_id,
                f"is {call.status} at version {call.version}, agent {call.agent_id} {state}",
            )
    for agent_id, held in holders.items():
        if len(held) > 1:
            yield Finding("an agent has one call", agent_id, f"has {', '.join(sorted(held))}")
