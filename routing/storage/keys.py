"""Keys of the table: partition and sort key of each item, groups of the index. Pure."""

from datetime import UTC, date, datetime
from zlib import crc32

from dynamo.items import Key
from routing.model.queues import CALL_SIDE, CHANNELS, SEPARATOR, QueueKey, line_of

ALL_AGENTS = "AllAgents"
AGENT_PREFIX = "Agent#"
FORMER_AGENTS = "FormerAgents"
CALL_PREFIX = "Call#"
CALL_SORT = "Call"
ALL_QUEUES = "AllQueues"
ALL_CALL_QUEUES = "AllCallQueues"
TICKETS = "Tickets"
AGENT_TICKETS = Key(TICKETS, "Agents")
CALL_TICKETS = Key(TICKETS, "Calls")
LEASES = "Leases"
DISPATCHER_LEASE = Key(LEASES, "Dispatcher")
AGENT_MINUTES = "AgentMinutes"
TICKET_DIGITS = 20
TRAIL_PREFIX = "Trail#"
BEFORE_OPERATION = "#"
OFFERS_PREFIX = "Offers#"
OFFERS_SORT = "Offers"
COMMAND_PREFIX = "Key#"
COMMAND_SORT = "Key"
PART_PREFIX = "Part#"
DEAD_LETTERS = "DeadLetters"
# Number of index groups for due items: an empty sweep costs half a read unit for each, and each takes a
# thousand writes a second.
DUE_GROUPS = tuple(f"Due#{number}" for number in range(4))
# Idempotency keys have their own groups, so that no ring deadline waits behind expired keys.
EXPIRY_GROUPS = tuple(f"Keys#{number}" for number in range(4))


def agent_key(agent_id: str) -> Key:
    return Key(ALL_AGENTS, f"{AGENT_PREFIX}{agent_id}")


def former_agent_key(agent_id: str) -> Key:
    """The name of a removed agent."""
    return Key(FORMER_AGENTS, f"{AGENT_PREFIX}{agent_id}")


def call_key(call_id: str) -> Key:
    return Key(f"{CALL_PREFIX}{call_id}", CALL_SORT)


def queues_of(side: str) -> tuple[str, ...]:
    """Prefixes of the partitions with the entries of one side."""
    return tuple(f"{line_of(side, channel)}{SEPARATOR}" for channel in CHANNELS)


def queue_info_key(queue: QueueKey) -> Key:
    """The item with a queue's version id and depth."""
    return Key(ALL_CALL_QUEUES if queue.side == CALL_SIDE else ALL_QUEUES, str(queue))


def agent_entry_key(queue: QueueKey, ticket: int) -> Key:
    """An agent's entry in one of its queues; the sort key is the same in all of them."""
    return Key(str(queue), f"{ticket:0{TICKET_DIGITS}d}")


def call_entry_key(queue: QueueKey, priority: int, ticket: int) -> Key:
    """A call's entry: the priority band, then the ticket."""
    return Key(str(queue), f"{call_band(priority)}{ticket:0{TICKET_DIGITS}d}")


def call_band(priority: int) -> str:
    """Prefix of the sort keys of all calls of one priority."""
    return f"{priority}#"


def offers_key(operation_id: str) -> Key:
    """The item with the ring deadlines of one transaction."""
    return Key(f"{OFFERS_PREFIX}{operation_id}", OFFERS_SORT)


def due_group(name: str) -> str:
    """The index group of an agent, a call or the offers of a transaction."""
    return DUE_GROUPS[crc32(name.encode()) % len(DUE_GROUPS)]


def command_key(key: str, part: str = "") -> Key:
    """The kept outcome of a command under an idempotency key, or of one part."""
    return Key(f"{COMMAND_PREFIX}{key}", f"{PART_PREFIX}{part}" if part else COMMAND_SORT)


def expiry_group(key: str) -> str:
    """The index group of an idempotency key, for its expiry."""
    return EXPIRY_GROUPS[crc32(key.encode()) % len(EXPIRY_GROUPS)]


def trail_of(day: date) -> str:
    """The partition of the audit trail for one day, in UTC."""
    return f"{TRAIL_PREFIX}{day.isoformat()}"


def trail_hour(day: date, hour: int) -> str:
    """Prefix of the sort keys of one hour in that partition."""
    return f"{day.isoformat()}T{hour:02}"


def trail_key(at: datetime, operation_id: str) -> Key:
    """The audit entry of one operation: by time, then by operation."""
    moment = at.astimezone(UTC)
    return Key(
        trail_of(moment.date()),
        f"{moment.isoformat(timespec='microseconds')}{BEFORE_OPERATION}{operation_id}",
    )


def agent_minute_key(began: datetime) -> Key:
    """The item of agents by the minute: one for each minute of the hour."""
    return Key(AGENT_MINUTES, f"{began.astimezone(UTC).minute:02}")


def ended_group(at: datetime) -> str:
    """The index group of the calls that ended in the hour of a moment, in UTC."""
    return f"Ended#{at.astimezone(UTC).strftime('%Y-%m-%dT%H')}"
