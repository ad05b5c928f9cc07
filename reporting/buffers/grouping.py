"""Key of an event, and its text as a JSON line. Pure."""

import json
from collections.abc import Iterable
from datetime import UTC
from enum import StrEnum

from reporting.buffers.batches import MOMENT_DIGITS
from routing.model.events import Event
from routing.model.queues import AGENT_SIDE

NO_KEY = "-"
_encode = json.JSONEncoder(separators=(",", ":")).encode  # `json.dumps` would make an encoder for each event


class GroupBy(StrEnum):
    """The grouping of events that are kept and sent together."""

    QUEUE = "queue"
    AGENT_GROUP = "agentGroup"
    SITE = "site"
    KIND = "kind"


def key_of(event: Event, group_by: GroupBy, *, site: str) -> str:
    """The key of an event; `-` without one.

    By queue: the queue of its call, else the first queue it changed. By agent group: the agent queues it
    changed, joined by `+`.
    """
    match group_by:
        case GroupBy.QUEUE:
            return event.queue or next(iter(event.queues), NO_KEY)
        case GroupBy.AGENT_GROUP:
            return "+".join(queue for queue in event.queues if queue.startswith(AGENT_SIDE)) or NO_KEY
        case GroupBy.SITE:
            return site
        case GroupBy.KIND:
            return str(event.kind)


def line_of(event: Event) -> bytes:
    """The event as a line of a buffer: its moment in milliseconds, a blank, JSON."""
    at = event.at.astimezone(UTC)
    told = {
        "kind": event.kind,
        "at": at.isoformat(timespec="microseconds"),
        "agent_id": event.agent_id,
        "call_id": event.call_id,
        "queue": event.queue or None,
        "queues": event.queues,
        "by": event.by,
        "reason": event.reason,
        **event.of_channel,
    }
    moment = int(at.timestamp() * 1000)
    return f"{moment:0{MOMENT_DIGITS}d} {_encode(told)}".encode()


def lines_by_key(events: Iterable[Event], group_by: GroupBy, *, site: str) -> dict[str, list[bytes]]:
    """The lines of events under their keys, each in order."""
    found: dict[str, list[bytes]] = {}
    for event in events:
        found.setdefault(key_of(event, group_by, site=site), []).append(line_of(event))
    return found
