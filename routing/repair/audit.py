"""Audit: reads the table and names each invariant that does not hold. Repairs nothing.

A reading takes a while and the table changes meanwhile, so a finding counts only if a second reading finds
the same, versions included.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dynamo.items import Key
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import AGENT_WITH, Call, CallStatus, is_with
from routing.model.queues import AgentEntry, CallEntry, QueueInfo, QueueKey
from routing.repair import chat_rows
from routing.repair.chat_rows import is_row
from routing.repair.reading import Reading, read_table
from routing.router import Router
from routing.storage import keys
from routing.storage.entries import agent_places, call_places
from routing.storage.forms.form import LEFT_ALONE

MENDED = "--repair mends it"


@dataclass(frozen=True, order=True)
class Finding:
    """One broken invariant: which, where, what was found, and its repair."""

    rule: str
    subject: str
    detail: str
    remedy: str = MENDED


def audit(router: Router, *, pause: Callable[[], None] = lambda: None) -> list[Finding]:
    """Every invariant that two readings in a row found broken alike; empty if the table is sound.

    `pause` is called between the readings. Raises DynamoError.
    """
    suspected = find(read_table(router), topics=bool(router.skills.topics))
    if not suspected:
        return []
    pause()
    return sorted(suspected & find(read_table(router), topics=bool(router.skills.topics)))


def find(reading: Reading, *, topics: bool = False) -> set[Finding]:
    """The findings of one reading. Pure."""
    return {
        *(
            Finding("an item can be read", error.subject, error.why, error.remedy)
            for error in (one.error for one in reading.unreadable.values())
        ),
        *_depths(reading),
        *_agent_places(reading),
        *_call_places(reading, topics=topics),
        *_pairs(reading),
        *(Finding(*fault) for fault in chat_rows.faults(reading)),
        *_deadlines(reading),
        *_tickets(reading),
        *_leases(reading),
        *(Finding("what is due can be found", one.subject, one.detail) for one in reading.misplaced.values()),
    }


def _leases(reading: Reading) -> Iterator[Finding]:
    if reading.odd_lease:
        _, why = reading.odd_lease
        yield Finding("a lease ends soon", "Leases Dispatcher", why)


def _remedy(reading: Reading, *others: Key) -> str:
    """Repair of a finding that depends on these items: none if one of them cannot be read."""
    for other in others:
        found = reading.unreadable.get(other)
        if found and found.error.remedy in LEFT_ALONE:
            return f"not repaired before {other.pk} {other.sk} can be read"
    return MENDED


def _depths(reading: Reading) -> Iterator[Finding]:
    counted = reading.counted
    for queue in queues_miscounted(reading):
        info = reading.infos.get(queue, QueueInfo(queue, 0, 0))
        yield Finding(
            "depth equals entries",
            str(queue),
            f"depth {info.depth} at version {info.version}, but {counted[queue]} entries",
        )


def queues_miscounted(reading: Reading) -> list[QueueKey]:
    """The queues whose depth is not the number of their entries, except those with unreadable infos."""
    counted = reading.counted
    depths = {queue: info.depth for queue, info in reading.infos.items()}
    known = (one for one in counted.keys() | depths if keys.queue_info_key(one) not in reading.unreadable)
    return [queue for queue in sorted(known) if depths.get(queue, 0) != counted[queue]]


def _agent_places(reading: Reading) -> Iterator[Finding]:
    owners: defaultdict[Key, dict[str, Agent]] = defaultdict(dict)
    for agent in reading.agents.values():
        if agent.status is AgentStatus.QUEUED and agent.ticket is None:
            yield Finding("a queued agent has a ticket", agent.agent_id, f"none at version {agent.version}")
        for key in agent_places(agent):
            owners[key][agent.agent_id] = agent
            if key not in reading.agent_entries:
                yield Finding(
                    "a queued agent is in all its queues",
                    agent.agent_id,
                    f"no entry {key.pk} {key.sk} at version {agent.version}",
                    _remedy(reading, key),
                )
    for key, entry in reading.agent_entries.items():
        owner, place = owners[key].get(entry.agent_id), f"{key.pk} {key.sk}"
        if owner is None:
            remedy = _remedy(reading, keys.agent_key(entry.agent_id))
            yield Finding("an agent entry belongs to a queued agent", place, _now(reading, entry), remedy)
        elif not agrees(entry, owner):
            detail = f"not those of agent {owner.agent_id} at version {owner.version}"
            yield Finding("an agent entry has its agent's skills and time", place, detail)


def agrees(entry: AgentEntry, agent: Agent) -> bool:
    """True if an entry agrees with its agent in all that matching uses, and in the start of the wait."""
    return (entry.gender, entry.languages, entry.topics, entry.auto_answer, entry.queued_at) == (
        agent.gender,
        agent.languages,
        agent.topics,
        agent.auto_answer,
        agent.queued_at,
    )


def agrees_with_call(entry: CallEntry, call: Call) -> bool:
    """True if an entry agrees with its call in the agents tried, and in the start of the wait."""
    return (entry.tried, entry.preferred_agent, entry.queued_at, entry.rejoined_at) == (
        frozenset(call.tried),
        call.preferred_agent,
        call.queued_at,
        call.rejoined_at,
    )


def _now(reading: Reading, entry: AgentEntry) -> str:
    agent = reading.agents.get(entry.agent_id)
    if agent is None:
        return f"there is no agent {entry.agent_id}"
    return f"agent {agent.agent_id} is {agent.status} with ticket {agent.ticket} at version {agent.version}"


def _call_places(reading: Reading, *, topics: bool) -> Iterator[Finding]:
    owners: defaultdict[Key, dict[str, Call]] = defaultdict(dict)
    for call in reading.calls.values():
        places = call_places(call, topics=topics)
        missing = ["and no ticket"] if call.status is CallStatus.QUEUED and not places else []
        missing += [f"{key.pk} {key.sk}" for key in places if key not in reading.call_entries]
        for key in places:
            owners[key][call.call_id] = call
        for place in missing:
            detail = f"no entry {place} at version {call.version}"
            yield Finding("a queued call has its entry", call.call_id, detail, _remedy(reading, *places))
    for key, entry in reading.call_entries.items():
        owner, place = owners[key].get(entry.call_id), f"{key.pk} {key.sk}"
        if owner is None:
            found = reading.calls.get(entry.call_id)
            state = f"is {found.status} at version {found.version}" if found else "does not exist"
            detail = f"call {entry.call_id} {state}"
            remedy = _remedy(reading, keys.call_key(entry.call_id))
            yield Finding("a call entry belongs to a queued call", place, detail, remedy)
        elif not agrees_with_call(entry, owner):
            detail = f"not those of call {owner.call_id} at version {owner.version}"
            yield Finding("a call entry has its call's time and wishes", place, detail)


def _pairs(reading: Reading) -> Iterator[Finding]:
    for agent in reading.agents.values():
        call = reading.calls.get(agent.call_id or "")
        is_full = is_row(agent) and agent.status is AgentStatus.ATTENDING_CALL
        if agent.status in AGENT_WITH.values() and not is_full and not (call and is_with(call, agent)):
            state = f"{call.call_id} is {call.status} with agent {call.agent_id}" if call else "is missing"
            yield Finding(
                "an agent's call is with that agent",
                agent.agent_id,
                f"is {agent.status} at version {agent.version}, its call {state}",
                _remedy(reading, keys.call_key(agent.call_id or "")),
            )
    holders: defaultdict[str, list[str]] = defaultdict(list)
    for call in reading.calls.values():
        if call.status not in AGENT_WITH:
            continue
        if call.status is CallStatus.OFFERED or not call.channel:
            holders[call.agent_id or ""].append(f"{call.call_id} at version {call.version}")
        holder = reading.agents.get(call.agent_id or "")
        if holder is None or not is_with(call, holder):
            state = f"is {holder.status} with call {holder.call_id}" if holder else "does not exist"
            yield Finding(
                "a call's agent has that call",
                call.call_id,
                f"is {call.status} at version {call.version}, agent {call.agent_id} {state}",
                _remedy(reading, keys.agent_key(call.agent_id or "")),
            )
    for agent_id, held in holders.items():
        if len(held) > 1:
            remedy = _remedy(reading, keys.agent_key(agent_id))
            yield Finding("an agent has one call", agent_id, f"has {', '.join(sorted(held))}", remedy)


def _deadlines(reading: Reading) -> Iterator[Finding]:
    """Every ringing call must stop ringing at some time."""
    for call in unkept_deadlines(reading):
        yield Finding("a ringing call has its deadline", call.call_id, f"none kept at version {call.version}")


def unkept_deadlines(reading: Reading) -> list[Call]:
    """The ringing calls that no sweep would find at their ring deadline."""
    ringing = (call for call in reading.calls.values() if call.status is CallStatus.OFFERED)
    return [call for call in ringing if call.call_id not in reading.offers]


def _tickets(reading: Reading) -> Iterator[Finding]:
    """A ticket belongs to one place in line, and later tickets to later places."""
    sides = zip(
        ("Agents", "Calls"),
        tickets_given(reading),
        newest_tickets(reading),
        reading.last_tickets,
        strict=True,
    )
    for side, given, newest, last in sides:
        for ticket, owners in given.items():
            if len(owners) > 1:
                yield Finding(
                    "a ticket belongs to one", f"{side} {ticket}", f"has {', '.join(sorted(owners))}"
                )
        if newest > (last or 0) and not _is_unreadable(reading, side):
            yield Finding(
                "tickets to come are new",
                f"Tickets {side}",
                f"the last was {last or 0}, but there is {newest}",
            )


def _is_unreadable(reading: Reading, side: str) -> bool:
    """True for a counter that is a finding already."""
    return Key(keys.TICKETS, side) in reading.unreadable


def tickets_given(reading: Reading) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """The queued agents, and the queued calls, of each ticket."""
    agents: defaultdict[int, list[str]] = defaultdict(list)
    calls: defaultdict[int, list[str]] = defaultdict(list)
    for agent in reading.agents.values():
        if agent.status is AgentStatus.QUEUED and agent.ticket is not None:
            agents[agent.ticket].append(agent.agent_id)
    for call in reading.calls.values():
        if call.status is CallStatus.QUEUED and call.ticket is not None:
            calls[call.ticket].append(call.call_id)
    return agents, calls


def newest_tickets(reading: Reading) -> tuple[int, int]:
    """The highest ticket that any agent, and that any call, ever had; 0 without any."""
    agents = (agent.ticket or 0 for agent in reading.agents.values())
    calls = (call.ticket or 0 for call in reading.calls.values())
    return max(agents, default=0), max(calls, default=0)
