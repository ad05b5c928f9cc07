"""Reading of the whole table, sorted by kind of item. Judges and changes nothing."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from dynamo.conditions import Condition
from dynamo.items import Attributes, Key, key_of
from routing.exceptions import UnreadableItemError
from routing.model.agents import Agent
from routing.model.calls import Call, CallStatus
from routing.model.command import KeptCommand
from routing.model.queues import AgentEntry, CallEntry, QueueInfo, QueueKey
from routing.router import Router
from routing.storage import agent_items as items
from routing.storage import call_items, keys
from routing.storage.command_items import COMMAND, command_from
from routing.storage.forms.form import Remedy
from routing.storage.kinds import form_at
from routing.storage.lease_items import LEASE, what_is_odd
from routing.storage.pending import Misplaced, misplaced
from routing.storage.ticket_items import COUNTERS, last_tickets, newest_in_use

# A condition on another item than the one to repair.
Guard = tuple[Key, Condition]


@dataclass(frozen=True)
class Unreadable:
    """An item that cannot be read, and why."""

    item: Attributes
    error: UnreadableItemError


@dataclass
class Reading:
    """The table as one pass found it; `last_tickets` are those of agents and of calls, None if unreadable.

    `chats` are those in progress, by their row and their id; `offers` are the calls whose ring deadlines a
    sweep can find; `in_use` is the newest ticket of each side on any item; `misplaced` are agents and calls
    under a wrong index key; `odd_lease` is a lease that no dispatcher could have written, with the reason.
    """

    agents: dict[str, Agent] = field(default_factory=dict)
    calls: dict[str, Call] = field(default_factory=dict)
    chats: dict[str, dict[str, Call]] = field(default_factory=dict)
    infos: dict[QueueKey, QueueInfo] = field(default_factory=dict)
    agent_entries: dict[Key, AgentEntry] = field(default_factory=dict)
    call_entries: dict[Key, CallEntry] = field(default_factory=dict)
    offers: set[str] = field(default_factory=set)
    commands: dict[Key, KeptCommand] = field(default_factory=dict)
    unreadable: dict[Key, Unreadable] = field(default_factory=dict)
    in_use: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTERS, 0))
    last_tickets: tuple[int | None, int | None] = (0, 0)
    odd_lease: tuple[Attributes, str] | None = None
    misplaced: dict[Key, Misplaced] = field(default_factory=dict)

    @property
    def counted(self) -> Counter[QueueKey]:
        """The number of entries of each queue; those of a later release count too."""
        entries: Iterable[AgentEntry | CallEntry] = (
            *self.agent_entries.values(),
            *self.call_entries.values(),
        )
        found = Counter(entry.queue for entry in entries)
        later = (key for key, one in self.unreadable.items() if one.error.remedy == Remedy.LATER)
        found.update(queue for key in later if (queue := items.queue_in(key.pk)))
        return found

    def add(self, item: Attributes) -> None:
        """Sorts one item in; one that cannot be read is kept with the reason."""
        for side, ticket in newest_in_use([item]).items():
            self.in_use[side] = max(self.in_use[side], ticket)
        try:
            self._sort_in(key_of(item), item)
        except UnreadableItemError as error:
            self.unreadable[error.key] = Unreadable(item, error)

    def _sort_in(self, key: Key, item: Attributes) -> None:
        """Items of other programs are skipped; some kinds only have to be readable."""
        form = form_at(key)
        if form is None:
            return
        if form is items.AGENT:
            agent = items.agent_from(item)
            self.agents[agent.agent_id] = agent
            self._place(key, item, items.agent_item(agent), agent)
        elif form in (items.AGENT_QUEUE, items.CALL_QUEUE):
            info = items.queue_info_from(item)
            self.infos[info.key] = info
        elif form is call_items.CALL:
            call = call_items.call_from(item)
            self.calls[call.call_id] = call
            if call.channel and call.status is CallStatus.IN_PROGRESS:
                self.chats.setdefault(call.agent_id or "", {})[call.call_id] = call
            self._place(key, item, call_items.call_item(call), call)
        elif form is call_items.OFFERS:
            self.offers.update(call_items.offers_from(item))
        elif form is COMMAND:
            self.commands[key] = command_from(item)
        elif form is items.AGENT_ENTRY:
            self.agent_entries[key] = items.agent_entry_from(item)
        elif form is call_items.CALL_ENTRY:
            self.call_entries[key] = call_items.call_entry_from(item)
        else:
            form.check(item)

    def _place(self, key: Key, item: Attributes, whole: Attributes, one: Agent | Call) -> None:
        subject = one.agent_id if isinstance(one, Agent) else one.call_id
        found = misplaced(item, whole, subject=subject, version=one.version)
        if found:
            self.misplaced[key] = found


def read_table(router: Router) -> Reading:
    """The table as one pass finds it, while it may change. Raises DynamoError."""
    reading = Reading()
    for item in router.table.scan():
        reading.add(item)
    # After the rest, so that it is at least as new as every ticket seen.
    reading.last_tickets = last_tickets(router.table)
    lease = router.table.get(keys.DISPATCHER_LEASE)
    if lease and not LEASE.flaws(lease):
        why = what_is_odd(lease, router.clock())
        reading.odd_lease = (lease, why) if why else None
    return reading
