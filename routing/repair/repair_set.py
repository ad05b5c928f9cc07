"""Repair set: a repair as one guarded transaction, whatever entries were there.

An ordinary change set assumes that entries and status agreed before. This one gets the entries found, and
otherwise keeps the same rules: depths and versions change with the entries, and nothing is written unless
every item concerned is still at the version read. Pure.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from dynamo.conditions import Condition
from dynamo.items import Attributes, Key
from routing.model.agents import Agent
from routing.model.calls import Call
from routing.model.queues import QueueKey
from routing.model.skills import Skills
from routing.repair.chat_rows import changed_row
from routing.repair.healing import Heal
from routing.repair.reading import Guard
from routing.storage import agent_items as items
from routing.storage import call_items, conditions, keys
from routing.storage.change_set import ChangeSet
from routing.storage.entries import agent_places

# Entries of one repair: with their infos, owner and guard, 96 of 100 items. The rest follows later.
MOST_ENTRIES = 47


class RepairSet(ChangeSet):
    def __init__(self, operation_id: str, skills: Skills) -> None:
        super().__init__(operation_id, skills)
        self.words: list[str] = []
        self._entries = 0

    def heal_agent(self, heal: Heal[Agent]) -> None:
        """Writes the correct agent, and corrects its missing, outdated and extra entries."""
        before = heal.before
        written = replace(heal.after, version=before.version + 1, operations=self._remember(before))
        guard = conditions.agent_unchanged(before.version)
        self._transaction.put(keys.agent_key(before.agent_id), items.agent_item(written), when=guard)
        self._say_what_changed(heal)
        self._check(*heal.others)
        self._rebuild(heal, agent_places(written), items.agent_entry_item(written))

    def heal_call(self, heal: Heal[Call]) -> None:
        """Writes the correct call, and corrects its missing, outdated and extra entries."""
        before = heal.before
        written = replace(heal.after, version=before.version + 1, operations=self._remember(before))
        guard = conditions.call_unchanged(before.version)
        self._transaction.put(keys.call_key(before.call_id), call_items.call_item(written), when=guard)
        self._say_what_changed(heal)
        self._check(*heal.others)
        self._rebuild(heal, self.call_places(written), call_items.call_entry_item(written))

    def keep_deadline(self, call: Call, until: datetime) -> None:
        """Writes the item by which a sweep finds a call's ring deadline, if the call is unchanged."""
        self._check((keys.call_key(call.call_id), conditions.call_unchanged(call.version)))
        self._offers[call.call_id] = until
        self.words.append(f"rings until {until}")

    def remove_stray(self, key: Key, queue: QueueKey, other: Guard) -> None:
        """Removes an entry, if the agent or call it names does not exist."""
        self._check(other)
        self._remove(key, queue)
        self.words.append("removed, its owner does not exist")

    def remove_unreadable(self, key: Key, queue: QueueKey | None, why: str, unchanged: Condition) -> None:
        """Removes an unreadable item that nothing else needs, if it is unchanged."""
        if queue is None:
            self._transaction.delete(key, when=unchanged)
        else:
            self._remove(key, queue, when=unchanged)
        self.words.append(f"removed, unreadable: {why}")

    def _check(self, *others: Guard) -> None:
        for key, condition in others:
            self._transaction.check(key, when=condition)

    def _rebuild(
        self, heal: Heal[Agent] | Heal[Call], wanted: Mapping[Key, QueueKey], entry: Attributes
    ) -> None:
        for key, queue in heal.places.items():
            if key not in wanted and self._has_room_for_entry():
                self._remove(key, queue)
                self.words.append(f"entry {key.pk} {key.sk} removed")
        for key, queue in wanted.items():
            if key not in heal.places and self._has_room_for_entry():
                self._join(key, queue, entry)
                self.words.append(f"entry {key.pk} {key.sk} added")
        for key in heal.outdated:
            if self._has_room_for_entry():
                self._rewrite(key, wanted[key], entry)
                self.words.append(f"entry {key.pk} {key.sk} rewritten")

    def _has_room_for_entry(self) -> bool:
        self._entries += 1
        return self._entries <= MOST_ENTRIES

    def _say_what_changed(self, heal: Heal[Agent] | Heal[Call]) -> None:
        before, after = heal.before, heal.after
        if before.status != after.status:
            self.words.append(f"{before.status} → {after.status}, {heal.why}")
        if isinstance(before, Agent) and isinstance(after, Agent):
            self.words += changed_row(before, after)
        if before.ticket != after.ticket:
            self.words.append(f"ticket {before.ticket} → {after.ticket}")
        if not self.words and before.queued_at != after.queued_at:
            self.words.append(f"queued at {after.queued_at}")
