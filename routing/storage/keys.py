"""Keys of the table: partition and sort key of each item, groups of the index. Pure."""

from datetime import UTC, date, datetime
from zlib import crc32

from dynamo.items import Key
from routing.model.queues import CALL_SIDE, QueueKey

ALL_AGENTS = "AllAgents"
AGENT_PREFIX = "Agent#"
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
# What is due is spread over so many groups of the index: a sweep that finds nothing costs half a read unit
# for each, and the index takes a thousand writes a second in each.
DUE_GROUPS = tuple(f"Due#{number}" for number in range(4))
# Idempotency keys have groups of their own: however many expire at once, no ring deadline waits for them.
EXPIRY_GROUPS = tuple(f"Keys#{number}" for number in range(4))


def agent_key(agent_id: str) -> Key:
    """The agent's item."""
    return Key(ALL_AGENTS, f"{AGENT_PREFIX}{agent_id}")


def call_key(call_id: str) -> Key:
    """The call's item."""
    return Key(f"{CALL_PREFIX}{call_id}", CALL_SORT)


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
    """How the sort keys of all calls of one priority begin."""
    return f"{priority}#"


def offers_key(operation_id: str) -> Key:
    """The item that says when the offers of one transaction are due."""
    return Key(f"{OFFERS_PREFIX}{operation_id}", OFFERS_SORT)


def due_group(name: str) -> str:
    """The group of the index in which an agent, a call or a transaction's offers are found when due."""
    return DUE_GROUPS[crc32(name.encode()) % len(DUE_GROUPS)]


def command_key(key: str, part: str = "") -> Key:
    """What is kept of the command with an idempotency key, or of one part of it."""
    return Key(f"{COMMAND_PREFIX}{key}", f"{PART_PREFIX}{part}" if part else COMMAND_SORT)


def expiry_group(key: str) -> str:
    """The group of the index in which an idempotency key is found once it has expired."""
    return EXPIRY_GROUPS[crc32(key.encode()) % len(EXPIRY_GROUPS)]


def trail_of(day: date) -> str:
    """The partition of the audit trail with what people did on one day, in UTC."""
    return f"{TRAIL_PREFIX}{day.isoformat()}"


def trail_hour(day: date, hour: int) -> str:
    """How the sort keys of one hour of that partition begin."""
    return f"{day.isoformat()}T{hour:02}"


def trail_key(at: datetime, operation_id: str) -> Key:
    """What one operation of a person did: by time, then by operation."""
    moment = at.astimezone(UTC)
    return Key(
        trail_of(moment.date()),
        f"{moment.isoformat(timespec='microseconds')}{BEFORE_OPERATION}{operation_id}",
    )


def agent_minute_key(began: datetime) -> Key:
    """Where the agents of a minute are kept: one place for each minute of the hour."""
    return Key(AGENT_MINUTES, f"{began.astimezone(UTC).minute:02}")


def ended_group(at: datetime) -> str:
    """The group of the index with the calls that ended in the hour of a moment, in UTC."""
    return f"Ended#{at.astimezone(UTC).strftime('%Y-%m-%dT%H')}"
