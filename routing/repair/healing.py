"""Verdict on a damaged table: what each agent and call should be. Pure.

Agents and calls are the truth, entries follow from them. If an agent and a call contradict each other, the
customer comes first: a call without its agent goes back to its place in line, and an agent without its call
to the status of its choice.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Generic, TypeVar

from dynamo.items import Key
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import AGENT_WITH, Call, CallStatus, is_with
from routing.model.queues import QueueKey
from routing.repair.audit import agrees, agrees_with_call, tickets_given
from routing.repair.chat_rows import is_row, mended
from routing.repair.reading import Guard, Reading
from routing.storage import conditions, keys
from routing.storage.entries import agent_places, call_places

One = TypeVar("One", Agent, Call)


@dataclass(frozen=True)
class Heal(Generic[One]):
    """One agent or call as it is and as it should be, with the entries found.

    Queued without a ticket means the end of the line. `outdated` are entries with wrong values; `others` are
    the guards on the items it was judged by.
    """

    before: One
    after: One
    places: Mapping[Key, QueueKey]
    outdated: Collection[Key] = ()
    others: Collection[Guard] = ()
    why: str = ""

    @property
    def needs_ticket(self) -> bool:
        """True if it is to go to the end of the line."""
        return _is_queued(self.after) and self.after.ticket is None

    @property
    def is_due(self) -> bool:
        return self.after != self.before or self.needs_ticket or bool(self.outdated)


@dataclass(frozen=True)
class Judgement(Generic[One]):
    """The correct agent or call, guards on the items it was judged by, and the reason in words."""

    after: One
    others: Collection[Guard] = ()
    why: str = ""


def agents_to_heal(reading: Reading, at: datetime) -> Iterator[Heal[Agent]]:
    found: defaultdict[str, dict[Key, QueueKey]] = defaultdict(dict)
    for key, entry in reading.agent_entries.items():
        found[entry.agent_id][key] = entry.queue
    given, _ = tickets_given(reading)
    first = _first_of(given, lambda one, ticket: any(int(key.sk) == ticket for key in found[one]))
    for agent in reading.agents.values():
        judged = _judged_agent(reading, agent, at)
        after = _with_own_ticket(judged.after, agent.agent_id, first)
        if after.status is AgentStatus.QUEUED and after.queued_at is None:
            after = replace(after, queued_at=after.status_since)
        places, entries = agent_places(after), found[agent.agent_id]
        outdated = {
            key for key in places.keys() & entries.keys() if not agrees(reading.agent_entries[key], after)
        }
        heal = Heal(agent, after, entries, outdated, judged.others, judged.why)
        if heal.is_due or places.keys() != entries.keys():
            yield heal


def calls_to_heal(reading: Reading, at: datetime, *, topics: bool) -> Iterator[Heal[Call]]:
    found: defaultdict[str, dict[Key, QueueKey]] = defaultdict(dict)
    for key, entry in reading.call_entries.items():
        found[entry.call_id][key] = entry.queue
    _, given = tickets_given(reading)
    first = _first_of(given, lambda one, ticket: any(key.sk.endswith(f"{ticket:020d}") for key in found[one]))
    for call in reading.calls.values():
        judged = _judged_call(reading, call, at)
        after = _with_own_ticket(judged.after, call.call_id, first)
        if after.status is CallStatus.QUEUED and after.queued_at is None:
            after = replace(after, queued_at=after.status_since)
        places, entries = call_places(after, topics=topics), found[call.call_id]
        outdated = {
            key
            for key in places.keys() & entries.keys()
            if not agrees_with_call(reading.call_entries[key], after)
        }
        heal = Heal(call, after, entries, outdated, judged.others, judged.why)
        if heal.is_due or places.keys() != entries.keys():
            yield heal


def strays(reading: Reading) -> Iterator[tuple[Key, QueueKey, Guard]]:
    """The entries whose agent or call does not exist, guarded by its absence."""
    for key, agent_entry in reading.agent_entries.items():
        owner = keys.agent_key(agent_entry.agent_id)
        if agent_entry.agent_id not in reading.agents and owner not in reading.unreadable:
            yield key, agent_entry.queue, (owner, conditions.AGENT_ABSENT)
    for key, call_entry in reading.call_entries.items():
        owner = keys.call_key(call_entry.call_id)
        if call_entry.call_id not in reading.calls and owner not in reading.unreadable:
            yield key, call_entry.queue, (owner, conditions.CALL_ABSENT)


def _first_of(
    given: Mapping[int, Collection[str]], stands_there: Callable[[str, int], bool]
) -> dict[int, str]:
    """The owner of each ticket: of several, the one with an entry under it, else the first by id."""
    return {
        ticket: min(owners, key=lambda one, ticket=ticket: (not stands_there(one, ticket), one))  # type: ignore[misc]
        for ticket, owners in given.items()
    }


def _with_own_ticket(after: One, own_id: str, first: Mapping[int, str]) -> One:
    if _is_queued(after) and after.ticket is not None and first.get(after.ticket, own_id) != own_id:
        return replace(after, ticket=None)
    return after


def _is_queued(one: Agent | Call) -> bool:
    return one.status in (AgentStatus.QUEUED, CallStatus.QUEUED)


def _judged_agent(reading: Reading, agent: Agent, at: datetime) -> Judgement[Agent]:
    if is_row(agent):
        return Judgement(*mended(reading, agent, at))
    if agent.held:
        return Judgement(agent.holding(()))
    key = keys.call_key(agent.call_id or "")
    if agent.status not in AGENT_WITH.values() or key in reading.unreadable:
        return Judgement(agent)
    call = reading.calls.get(agent.call_id or "")
    guard = conditions.call_unchanged(call.version) if call else conditions.CALL_ABSENT
    others = ((key, guard),) if agent.call_id else ()
    if call is None or call.agent_id != agent.agent_id or call.status not in AGENT_WITH:
        why = f"its call {call.call_id} is {call.status} with {call.agent_id}" if call else "it has no call"
        return Judgement(_freed(agent, at), others, why)
    status = AGENT_WITH[call.status]
    if status is agent.status:
        return Judgement(agent)
    return Judgement(
        replace(agent, status=status, status_since=at, until=call.until),
        others,
        f"its call {call.call_id} is {call.status}",
    )


def _freed(agent: Agent, at: datetime) -> Agent:
    """The agent in the status of its choice; after an offer only, at its old place."""
    status = agent.chosen_status
    freed = replace(agent, status=status, status_since=at, until=None, call_id=None)
    if agent.status is AgentStatus.OFFERED:
        return freed
    return replace(freed, ticket=None, queued_at=at) if status is AgentStatus.QUEUED else freed


def _judged_call(reading: Reading, call: Call, at: datetime) -> Judgement[Call]:
    key = keys.agent_key(call.agent_id or "")
    if call.status not in AGENT_WITH or key in reading.unreadable:
        return Judgement(call)
    agent = reading.agents.get(call.agent_id or "")
    # A chat row that lacks one of its chats in progress is mended itself.
    is_held = call.channel and call.status is CallStatus.IN_PROGRESS
    if agent and (is_row(agent) if is_held else _have_each_other(call, agent)):
        return Judgement(call)
    guard = conditions.agent_unchanged(agent.version) if agent else conditions.AGENT_ABSENT
    why = f"agent {call.agent_id} {f'is {agent.status} without it' if agent else 'does not exist'}"
    # It waits again, so it counts as not answered, whatever was said to the customer.
    waiting = call.moved(CallStatus.QUEUED, at=at)
    return Judgement(waiting, ((key, guard),) if call.agent_id else (), why)


def _have_each_other(call: Call, agent: Agent) -> bool:
    """Whether they are together, perhaps in different statuses: then a call's agent follows it."""
    if call.channel:
        return is_with(call, agent)
    return agent.call_id == call.call_id and agent.status in AGENT_WITH.values()
