"""Change set: one guarded transaction from changed agents and calls. Pure; sends nothing.

Two rules hold by construction, because nothing else writes entries or infos. An agent or call has its entries
exactly while its status is queued. A queue's depth and version change in the same transaction as its entries:
the depth by the entries added or removed, the version by one.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from dynamo.changes import Add, Append, Change, Remove, Set
from dynamo.conditions import Condition
from dynamo.items import INDEX_PK, INDEX_SK, Attributes, Key
from dynamo.transaction import MAX_ITEMS, OPERATIONS, Transaction
from routing.model.agents import Agent, AgentStatus, person_id, row_id
from routing.model.calls import Call, CallStatus, Note
from routing.model.command import Answer, Command
from routing.model.copies import replace
from routing.model.events import Event, EventKind
from routing.model.outcomes import Match
from routing.model.queues import QueueKey
from routing.model.skills import Skills
from routing.storage import agent_items as items
from routing.storage import call_items, conditions, keys
from routing.storage.attributes import to_text
from routing.storage.command_items import command_item, is_free
from routing.storage.entries import agent_places, call_places
from routing.storage.trail_items import trail_item

# Attributes that a call loses with an answer.
NO_LONGER_IN_LINE = (INDEX_PK, "PromoteAt", "RelaxAt", "OverflowAt")
# Operation ids kept on an item: more than can follow one another while a reply is awaited.
REMEMBERED_OPERATIONS = 6


class ChangeSet:
    """Collects what one operation changes and turns it into a transaction of at most 100 items.

    `agents` are those written, by id; `moves` are the statuses before and after of each existing agent.
    """

    def __init__(self, operation_id: str, skills: Skills) -> None:
        self.operation_id = operation_id
        self._skills = skills
        self._transaction = Transaction(operation_id)
        self._depths: dict[QueueKey, int] = {}
        self._limits: dict[QueueKey, int] = {}
        self._offers: dict[str, datetime] = {}
        self.agents: dict[str, Agent] = {}
        self.moves: dict[str, tuple[AgentStatus, AgentStatus]] = {}

    @property
    def queues(self) -> tuple[QueueKey, ...]:
        """The queues changed so far."""
        return tuple(self._depths)

    @property
    def size(self) -> int:
        """The number of items in the transaction now."""
        return len(self._transaction) + len(self._depths) + bool(self._offers)

    def agent(self, before: Agent | None, after: Agent) -> Agent:
        """Writes an agent, created if `before` is None, and its places; answers the agent as written.

        Guard: the agent is still at the version of `before` (or absent).
        """
        written = replace(
            after, version=before.version + 1 if before else 1, operations=self._remember(before)
        )
        guard = conditions.agent_unchanged(before.version) if before else conditions.AGENT_ABSENT
        self._transaction.put(keys.agent_key(after.agent_id), items.agent_item(written), when=guard)
        left, joined = agent_places(before), agent_places(written)
        self._leave(left, joined)
        entry = items.agent_entry_item(written)
        for key, queue in joined.items():
            if key not in left:
                self._join(key, queue, entry)
            elif before is None or entry != items.agent_entry_item(before):
                self._rewrite(key, queue, entry)
        self.agents[written.agent_id] = written
        if before:
            self.moves[written.agent_id] = (before.status, written.status)
        return written

    def agents_removed(self, agent: Agent, row: Agent | None, *, at: datetime) -> None:
        """Removes an agent that is in no queue, and its chat row if it has one; keeps the name.

        Guard: both are still at these versions, or there is still no row.
        """
        self._transaction.delete(
            keys.agent_key(agent.agent_id), when=conditions.agent_unchanged(agent.version)
        )
        if row is None:
            key = keys.agent_key(row_id(agent.agent_id))
            self._transaction.check(key, when=conditions.AGENT_ABSENT)
        else:
            self._transaction.delete(
                keys.agent_key(row.agent_id), when=conditions.agent_unchanged(row.version)
            )
        item = items.former_agent_item(agent, at, self.operation_id)
        # After a lost reply its condition fails, so that the id on it tells; a deleted item cannot.
        key, when = keys.former_agent_key(agent.agent_id), conditions.removed_before(at)
        self._transaction.put(key, item, when=when)

    def only_with(self, agent_id: str) -> None:
        """Has the transaction refused if there is no such agent."""
        self._transaction.check(keys.agent_key(agent_id), when=conditions.AGENT_EXISTS)

    def call(self, before: Call | None, after: Call) -> Call:
        """Writes a call, created if `before` is None, and its place; answers the call as written.

        Guard: the call is still at the version of `before` (or absent).
        """
        written = replace(
            after, version=before.version + 1 if before else 1, operations=self._remember(before)
        )
        guard = conditions.call_unchanged(before.version) if before else conditions.CALL_ABSENT
        self._transaction.put(keys.call_key(after.call_id), call_items.call_item(written), when=guard)
        left, joined = self.call_places(before), self.call_places(written)
        self._leave(left, joined)
        entry = call_items.call_entry_item(written)
        for key, queue in joined.items():
            if key not in left:
                self._join(key, queue, entry)
            elif before is None or entry != call_items.call_entry_item(before):
                self._rewrite(key, queue, entry)
        return written

    def match(self, match: Match, *, at: datetime, until: datetime, only_without_call: bool = False) -> None:
        """Offers a call to an agent, or puts it through with auto-answer; both known by entries.

        `until` is the ring deadline, or the talk limit. Guard: both still wait with the tickets read, every
        entry is still there, and the call still asks for the same preferred agent, if any. With
        `only_without_call` a chat row's agent has no call.
        """
        agent, call = match.agent, match.call
        answered = agent.auto_answer
        self._transaction.update(
            keys.agent_key(agent.agent_id),
            Set(items.AGENT_STATUS, str(AgentStatus.ATTENDING_CALL if answered else AgentStatus.OFFERED)),
            Set("CallID", call.call_id),
            *self._moved(at, until),
            when=conditions.agent_waits_with(agent.ticket),
        )
        notes = [Note(at, EventKind.CALL_OFFERED, agent.agent_id)]
        if answered:
            notes.append(Note(at, EventKind.CALL_ACCEPTED, agent.agent_id))
        self._transaction.update(
            keys.call_key(call.call_id),
            Set(call_items.CALL_STATUS, str(CallStatus.IN_PROGRESS if answered else CallStatus.OFFERED)),
            Set("OfferedAt", to_text(at)),
            Set("AgentID", agent.agent_id),
            *((Set(items.TEAM, agent.team),) if agent.team else ()),
            Add("Attempts", 1),
            Append(call_items.HISTORY, [call_items.note_value(note) for note in notes]),
            *(_answered(at) if answered else ()),
            *self._moved(at, until),
            when=conditions.call_waits_with(call.ticket),
        )
        for queue in agent.queues:
            self._remove(keys.agent_entry_key(queue, agent.ticket), queue)
        entry = keys.call_entry_key(call.queue, call.priority, call.ticket)
        self._remove(entry, call.queue, when=conditions.call_entry_asks_for(call.preferred_agent))
        if only_without_call and call.queue.channel:
            person = keys.agent_key(person_id(agent.agent_id))
            self._transaction.check(person, when=conditions.HAS_NO_CALL)
        if not answered:
            self._offers[call.call_id] = until

    def _moved(self, at: datetime, until: datetime) -> tuple[Change, ...]:
        """Changes common to agent and call."""
        return (
            Set(items.STATUS_SINCE, to_text(at)),
            Set(items.DUE_AT, to_text(until)),
            Append(OPERATIONS, [self.operation_id]),
            Add(items.VERSION, 1),
        )

    def put(self, key: Key, attributes: Attributes | None, *, when: Condition | None) -> None:
        """Puts an item of another table, or removes it, in the same transaction."""
        if attributes is None:
            self._transaction.delete(key, when=when)
        else:
            self._transaction.put(key, attributes, when=when)

    def log(self, events: Iterable[Event], *, origin: str, by: str = "") -> None:
        """Writes the events to the audit trail, in the same transaction: one item for all.

        `by` names the user, if other than that of the first event.
        """
        events = tuple(events)
        if events:
            key = keys.trail_key(events[0].at, self.operation_id)
            self._transaction.put(key, trail_item(events, origin=origin, by=by))

    def keep(self, command: Command, answer: Answer, *, at: datetime) -> None:
        """Keeps the command and its answer, in the same transaction.

        Guard: nothing is kept under its key.
        """
        item = command_item(command, answer, at=at, operation_id=self.operation_id)
        self._transaction.put(keys.command_key(command.key, command.part), item, when=is_free(at))

    def limit(self, queue: QueueKey, length: int) -> None:
        """Has the transaction refused if the queue it adds to already has that many entries."""
        self._limits[queue] = length

    def has_room_for(self, match: Match) -> bool:
        """True if the match still fits into the transaction."""
        items_of_pair = 2 + bool(match.call.queue.channel)
        return self._has_room(items_of_pair + (not self._offers), {*match.agent.queues, match.call.queue})

    def has_room_for_agent(self, agent: Agent, *, spare: int = 0) -> bool:
        """True if the agent, entering or leaving its queues, still fits into the transaction.

        `spare` items are still to come.
        """
        return self._has_room(1 + spare, set(agent.queues))

    def _has_room(self, living: int, queues: set[QueueKey]) -> bool:
        """Agent and call items, an entry for each queue, an info for each queue not changed yet."""
        return self.size + living + len(queues) + len(queues - self._depths.keys()) <= MAX_ITEMS

    def transaction(self, *, versions: Mapping[QueueKey, int] | None = None) -> Transaction:
        """The finished transaction, taken once; a queue in `versions` must still be at that version."""
        guards = {queue: conditions.queue_unchanged(version) for queue, version in (versions or {}).items()}
        guards |= {queue: conditions.queue_has_room(length) for queue, length in self._limits.items()}
        for queue, difference in self._depths.items():
            self._transaction.update(
                keys.queue_info_key(queue),
                Add(items.QUEUE_VERSION_ID, 1),
                Add(items.QUEUE_DEPTH, difference),
                when=guards.get(queue),
            )
        if self._offers:
            self._transaction.put(keys.offers_key(self.operation_id), self._offers_item())
        return self._transaction

    def _offers_item(self) -> Attributes:
        """The item by which a sweep finds the offers of this transaction once the first is due."""
        return {
            "Calls": list(self._offers),
            INDEX_PK: keys.due_group(self.operation_id),
            INDEX_SK: to_text(min(self._offers.values())),
        }

    def _remember(self, before: Agent | Call | None) -> tuple[str, ...]:
        earlier = before.operations if before else ()
        return (*earlier, self.operation_id)[-REMEMBERED_OPERATIONS:]

    def call_places(self, call: Call | None) -> dict[Key, QueueKey]:
        """The key of a call's entry, if it has one."""
        return call_places(call, topics=bool(self._skills.topics))

    def _leave(self, left: dict[Key, QueueKey], joined: dict[Key, QueueKey]) -> None:
        for key, queue in left.items():
            if key not in joined:
                self._remove(key, queue)

    def _join(
        self, key: Key, queue: QueueKey, entry: Attributes, guard: Condition = conditions.ENTRY_ABSENT
    ) -> None:
        self._transaction.put(key, entry, when=guard)
        self._depths[queue] = self._depths.get(queue, 0) + 1

    def _rewrite(self, key: Key, queue: QueueKey, entry: Attributes) -> None:
        self._transaction.put(key, entry, when=conditions.ENTRY_EXISTS)
        self._depths.setdefault(queue, 0)

    def _remove(self, key: Key, queue: QueueKey, *, when: Condition = conditions.ENTRY_EXISTS) -> None:
        self._transaction.delete(key, when=when)
        self._depths[queue] = self._depths.get(queue, 0) - 1


def _answered(at: datetime) -> tuple[Change, ...]:
    """Changes of a call that its agent has with an answer."""
    return Set("AnsweredAt", to_text(at)), *map(Remove, NO_LONGER_IN_LINE)
