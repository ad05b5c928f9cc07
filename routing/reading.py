"""Owns one reading of the whole table, sorted by what the items are; it judges and changes nothing."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from dynamo.items import Attributes, Key, key_of
from routing import call_items, items, keys, store
from routing.agent_minutes import agent_minute_from
from routing.agents import Agent
from routing.attributes import listed
from routing.calls import Call
from routing.commands import KeptCommand, command_from
from routing.exceptions import RoutingError
from routing.queues import AgentEntry, CallEntry, QueueInfo, QueueKey
from routing.router import Router


@dataclass
class Reading:
    """The table as one pass found it; `last_tickets` are those of agents and of calls.

    `offers` are the calls whose ring deadlines a sweep can find.
    """

    agents: dict[str, Agent] = field(default_factory=dict)
    calls: dict[str, Call] = field(default_factory=dict)
    infos: dict[QueueKey, QueueInfo] = field(default_factory=dict)
    agent_entries: dict[Key, AgentEntry] = field(default_factory=dict)
    call_entries: dict[Key, CallEntry] = field(default_factory=dict)
    offers: set[str] = field(default_factory=set)
    commands: dict[Key, KeptCommand] = field(default_factory=dict)
    unreadable: dict[Key, str] = field(default_factory=dict)
    last_tickets: tuple[int, int] = (0, 0)

    @property
    def counted(self) -> Counter[QueueKey]:
        """How many entries each queue has."""
        entries: Iterable[AgentEntry | CallEntry] = (
            *self.agent_entries.values(),
            *self.call_entries.values(),
        )
        return Counter(entry.queue for entry in entries)

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
            call = call_items.call_from(item)
            self.calls[call.call_id] = call
        elif key.sk == keys.OFFERS_SORT:
            self.offers.update(map(str, listed(item, "Calls")))
        elif key.pk == keys.AGENT_MINUTES:
            agent_minute_from(item)  # it has to be readable; nothing else depends on it
        elif key.pk.startswith(keys.COMMAND_PREFIX):
            self.commands[key] = command_from(item)
        elif key.pk.startswith("Q#"):
            self.agent_entries[key] = items.agent_entry_from(item)
        elif key.pk.startswith("W#"):
            self.call_entries[key] = call_items.call_entry_from(item)


def read_table(router: Router) -> Reading:
    """The table as one pass finds it; it may change meanwhile. Raises DynamoError."""
    reading = Reading()
    for item in router.table.scan():
        reading.add(item)
    # After the rest, so that it is at least as new as every ticket seen.
    reading.last_tickets = store.last_tickets(router.table)
    return reading
